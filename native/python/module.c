/* `taflkit.engine._native`: the kernel as a Python module. What it offers is described in `_native.pyi`. */

#include "module.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_DEPTH 64
#define MOST_PLIES 1000000
#define MOST_MEGABYTES 65536
/* Signals are looked at this often, in seconds. */
#define POLL_SECONDS 0.02

double monotonic_seconds(void)
{
    struct timespec now;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    timespec_get(&now, TIME_UTC);
#endif
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void watch_begin(Watch *watch)
{
    watch->interrupted = false;
    watch->next = monotonic_seconds() + POLL_SECONDS;
    watch->thread = PyEval_SaveThread();
}

bool watch_poll(void *context)
{
    Watch *watch = context;
    double now = monotonic_seconds();
    if (watch->interrupted || now < watch->next)
        return !watch->interrupted;
    PyEval_RestoreThread(watch->thread);
    watch->interrupted = PyErr_CheckSignals() < 0;
    watch->thread = PyEval_SaveThread();
    watch->next = now + POLL_SECONDS;
    return !watch->interrupted;
}

void watch_end(Watch *watch)
{
    PyEval_RestoreThread(watch->thread);
}

ModuleState *state_of(PyObject *kernel)
{
    return PyType_GetModuleState(Py_TYPE(kernel));
}

Control *control_of(PyObject *kernel, PyObject *object, Control *own)
{
    if (!object || object == Py_None) {
        atomic_init(&own->stop, false);
        atomic_init(&own->nodes, 0);
        return own;
    }
    ModuleState *state = state_of(kernel);
    if (!state)
        return NULL;
    if (!PyObject_TypeCheck(object, state->control)) {
        PyErr_SetString(PyExc_TypeError, "control must be a Control or None");
        return NULL;
    }
    return &((ControlObject *)object)->control;
}

/* States --------------------------------------------------------------------------------------------------------- */

static Py_ssize_t state_size(const Rules *rules)
{
    return rules->width * rules->height + 3;
}

static int read_state(const Rules *rules, const char *bytes, Board *board)
{
    const uint8_t *kinds = (const uint8_t *)bytes;
    int squares = rules->width * rules->height;
    int to_move = kinds[squares], going_on = (kinds[squares + 1] | kinds[squares + 2] << 8) - 1;
    for (int square = 0; square < squares; square++)
        if (kinds[square] > rules->kinds) {
            PyErr_Format(PyExc_ValueError, "square %d of the state holds %d; kinds of piece go up to %d", square,
                         kinds[square], rules->kinds);
            return -1;
        }
    if (to_move > 1) {
        PyErr_Format(PyExc_ValueError, "the side to move is 0 or 1, not %d", to_move);
        return -1;
    }
    if (going_on >= squares || (going_on >= 0 && rules->side[kinds[going_on]] != to_move)) {
        PyErr_SetString(PyExc_ValueError, "the square that goes on holds no piece of the side to move");
        return -1;
    }
    if (!board_set(rules, board, kinds, to_move, going_on)) {
        PyErr_Format(PyExc_ValueError, "there are more than %d kings", MAX_KINGS);
        return -1;
    }
    return 0;
}

static int parse_state(const Rules *rules, PyObject *object, Board *board)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(object, &bytes, &size) < 0)
        return -1;
    if (size != state_size(rules)) {
        PyErr_Format(PyExc_ValueError, "a state has %zd bytes, not %zd", state_size(rules), size);
        return -1;
    }
    return read_state(rules, bytes, board);
}

PyObject *make_state(const Rules *rules, const Board *board)
{
    PyObject *state = PyBytes_FromStringAndSize(NULL, state_size(rules));
    if (!state)
        return NULL;
    int squares = rules->width * rules->height;
    char *bytes = PyBytes_AsString(state);
    for (int square = 0; square < squares; square++)
        bytes[square] = (char)board->cell[cell_of(rules, square)];
    int going_on = board->going_on ? square_of(rules, board->going_on) + 1 : 0;
    bytes[squares] = (char)board->to_move;
    bytes[squares + 1] = (char)(going_on & 0xFF);
    bytes[squares + 2] = (char)(going_on >> 8);
    return state;
}

