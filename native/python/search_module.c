/* The searchers for Python: methods of `Kernel`, and the transposition table as a type. */
#include "module.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

#define MOST_MEGABYTES 65536
#define MOST_MOVES_TO_WIN 100
/* The win finder learns other things about moves than the search. */
#define WIN_FINDER (MOST_WORKERS - 1)

typedef struct {
    PyObject_HEAD
    Table table;
} TableObject;

static PyObject *table_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"megabytes", NULL};
    int megabytes;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "i:Table", names, &megabytes))
        return NULL;
    if (megabytes < 1 || megabytes > MOST_MEGABYTES)
        return PyErr_Format(PyExc_ValueError, "a table has 1 to %d megabytes, not %d", MOST_MEGABYTES, megabytes);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    TableObject *self = (TableObject *)allocate(type, 0);
    if (self && !table_make(&self->table, (size_t)megabytes)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void table_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    table_free(&((TableObject *)self)->table);
    release(self);
    Py_DECREF(type);
}

static PyType_Slot table_slots[] = {
    {Py_tp_new, (void *)table_new},
    {Py_tp_dealloc, (void *)table_dealloc},
    {0, NULL},
};

PyType_Spec table_spec = {
    .name = "taflkit.engine._native.Table",
    .basicsize = sizeof(TableObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = table_slots,
};

/* A run: everything that both searchers are given --------------------------------------------------------------- */

typedef struct {
    Watch watch;
    Control *control, own;
    double deadline; /* 0 for none */
    Knowledge know;
    Line line;
    Budget budget;
    SearchTask task;
} Run;

static int poll_run(void *context, uint64_t nodes)
{
    Run *run = context;
    atomic_store_explicit(&run->control->nodes, nodes, memory_order_relaxed);
    if (atomic_load_explicit(&run->control->stop, memory_order_relaxed))
        return STOP_CANCELLED;
    if (run->deadline != 0 && monotonic_seconds() >= run->deadline)
        return STOP_SECONDS;
    return watch_poll(&run->watch) ? STOP_NONE : STOP_INTERRUPTED;
}

static void run_end(Run *run)
{
    if (run->task.worker)
        table_release(run->task.worker);
    line_free(&run->line);
    free(run);
}

static bool read_knowledge(const Rules *rules, PyObject *knowledge, Knowledge *know)
{
    char *bytes;
    Py_ssize_t size;
    const char *error = NULL;
    if (PyBytes_AsStringAndSize(knowledge, &bytes, &size) < 0)
        return false;
    int32_t *words = malloc((size_t)size + sizeof *words);
    if (!words) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(words, bytes, (size_t)size);
    size_t count = size % (Py_ssize_t)sizeof *words ? 0 : (size_t)size / sizeof *words;
    bool read = knowledge_read(rules, words, count, know, &error);
    free(words);
    if (!read)
        PyErr_SetString(PyExc_ValueError, error);
    return read;
}

/* NULL and an exception if anything is wrong. */
static Run *run_begin(PyObject *self, PyObject *description, PyObject *knowledge, PyObject *table, int worker,
                      unsigned long long nodes, double seconds, PyObject *control)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    ModuleState *state = state_of(self);
    if (!state)
        return NULL;
    if (!PyObject_TypeCheck(table, state->table)) {
        PyErr_SetString(PyExc_TypeError, "table must be a Table");
        return NULL;
    }
    if (worker < 0 || worker >= MOST_WORKERS) {
        PyErr_Format(PyExc_ValueError, "a worker's number is from 0 to %d", MOST_WORKERS - 1);
        return NULL;
    }
    if (!(seconds >= 0)) {
        PyErr_SetString(PyExc_ValueError, "seconds must not be negative");
        return NULL;
    }
    Run *run = calloc(1, sizeof *run);
    if (!run) {
        PyErr_NoMemory();
        return NULL;
    }
    run->control = control_of(self, control, &run->own);
    if (!run->control || !read_knowledge(rules, knowledge, &run->know) || line_parse(rules, description, &run->line) < 0) {
        free(run);
        return NULL;
    }
    if (!line_reserve(&run->line, 2 * MOST_PLIES)) {
        run_end(run);
        PyErr_NoMemory();
        return NULL;
    }
    run->deadline = seconds > 0 ? monotonic_seconds() + seconds : 0;
    run->budget = (Budget){.most = nodes ? nodes : UINT64_MAX, .poll = poll_run, .context = run};
    Table *shared = &((TableObject *)table)->table;
    run->task = (SearchTask){.rules = rules, .know = &run->know, .line = &run->line, .table = shared,
                             .budget = &run->budget, .number = worker};
    run->task.worker = table_worker(shared, (size_t)worker, (size_t)(rules->width * rules->height));
    if (!run->task.worker) {
        run_end(run);
        PyErr_SetString(PyExc_RuntimeError, "there is no memory, or another thread is this worker");
        return NULL;
    }
    return run;
}

/* Searching a depth ---------------------------------------------------------------------------------------------- */

