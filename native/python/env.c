/* `Batch`: many games that are stepped at once, for `taflkit.rl`. It writes into arrays that the caller made, by the
 * buffer protocol, and lets go of the interpreter while it plays. */
#include "module.h"

#include <pythread.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#include "env.h"

/* Threads take boards in pieces of this many, so that all end at about the same time. */
#define PIECE 32

/* Threads -------------------------------------------------------------------------------------------------------- */

typedef enum { JOB_STEP, JOB_RESET, JOB_ADVANCE, JOB_DRAW } Job;

typedef struct Pool Pool;
typedef struct {
    Pool *pool;
    PyThread_type_lock go, done; /* both are held but while a job begins or ends */
} PoolThread;

struct Pool {
    Env *env;
    PoolThread *workers;
    int count;
    long process; /* in a process that was forked off there are no threads */
    bool quit;
    Job job;
    const void *actions;
    bool wide; /* actions have 64 bits, not 32 */
    int32_t *drawn;
    const uint8_t *chosen;
    atomic_int next; /* the first board that nobody has taken */
};

static long process_number(void)
{
#ifdef _WIN32
    return 0; /* Processes cannot be forked. */
#else
    return (long)getpid();
#endif
}

static int64_t action_at(const Pool *pool, int board)
{
    return pool->wide ? ((const int64_t *)pool->actions)[board] : ((const int32_t *)pool->actions)[board];
}

static void do_board(Pool *pool, int board)
{
    Env *env = pool->env;
    switch (pool->job) {
    case JOB_STEP:
        env_step(env, board, (int32_t)action_at(pool, board));
        break;
    case JOB_RESET:
        env_reset(env, board, 0);
        break;
    case JOB_ADVANCE:
        if (pool->chosen[board])
            env_reset(env, board, env->boards[board].game + 1);
        break;
    case JOB_DRAW:
        pool->drawn[board] = env_draw(env, board);
        break;
    }
}

static void do_share(Pool *pool)
{
    for (;;) {
        int first = atomic_fetch_add(&pool->next, PIECE);
        if (first >= pool->env->count)
            return;
        int last = first + PIECE < pool->env->count ? first + PIECE : pool->env->count;
        for (int board = first; board < last; board++)
            do_board(pool, board);
    }
}

static void work(void *argument)
{
    PoolThread *worker = argument;
    for (;;) {
        PyThread_acquire_lock(worker->go, WAIT_LOCK);
        bool quit = worker->pool->quit;
        if (!quit)
            do_share(worker->pool);
        PyThread_release_lock(worker->done);
        if (quit)
            return;
    }
}

/* Stop the threads, and wait for their end. */
static void pool_stop(Pool *pool)
{
    bool ours = pool->process == process_number();
    pool->quit = true;
    for (int n = 0; n < pool->count && ours; n++)
        PyThread_release_lock(pool->workers[n].go);
    for (int n = 0; n < pool->count && ours; n++) {
        PyThread_acquire_lock(pool->workers[n].done, WAIT_LOCK);
        PyThread_free_lock(pool->workers[n].go);
        PyThread_free_lock(pool->workers[n].done);
    }
    free(pool->workers);
    pool->workers = NULL;
    pool->count = 0;
    pool->quit = false;
}

/* Start threads beside the one that calls; fewer if the system has no more. False without memory. */
static bool pool_start(Pool *pool, int threads)
{
    pool->process = process_number();
    pool->workers = calloc((size_t)threads, sizeof *pool->workers);
    if (!pool->workers)
        return false;
    for (int n = 0; n < threads - 1; n++) {
        PoolThread *worker = &pool->workers[n];
        worker->pool = pool;
        worker->go = PyThread_allocate_lock();
        worker->done = PyThread_allocate_lock();
        if (!worker->go || !worker->done)
            break;
        PyThread_acquire_lock(worker->go, WAIT_LOCK);
        PyThread_acquire_lock(worker->done, WAIT_LOCK);
        if (PyThread_start_new_thread(work, worker) == (unsigned long)-1)
            break;
        pool->count++;
    }
    return true;
}