int line_parse(const Rules *rules, PyObject *description, Line *line)
{
    char *bytes;
    Py_ssize_t size, each = state_size(rules);
    PyObject *states;
    memset(line, 0, sizeof *line);
    if (!PyTuple_Check(description)) {
        PyErr_SetString(PyExc_TypeError, "a line is a tuple: states, turns, captureless, move limit");
        return -1;
    }
    if (!PyArg_ParseTuple(description, "Siii;a line is (states, turns, captureless, move limit)", &states, &line->past.turns,
                          &line->past.captureless, &line->past.move_limit))
        return -1;
    if (PyBytes_AsStringAndSize(states, &bytes, &size) < 0)
        return -1;
    if (size == 0 || size % each || size / each > MOST_PLIES) {
        PyErr_Format(PyExc_ValueError, "the states of a line are some times %zd bytes, not %zd", each, size);
        return -1;
    }
    const Past *past = &line->past;
    if (past->turns < 0 || past->captureless < 0 || past->move_limit < 0 || past->turns > INT32_MAX - MOST_PLIES ||
        past->captureless > INT32_MAX - MOST_PLIES) {
        PyErr_SetString(PyExc_ValueError, "turns, captureless and move limit are not negative, and not huge");
        return -1;
    }
    if (!line_reserve(line, (int)(size / each))) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t at = 0; at < size; at += each) {
        if (read_state(rules, bytes + at, &line->board) < 0) {
            line_free(line);
            return -1;
        }
        line->hashes[line->length++] = rules->symmetric ? board_image_hash(rules, &line->board) : line->board.hash;
    }
    line->past.reversible = line->length - 1;
    return 0;
}

void line_free(Line *line)
{
    free(line->hashes);
    line->hashes = NULL;
}

/* Moves ---------------------------------------------------------------------------------------------------------- */

PyObject *move_pairs(const Rules *rules, const Move *moves, int count)
{
    PyObject *list = PyList_New(count);
    for (int n = 0; list && n < count; n++) {
        PyObject *pair = Py_BuildValue("(ii)", square_of(rules, FROM(moves[n])), square_of(rules, TO(moves[n])));
        if (!pair || PyList_SetItem(list, n, pair) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Room for every move there may be; NULL and an exception without memory. */
static Move *move_room(void)
{
    Move *moves = malloc(MAX_MOVES * sizeof *moves);
    if (!moves)
        PyErr_NoMemory();
    return moves;
}

static PyObject *kernel_moves(PyObject *self, PyObject *state)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    Board board;
    if (parse_state(rules, state, &board) < 0)
        return NULL;
    Move *moves = move_room();
    if (!moves)
        return NULL;
    PyObject *list = move_pairs(rules, moves, board_moves(rules, &board, moves));
    free(moves);
    return list;
}

static PyObject *kernel_line_moves(PyObject *self, PyObject *description)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    Line line;
    if (line_parse(rules, description, &line) < 0)
        return NULL;
    Move *moves = move_room();
    PyObject *list = moves ? move_pairs(rules, moves, line_moves(rules, &line, moves)) : NULL;
    free(moves);
    line_free(&line);
    return list;
}

/* The legal move between two squares; false and an exception if there is none. */
static bool legal_move(const Rules *rules, const Board *board, int origin, int target, Move *move)
{
    int squares = rules->width * rules->height;
    if (origin >= 0 && origin < squares && target >= 0 && target < squares) {
        *move = MOVE(cell_of(rules, origin), cell_of(rules, target));
        if (board_is_legal(rules, board, *move))
            return true;
    }
    PyErr_Format(PyExc_ValueError, "there is no legal move from square %d to square %d", origin, target);
    return false;
}

static int compare_cells(const void *one, const void *other)
{
    return (int)*(const uint16_t *)one - (int)*(const uint16_t *)other;
}

static PyObject *kernel_step(PyObject *self, PyObject *arguments)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    PyObject *state;
    int origin, target;
    Board board;
    Move move;
    Undo undo;
    uint16_t cells[MAX_TAKEN];
    if (!PyArg_ParseTuple(arguments, "Oii:step", &state, &origin, &target) || parse_state(rules, state, &board) < 0 ||
        !legal_move(rules, &board, origin, target, &move))
        return NULL;
    Outcome outcome = board_make(rules, &board, move, &undo);
    for (int n = 0; n < undo.count; n++)
        cells[n] = undo.taken[n].cell;
    qsort(cells, undo.count, sizeof *cells, compare_cells);
    PyObject *taken = PyTuple_New(undo.count);
    for (int n = 0; taken && n < undo.count; n++) {
        PyObject *square = PyLong_FromLong(square_of(rules, cells[n]));
        if (!square || PyTuple_SetItem(taken, n, square) < 0)
            Py_CLEAR(taken);
    }
    PyObject *after = make_state(rules, &board);
    if (taken && after)
        return Py_BuildValue("(NNi)", after, taken, outcome);
    Py_XDECREF(taken);
    Py_XDECREF(after);
    return NULL;
}