/* The legal moves in the order given: each once, and all of them. */
static Move *read_order(const Rules *rules, Line *line, PyObject *order, int *count)
{
    char *bytes;
    Py_ssize_t size;
    size_t room = most_moves(rules);
    if (PyBytes_AsStringAndSize(order, &bytes, &size) < 0)
        return NULL;
    Move *moves = malloc(2 * room * sizeof *moves);
    if (!moves) {
        PyErr_NoMemory();
        return NULL;
    }
    Move *legal = moves + room;
    *count = line_moves(rules, line, legal);
    bool right = *count > 0 && size == *count * (Py_ssize_t)sizeof(uint32_t);
    for (int n = 0; right && n < *count; n++) {
        uint32_t both;
        memcpy(&both, bytes + (size_t)n * sizeof both, sizeof both);
        uint32_t squares = (uint32_t)(rules->width * rules->height);
        right = both / squares < squares;
        if (!right)
            break;
        moves[n] = MOVE(cell_of(rules, (int)(both / squares)), cell_of(rules, (int)(both % squares)));
        int found = 0;
        while (right && found < *count && legal[found] != moves[n])
            found++;
        right = right && found < *count;
        if (right)
            legal[found] = 0;
    }
    if (!right) {
        free(moves);
        PyErr_SetString(PyExc_ValueError, "the moves to try must be the legal moves, each once");
        return NULL;
    }
    return moves;
}

PyObject *kernel_search(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"line",       "knowledge", "table", "order",   "depth",   "reductions",
                            "quiescence", "worker",    "nodes", "seconds", "control", NULL};
    const Rules *rules = ((KernelObject *)self)->rules;
    PyObject *description, *knowledge, *table, *order, *control = NULL;
    int depth, reductions, quiescence, worker = 0, count = 0;
    unsigned long long nodes = 0;
    double seconds = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OSOSipp|iKdO:search", names, &description, &knowledge, &table,
                                     &order, &depth, &reductions, &quiescence, &worker, &nodes, &seconds, &control))
        return NULL;
    if (worker == WIN_FINDER)
        return PyErr_Format(PyExc_ValueError, "a worker's number is from 0 to %d", WIN_FINDER - 1);
    if (depth < 1 || depth > DEEPEST)
        return PyErr_Format(PyExc_ValueError, "the depth is from 1 to %d, not %d", DEEPEST, depth);
    Run *run = run_begin(self, description, knowledge, table, worker, nodes, seconds, control);
    if (!run)
        return NULL;
    Move *moves = read_order(rules, &run->line, order, &count);
    SearchResult *result = calloc(1, sizeof *result);
    PyObject *answer = NULL;
    if (moves && result) {
        run->task.depth = depth;
        run->task.reductions = reductions != 0;
        run->task.quiescence = quiescence != 0;
        watch_begin(&run->watch);
        bool done = search_depth(&run->task, moves, count, result);
        watch_end(&run->watch);
        if (!done)
            PyErr_NoMemory();
        else if (run->budget.stopped != STOP_INTERRUPTED) {
            PyObject *line = move_pairs(rules, result->line, result->length);
            if (line)
                answer = Py_BuildValue("(NiKi)", line, result->value, (unsigned long long)run->budget.nodes,
                                       run->budget.stopped);
        }
    } else if (moves)
        PyErr_NoMemory();
    free(moves);
    free(result);
    run_end(run);
    return answer;
}

PyObject *kernel_find_win(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"line", "knowledge", "table", "first", "within", "nodes", "seconds", "control", NULL};
    PyObject *description, *knowledge, *table, *control = NULL;
    int first, within;
    unsigned long long nodes = 0;
    double seconds = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OSOii|KdO:find_win", names, &description, &knowledge, &table,
                                     &first, &within, &nodes, &seconds, &control))
        return NULL;
    if (first < 1 || first > within || within > MOST_MOVES_TO_WIN)
        return PyErr_Format(PyExc_ValueError, "a win is looked for in 1 to %d moves", MOST_MOVES_TO_WIN);
    Run *run = run_begin(self, description, knowledge, table, WIN_FINDER, nodes, seconds, control);
    if (!run)
        return NULL;
    WinResult *result = calloc(1, sizeof *result);
    PyObject *answer = NULL;
    if (result) {
        watch_begin(&run->watch);
        bool done = find_win(&run->task, first, within, result);
        watch_end(&run->watch);
        if (!done)
            PyErr_NoMemory();
        else if (run->budget.stopped != STOP_INTERRUPTED) {
            PyObject *line = move_pairs(run->task.rules, result->line, result->length);
            if (line)
                answer = Py_BuildValue("(iNiKi)", result->moves, line, result->certain,
                                       (unsigned long long)run->budget.nodes, run->budget.stopped);
        }
    } else
        PyErr_NoMemory();
    free(result);
    run_end(run);
    return answer;
}

int add_weights(PyObject *module)
{
    PyObject *names = PyTuple_New(WEIGHTS);
    for (int n = 0; names && n < WEIGHTS; n++) {
        PyObject *name = PyUnicode_FromString(weight_names[n]);
        if (!name || PyTuple_SetItem(names, n, name) < 0)
            Py_CLEAR(names);
    }
    int failed = !names || PyModule_AddObjectRef(module, "WEIGHTS", names) < 0 ||
                 PyModule_AddIntMacro(module, MAX_WEIGHT) < 0 || PyModule_AddIntMacro(module, MAX_THREATS) < 0;
    Py_XDECREF(names);
    return failed ? -1 : 0;
}