/* Do a job for all boards. */
static void pool_run(Pool *pool, Job job)
{
    pool->job = job;
    atomic_store(&pool->next, 0);
    int useful = (pool->env->count + PIECE - 1) / PIECE - 1, woken = pool->count < useful ? pool->count : useful;
    for (int n = 0; n < woken; n++)
        PyThread_release_lock(pool->workers[n].go);
    do_share(pool);
    for (int n = 0; n < woken; n++)
        PyThread_acquire_lock(pool->workers[n].done, WAIT_LOCK);
}

/* The type ------------------------------------------------------------------------------------------------------- */

enum { OBSERVATIONS, MASKS, REWARDS, TERMINATED, TRUNCATED, ENDED, TO_MOVE, ARRAYS };
static const char *const ARRAY_NAMES[ARRAYS] = {"observations", "masks",    "rewards", "terminated",
                                                "truncated",    "outcomes", "to_move"};

typedef struct {
    PyObject_HEAD
    Env env;
    Pool pool;
    EnvGame *games;
    int game_count, threads;
    PyObject *kernels; /* a list, which keeps the rules alive */
    Py_buffer buffers[ARRAYS];
    int buffer_count;
    atomic_bool busy;
} BatchObject;

/* A batch that one thread uses at a time; false with an exception set if another one does. */
static bool batch_take(BatchObject *self)
{
    if (!atomic_exchange(&self->busy, true))
        return true;
    PyErr_SetString(PyExc_RuntimeError, "another thread is using this batch");
    return false;
}

static void batch_run(BatchObject *self, Job job)
{
    PyThreadState *thread = PyEval_SaveThread();
    if (self->pool.count && self->pool.process != process_number()) {
        pool_stop(&self->pool);
        pool_start(&self->pool, self->threads); /* Without memory the caller does everything. */
    }
    pool_run(&self->pool, job);
    PyEval_RestoreThread(thread);
}

/* A history: as many bytes for the squares as the earlier positions need, each a kind of piece. */
static int parse_history(const Env *env, const Rules *rules, PyObject *object, EnvStart *start)
{
    char *bytes;
    Py_ssize_t size, expected = (Py_ssize_t)env->options.width * env->options.height * env->options.history;
    if (PyBytes_AsStringAndSize(object, &bytes, &size) < 0)
        return -1;
    if (size != expected) {
        PyErr_Format(PyExc_ValueError, "a history has %zd bytes, not %zd", expected, size);
        return -1;
    }
    start->history = malloc(size ? (size_t)size : 1);
    if (!start->history) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t n = 0; n < size; n++) {
        start->history[n] = (uint8_t)bytes[n];
        if (start->history[n] > rules->kinds) {
            PyErr_Format(PyExc_ValueError, "a history holds kind %d; kinds go up to %d", start->history[n],
                         rules->kinds);
            return -1;
        }
    }
    return 0;
}

/* The starts: pairs of a line and a history. */
static int parse_starts(const Env *env, PyObject *starts, EnvGame *game)
{
    Py_ssize_t count = PyTuple_Size(starts);
    if (count < 0)
        return -1;
    if (count == 0 || count > ENV_MAX_BOARDS) {
        PyErr_Format(PyExc_ValueError, "there must be 1 to %d starts, not %zd", ENV_MAX_BOARDS, count);
        return -1;
    }
    game->starts = calloc((size_t)count, sizeof *game->starts);
    for (int side = 0; side < 2; side++)
        game->starts_of[side] = calloc((size_t)count, sizeof *game->starts_of[side]);
    if (!game->starts || !game->starts_of[0] || !game->starts_of[1]) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t n = 0; n < count; n++) {
        EnvStart *start = &game->starts[n];
        PyObject *pair = PyTuple_GetItem(starts, n), *line, *history;
        if (!PyTuple_Check(pair)) {
            PyErr_SetString(PyExc_TypeError, "a start is a tuple of a line and a history");
            return -1;
        }
        if (!PyArg_ParseTuple(pair, "OO;a start is a line and a history", &line, &history) ||
            line_parse(game->rules, line, &start->line) < 0)
            return -1;
        game->start_count++;
        if (parse_history(env, game->rules, history, start) < 0)
            return -1;
        if (board_outcome(game->rules, &start->line.board) ||
            line_outcome(game->rules, &start->line, !start->line.board.to_move)) {
            PyErr_Format(PyExc_ValueError, "start %zd is a game that is over", n);
            return -1;
        }
        int side = start->line.board.to_move;
        game->starts_of[side][game->counts_of[side]++] = (int)n;
    }
    return 0;
}