static PyObject *kernel_line_outcome_after(PyObject *self, PyObject *arguments)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    PyObject *description, *found = NULL;
    int origin, target;
    Line line;
    Move move;
    LineUndo undo;
    if (!PyArg_ParseTuple(arguments, "Oii:line_outcome_after", &description, &origin, &target) ||
        line_parse(rules, description, &line) < 0)
        return NULL;
    if (!line_reserve(&line, 1))
        PyErr_NoMemory();
    else if (legal_move(rules, &line.board, origin, target, &move))
        found = PyLong_FromLong(line_make(rules, &line, move, &undo));
    line_free(&line);
    return found;
}

static PyObject *kernel_outcome(PyObject *self, PyObject *state)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    Board board;
    return parse_state(rules, state, &board) < 0 ? NULL : PyLong_FromLong(board_outcome(rules, &board));
}

static PyObject *kernel_count(PyObject *self, PyObject *state)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    Board board;
    return parse_state(rules, state, &board) < 0 ? NULL : PyLong_FromLong(board_count(rules, &board));
}

static PyObject *kernel_hash(PyObject *self, PyObject *state)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    Board board;
    return parse_state(rules, state, &board) < 0 ? NULL : PyLong_FromUnsignedLongLong(board.hash);
}

/* Whole loops ---------------------------------------------------------------------------------------------------- */

/* What counting lines of play remembers. */
typedef struct {
    PyObject_HEAD
    PerftTable table;
} MemoryObject;

/* An exception for a run that did not come to its end. */
static PyObject *stopped(const Watch *watch)
{
    if (!watch->interrupted)
        PyErr_SetString(PyExc_InterruptedError, "the run was stopped");
    return NULL;
}

static PyObject *kernel_perft(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"state", "depth", "bulk", "memory", "control", NULL};
    const Rules *rules = ((KernelObject *)self)->rules;
    PyObject *state, *memory = Py_None, *watched = NULL;
    int depth, bulk = 1;
    Board board;
    Control own;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "Oi|pOO:perft", names, &state, &depth, &bulk, &memory,
                                     &watched) ||
        parse_state(rules, state, &board) < 0)
        return NULL;
    Control *control = control_of(self, watched, &own);
    ModuleState *module = state_of(self);
    if (!control || !module)
        return NULL;
    if (memory != Py_None && !PyObject_TypeCheck(memory, module->memory)) {
        PyErr_SetString(PyExc_TypeError, "memory must be a Memory or None");
        return NULL;
    }
    if (depth < 0 || depth > MOST_DEPTH)
        return PyErr_Format(PyExc_ValueError, "the depth goes from 0 to %d", MOST_DEPTH);
    PerftTable *table = memory == Py_None ? NULL : &((MemoryObject *)memory)->table;
    Watch watch;
    uint64_t total;
    watch_begin(&watch);
    bool done = perft(rules, &board, depth, bulk != 0, table, control, watch_poll, &watch, &total);
    watch_end(&watch);
    return done ? PyLong_FromUnsignedLongLong(total) : stopped(&watch);
}