/* The planes of the kinds of piece while a side is to move. */
static int parse_planes(const Env *env, PyObject *object, const Rules *rules, uint8_t *plane_of)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(object, &bytes, &size) < 0)
        return -1;
    if (size != rules->kinds) {
        PyErr_Format(PyExc_ValueError, "%d kinds of piece need as many planes, not %zd", rules->kinds, size);
        return -1;
    }
    for (int kind = 1; kind <= rules->kinds; kind++) {
        plane_of[kind] = (uint8_t)bytes[kind - 1];
        if (plane_of[kind] >= env->options.kinds) {
            PyErr_Format(PyExc_ValueError, "plane %d is none of the %d of pieces", plane_of[kind], env->options.kinds);
            return -1;
        }
    }
    return 0;
}

/* The games: tuples of a kernel, its planes by side to move, and its starts. */
static int parse_games(BatchObject *self, PyObject *type_kernel, PyObject *games)
{
    Py_ssize_t count = PyTuple_Size(games);
    if (count < 0)
        return -1;
    if (count == 0 || count > ENV_MAX_BOARDS) {
        PyErr_Format(PyExc_ValueError, "there must be 1 to %d games, not %zd", ENV_MAX_BOARDS, count);
        return -1;
    }
    self->games = calloc((size_t)count, sizeof *self->games);
    self->kernels = PyList_New(0);
    if (!self->games || !self->kernels) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t n = 0; n < count; n++) {
        EnvGame *game = &self->games[n];
        PyObject *entry = PyTuple_GetItem(games, n), *kernel, *planes[2], *starts;
        if (!PyTuple_Check(entry)) {
            PyErr_SetString(PyExc_TypeError, "a game is a tuple of a kernel, planes, planes and starts");
            return -1;
        }
        if (!PyArg_ParseTuple(entry, "O!OOO!;a game is a kernel, planes, planes, starts", (PyTypeObject *)type_kernel,
                              &kernel, &planes[0], &planes[1], &PyTuple_Type, &starts))
            return -1;
        if (PyList_Append(self->kernels, kernel) < 0)
            return -1;
        self->game_count++;
        game->rules = ((KernelObject *)kernel)->rules;
        if (game->rules->width != self->env.options.width || game->rules->height != self->env.options.height) {
            PyErr_SetString(PyExc_ValueError, "all games must have boards of the given size");
            return -1;
        }
        for (int side = 0; side < 2; side++)
            if (parse_planes(&self->env, planes[side], game->rules, game->plane_of[side]) < 0)
                return -1;
        if (parse_starts(&self->env, starts, game) < 0)
            return -1;
    }
    return 0;
}

/* A buffer of exactly so many bytes to write to. */
static int take_array(BatchObject *self, PyObject *object, size_t size)
{
    int number = self->buffer_count;
    Py_buffer *buffer = &self->buffers[number];
    if (PyObject_GetBuffer(object, buffer, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
        return -1;
    self->buffer_count++;
    if ((size_t)buffer->len == size)
        return 0;
    PyErr_Format(PyExc_ValueError, "%s must have %zu bytes, not %zd", ARRAY_NAMES[number], size, buffer->len);
    return -1;
}

static int take_arrays(BatchObject *self, PyObject *const *objects, int count, EnvArrays *arrays)
{
    const EnvOptions *options = &self->env.options;
    size_t boards = (size_t)count, squares = (size_t)options->width * (size_t)options->height;
    size_t longer = (size_t)(options->width > options->height ? options->width : options->height);
    size_t actions = squares * ENV_DIRECTIONS * (longer - 1);
    size_t planes = squares * (size_t)options->planes * (options->floats ? sizeof(float) : 1);
    size_t sizes[ARRAYS] = {boards * planes, boards * (options->packed ? (actions + 7) / 8 : actions),
                            boards * 2 * sizeof(float), boards, boards, boards, boards};
    for (int n = 0; n < ARRAYS; n++)
        if (take_array(self, objects[n], sizes[n]) < 0)
            return -1;
    for (int n = OBSERVATIONS; n <= REWARDS; n++)
        if ((uintptr_t)self->buffers[n].buf % (n == MASKS || (n == OBSERVATIONS && !options->floats) ? 1 : sizeof(float))) {
            PyErr_Format(PyExc_ValueError, "%s must be aligned", ARRAY_NAMES[n]);
            return -1;
        }
    *arrays = (EnvArrays){.observations = self->buffers[OBSERVATIONS].buf,
                          .masks = self->buffers[MASKS].buf,
                          .rewards = self->buffers[REWARDS].buf,
                          .terminated = self->buffers[TERMINATED].buf,
                          .truncated = self->buffers[TRUNCATED].buf,
                          .outcomes = self->buffers[ENDED].buf,
                          .to_move = self->buffers[TO_MOVE].buf};
    return 0;
}

/* Everything but the arguments: false with an exception set if something is wrong. */
static bool batch_make(BatchObject *self, PyObject *games, PyObject *const *arrays, int count)
{
    ModuleState *module = state_of((PyObject *)self);
    EnvArrays taken;
    EnvOptions options = self->env.options;
    int shown = options.kinds * (1 + options.history) + 5;
    if (options.planes < shown) {
        PyErr_Format(PyExc_ValueError, "there are at least %d planes, not %d", shown, options.planes);
        return false;
    }
    if (!module || parse_games(self, (PyObject *)module->kernel, games) < 0 ||
        take_arrays(self, arrays, count, &taken) < 0)
        return false;
    const EnvGame **which = malloc((size_t)count * sizeof(EnvGame *));
    for (int n = 0; n < count && which; n++)
        which[n] = &self->games[n % self->game_count];
    bool made = which && env_make(&self->env, &options, &taken, which, count);
    free((void *)which);
    self->pool.env = &self->env;
    if (!made || !pool_start(&self->pool, self->threads)) {
        PyErr_NoMemory();
        return false;
    }
    batch_run(self, JOB_RESET);
    return true;
}

/* The numbers of a batch, each with its bounds; flags are 0 or 1. */
enum { COUNT, WIDTH, HEIGHT, KINDS, PLANES, HISTORY, RANDOM_PLIES, LONGEST, THREADS, BALANCED, AUTORESET, FLOATS, PACKED, NUMBERS };
static const struct {
    const char *name;
    int low, high;
} BOUNDS[NUMBERS] = {
    [COUNT] = {"count", 1, ENV_MAX_BOARDS},
    [WIDTH] = {"width", 1, MAX_WIDTH},
    [HEIGHT] = {"height", 1, MAX_WIDTH},
    [KINDS] = {"kinds", 1, 255},
    [PLANES] = {"planes", 1, 100000},
    [HISTORY] = {"history", 0, ENV_MAX_HISTORY},
    [RANDOM_PLIES] = {"random_plies", 0, MAX_PLIES},
    [LONGEST] = {"max_plies", 1, MAX_PLIES},
    [THREADS] = {"threads", 1, MAX_THREADS},
    [BALANCED] = {"balanced", 0, 1},
    [AUTORESET] = {"autoreset", 0, 1},
    [FLOATS] = {"floats", 0, 1},
    [PACKED] = {"packed", 0, 1},
};

/* The numbers from a dictionary, which has exactly these. */
static int parse_numbers(PyObject *given, int *numbers)
{
    if (PyDict_Size(given) != NUMBERS) {
        PyErr_Format(PyExc_ValueError, "a batch has %d numbers, not %zd", NUMBERS, PyDict_Size(given));
        return -1;
    }
    for (int n = 0; n < NUMBERS; n++) {
        PyObject *value = PyDict_GetItemString(given, BOUNDS[n].name);
        if (!value) {
            PyErr_Format(PyExc_ValueError, "%s is missing", BOUNDS[n].name);
            return -1;
        }
        if (parse_int(value, BOUNDS[n].name, BOUNDS[n].low, BOUNDS[n].high, &numbers[n]) < 0)
            return -1;
    }
    return 0;
}

static PyObject *batch_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"games", "numbers", "seed", "arrays", NULL};
    PyObject *games, *given, *seed, *arrays[ARRAYS];
    int numbers[NUMBERS];
    uint64_t word;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!O!O(OOOOOOO):Batch", names, &PyTuple_Type, &games,
                                     &PyDict_Type, &given, &seed, &arrays[0], &arrays[1], &arrays[2], &arrays[3],
                                     &arrays[4], &arrays[5], &arrays[6]) ||
        parse_numbers(given, numbers) < 0 || parse_word(seed, "seed", &word) < 0)
        return NULL;
    BatchObject *self = new_object(type);
    if (!self)
        return NULL;
    self->threads = numbers[THREADS];
    self->env.options = (EnvOptions){.width = numbers[WIDTH],
                                     .height = numbers[HEIGHT],
                                     .kinds = numbers[KINDS],
                                     .planes = numbers[PLANES],
                                     .history = numbers[HISTORY],
                                     .random_plies = numbers[RANDOM_PLIES],
                                     .max_plies = numbers[LONGEST],
                                     .balanced = numbers[BALANCED] != 0,
                                     .autoreset = numbers[AUTORESET] != 0,
                                     .floats = numbers[FLOATS] != 0,
                                     .packed = numbers[PACKED] != 0,
                                     .seed = word};
    if (batch_make(self, games, arrays, numbers[COUNT]))
        return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void batch_dealloc(PyObject *object)
{
    BatchObject *self = (BatchObject *)object;
    pool_stop(&self->pool);
    env_free(&self->env);
    for (int n = 0; n < self->game_count; n++) {
        EnvGame *game = &self->games[n];
        for (int start = 0; start < game->start_count; start++) {
            line_free(&game->starts[start].line);
            free(game->starts[start].history);
        }
        free(game->starts);
        free(game->starts_of[0]);
        free(game->starts_of[1]);
    }
    free(self->games);
    for (int n = 0; n < self->buffer_count; n++)
        PyBuffer_Release(&self->buffers[n]);
    Py_XDECREF(self->kernels);
    free_object(object);
}