static PyObject *kernel_playouts(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"line", "first", "count", "seed", "most_plies", "control", NULL};
    const Rules *rules = ((KernelObject *)self)->rules;
    PyObject *description, *watched = NULL;
    unsigned long long first, count, seed;
    int most_plies;
    Line line;
    Control own;
    PlayoutCounts counts;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OKKKi|O:playouts", names, &description, &first, &count, &seed,
                                     &most_plies, &watched))
        return NULL;
    Control *control = control_of(self, watched, &own);
    if (!control)
        return NULL;
    if (most_plies < 1 || most_plies > MOST_PLIES)
        return PyErr_Format(PyExc_ValueError, "a game has 1 to %d plies", MOST_PLIES);
    if (line_parse(rules, description, &line) < 0)
        return NULL;
    Move *moves = move_room();
    bool over = moves && line_moves(rules, &line, moves) == 0;
    free(moves);
    if (!moves || over) {
        line_free(&line);
        if (over)
            PyErr_SetString(PyExc_ValueError, "the game is over");
        return NULL;
    }
    Watch watch;
    watch_begin(&watch);
    bool done = playouts(rules, &line, first, count, seed, most_plies, control, watch_poll, &watch, &counts);
    watch_end(&watch);
    line_free(&line);
    if (!done && !watch.interrupted && !atomic_load(&control->stop))
        return PyErr_NoMemory();
    if (!done)
        return stopped(&watch);
    PyObject *outcomes = PyTuple_New(OUTCOMES);
    for (int n = 0; outcomes && n < OUTCOMES; n++) {
        PyObject *number = PyLong_FromUnsignedLongLong(counts.outcomes[n]);
        if (!number || PyTuple_SetItem(outcomes, n, number) < 0)
            Py_CLEAR(outcomes);
    }
    return outcomes ? Py_BuildValue("(KN)", counts.plies, outcomes) : NULL;
}

/* Types ---------------------------------------------------------------------------------------------------------- */

static PyObject *kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"record", NULL};
    PyObject *record;
    char *bytes, error[256];
    Py_ssize_t size;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "S:Kernel", names, &record) ||
        PyBytes_AsStringAndSize(record, &bytes, &size) < 0)
        return NULL;
    if (size % (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "a record of rules is made of words of four bytes");
        return NULL;
    }
    int32_t *words = malloc(size ? (size_t)size : 1);
    if (!words)
        return PyErr_NoMemory();
    memcpy(words, bytes, (size_t)size);
    Rules *rules = rules_read(words, (size_t)size / sizeof *words, error, sizeof error);
    free(words);
    if (!rules) {
        PyErr_SetString(PyExc_ValueError, error);
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    KernelObject *self = (KernelObject *)allocate(type, 0);
    if (!self)
        rules_free(rules);
    else
        self->rules = rules;
    return (PyObject *)self;
}

static void deallocate(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *memory_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"megabytes", NULL};
    int megabytes;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "i:Memory", names, &megabytes))
        return NULL;
    if (megabytes < 1 || megabytes > MOST_MEGABYTES)
        return PyErr_Format(PyExc_ValueError, "the megabytes go from 1 to %d", MOST_MEGABYTES);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    MemoryObject *self = (MemoryObject *)allocate(type, 0);
    if (!self)
        return NULL;
    uint64_t count = 1;
    while (count * 2 * sizeof(PerftPlace) <= (uint64_t)megabytes << 20)
        count *= 2;
    self->table.mask = count - 1;
    if (count <= SIZE_MAX / sizeof(PerftPlace))
        self->table.places = calloc((size_t)count, sizeof(PerftPlace));
    if (self->table.places)
        return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return PyErr_NoMemory();
}