/* Methods -------------------------------------------------------------------------------------------------------- */

static PyObject *batch_reset(PyObject *object, PyObject *seed)
{
    BatchObject *self = (BatchObject *)object;
    uint64_t word;
    if (parse_word(seed, "seed", &word) < 0 || !batch_take(self))
        return NULL;
    self->env.options.seed = word;
    batch_run(self, JOB_RESET);
    atomic_store(&self->busy, false);
    Py_RETURN_NONE;
}

/* A contiguous buffer of as many items as there are boards, each of one of two sizes. */
static int get_items(const BatchObject *self, PyObject *object, Py_buffer *buffer, int flags, const char *formats)
{
    if (PyObject_GetBuffer(object, buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags) < 0)
        return -1;
    const char *format = buffer->format ? buffer->format : "B";
    bool fits = format[0] && !format[1] && strchr(formats, format[0]);
    if (fits && buffer->len == self->env.count * buffer->itemsize && (uintptr_t)buffer->buf % (size_t)buffer->itemsize == 0)
        return 0;
    PyErr_Format(PyExc_ValueError, "expected a buffer of %d items of one of the formats %s, not %zd bytes of %s",
                 self->env.count, formats, buffer->len, format);
    PyBuffer_Release(buffer);
    return -1;
}

static PyObject *batch_advance(PyObject *object, PyObject *chosen)
{
    BatchObject *self = (BatchObject *)object;
    Py_buffer buffer;
    if (get_items(self, chosen, &buffer, 0, "?") < 0)
        return NULL;
    bool taken = batch_take(self);
    if (taken) {
        self->pool.chosen = buffer.buf;
        batch_run(self, JOB_ADVANCE);
        atomic_store(&self->busy, false);
    }
    PyBuffer_Release(&buffer);
    return taken ? Py_NewRef(Py_None) : NULL;
}

/* The first board whose action is not legal, -1 if all are. */
static int first_illegal(const BatchObject *self)
{
    for (int board = 0; board < self->env.count; board++)
        if (!env_is_legal(&self->env, board, action_at(&self->pool, board)))
            return board;
    return -1;
}

static PyObject *batch_step(PyObject *object, PyObject *actions)
{
    BatchObject *self = (BatchObject *)object;
    Py_buffer buffer;
    if (get_items(self, actions, &buffer, 0, "ilq") < 0)
        return NULL;
    int illegal = -1;
    bool taken = batch_take(self);
    if (taken) {
        self->pool.actions = buffer.buf;
        self->pool.wide = buffer.itemsize == sizeof(int64_t);
        illegal = first_illegal(self);
        if (illegal < 0)
            batch_run(self, JOB_STEP);
        atomic_store(&self->busy, false);
    }
    PyBuffer_Release(&buffer);
    return taken ? PyLong_FromLong(illegal) : NULL;
}

static PyObject *batch_draw(PyObject *object, PyObject *actions)
{
    BatchObject *self = (BatchObject *)object;
    Py_buffer buffer;
    if (get_items(self, actions, &buffer, PyBUF_WRITABLE, "il") < 0)
        return NULL;
    bool taken = false;
    if (buffer.itemsize != sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "expected items of four bytes");
    } else if ((taken = batch_take(self))) {
        self->pool.drawn = buffer.buf;
        batch_run(self, JOB_DRAW);
        atomic_store(&self->busy, false);
    }
    PyBuffer_Release(&buffer);
    return taken ? Py_NewRef(Py_None) : NULL;
}

static PyObject *batch_played(PyObject *object, PyObject *number)
{
    BatchObject *self = (BatchObject *)object;
    int board;
    if (parse_int(number, "board", 0, self->env.count - 1, &board) < 0 || !batch_take(self))
        return NULL;
    const EnvBoard *there = &self->env.boards[board];
    PyObject *actions = PyTuple_New(there->played_count);
    for (int n = 0; actions && n < there->played_count; n++) {
        PyObject *action = PyLong_FromLong(there->played[n]);
        if (!action || PyTuple_SetItem(actions, n, action) < 0)
            Py_CLEAR(actions);
    }
    PyObject *found = actions ? Py_BuildValue("(iN)", there->start, actions) : NULL;
    atomic_store(&self->busy, false);
    return found;
}

#define DOC(name, signature, text) name signature "\n--\n\n" text

static PyMethodDef batch_methods[] = {
    {"reset", batch_reset, METH_O,
     DOC("reset", "($self, seed, /)", "Begin the first game of every board, with another seed.")},
    {"advance", batch_advance, METH_O,
     DOC("advance", "($self, chosen, /)", "Begin the next game of the boards whose item is true.")},
    {"step", batch_step, METH_O,
     DOC("step", "($self, actions, /)",
         "Play an action on every board. Returns -1, or the first board whose action is not legal; then nothing has\n"
         "changed.")},
    {"draw", batch_draw, METH_O,
     DOC("draw", "($self, actions, /)", "Write a random legal action for every board; -1 where the game is over.")},
    {"played", batch_played, METH_O,
     DOC("played", "($self, board, /)", "The number of the start of a board's game, and the actions since.")},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot batch_slots[] = {
    {Py_tp_doc, "Batch(games, numbers, seed, arrays)\n--\n\n"
                "Many games that are stepped at once. What is seen of them is written into the arrays.\n\n"
                "Args:\n"
                "    games: For each kind of board a kernel, the planes of its pieces when the attackers are to move,\n"
                "        those when the defenders are, and the starts: lines with the squares of earlier positions.\n"
                "    numbers: A dictionary of sizes and flags.\n"
                "    seed: Decides what is random.\n"
                "    arrays: observations, masks, rewards, terminated, truncated, outcomes and to_move."},
    {Py_tp_new, batch_new},
    {Py_tp_dealloc, batch_dealloc},
    {Py_tp_methods, batch_methods},
    {0, NULL},
};

PyType_Spec batch_spec = {"taflkit.kernel._native.Batch", sizeof(BatchObject), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, batch_slots};