static void memory_dealloc(PyObject *self)
{
    free(((MemoryObject *)self)->table.places);
    deallocate(self);
}

static PyType_Slot memory_slots[] = {
    {Py_tp_new, memory_new},
    {Py_tp_dealloc, memory_dealloc},
    {0, NULL},
};

static PyType_Spec memory_spec = {"taflkit.engine._native.Memory", sizeof(MemoryObject), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, memory_slots};

static void kernel_dealloc(PyObject *self)
{
    rules_free(((KernelObject *)self)->rules);
    deallocate(self);
}

static PyMethodDef kernel_methods[] = {
    {"moves", kernel_moves, METH_O, NULL},
    {"step", kernel_step, METH_VARARGS, NULL},
    {"outcome", kernel_outcome, METH_O, NULL},
    {"count", kernel_count, METH_O, NULL},
    {"hash", kernel_hash, METH_O, NULL},
    {"line_moves", kernel_line_moves, METH_O, NULL},
    {"line_outcome_after", kernel_line_outcome_after, METH_VARARGS, NULL},
    {"perft", (PyCFunction)(void (*)(void))kernel_perft, METH_VARARGS | METH_KEYWORDS, NULL},
    {"playouts", (PyCFunction)(void (*)(void))kernel_playouts, METH_VARARGS | METH_KEYWORDS, NULL},
    {"search", (PyCFunction)(void (*)(void))kernel_search, METH_VARARGS | METH_KEYWORDS, NULL},
    {"find_win", (PyCFunction)(void (*)(void))kernel_find_win, METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_new, kernel_new},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_methods, kernel_methods},
    {0, NULL},
};

static PyType_Spec kernel_spec = {"taflkit.engine._native.Kernel", sizeof(KernelObject), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, kernel_slots};

static PyObject *control_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, ":Control", names))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    ControlObject *self = (ControlObject *)allocate(type, 0);
    if (self) {
        atomic_init(&self->control.stop, false);
        atomic_init(&self->control.nodes, 0);
    }
    return (PyObject *)self;
}

static PyObject *control_stop(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    atomic_store(&((ControlObject *)self)->control.stop, true);
    Py_RETURN_NONE;
}

static PyObject *control_nodes(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromUnsignedLongLong(atomic_load(&((ControlObject *)self)->control.nodes));
}

static PyMethodDef control_methods[] = {
    {"stop", control_stop, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef control_getters[] = {
    {"nodes", control_nodes, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot control_slots[] = {
    {Py_tp_new, control_new},
    {Py_tp_dealloc, deallocate},
    {Py_tp_methods, control_methods},
    {Py_tp_getset, control_getters},
    {0, NULL},
};

static PyType_Spec control_spec = {"taflkit.engine._native.Control", sizeof(ControlObject), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, control_slots};

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, (PyTypeObject *)type) < 0)
        Py_CLEAR(type);
    return (PyTypeObject *)type;
}

static int execute(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    state->kernel = add_type(module, &kernel_spec);
    state->control = add_type(module, &control_spec);
    state->memory = add_type(module, &memory_spec);
    state->table = add_type(module, &table_spec);
    state->stepper = add_type(module, &stepper_spec);
    state->state = add_type(module, &state_spec);
    if (!(state->kernel && state->control && state->memory && state->table && state->stepper && state->state))
        return -1;
    return add_constants(module);
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    ModuleState *state = PyModule_GetState(module);
    Py_VISIT(state->kernel);
    Py_VISIT(state->control);
    Py_VISIT(state->memory);
    Py_VISIT(state->table);
    Py_VISIT(state->stepper);
    Py_VISIT(state->state);
    return 0;
}

static int clear(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    Py_CLEAR(state->kernel);
    Py_CLEAR(state->control);
    Py_CLEAR(state->memory);
    Py_CLEAR(state->table);
    Py_CLEAR(state->stepper);
    Py_CLEAR(state->state);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "taflkit.engine._native",
    .m_size = sizeof(ModuleState),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
