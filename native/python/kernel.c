/* `Kernel`: rules that run. Single questions about positions and games, perft and random games. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Moves ---------------------------------------------------------------------------------------------------------- */

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

/* The legal move between two squares; -1 and an exception if there is none. */
static int parse_move(const Rules *rules, const Board *board, PyObject *origin, PyObject *target, Move *move)
{
    int overflow, squares = rules->width * rules->height;
    long long from = PyLong_AsLongLongAndOverflow(origin, &overflow); /* -1 if it is too large */
    long long to = PyErr_Occurred() ? -1 : PyLong_AsLongLongAndOverflow(target, &overflow);
    if (PyErr_Occurred())
        return -1;
    if (from >= 0 && from < squares && to >= 0 && to < squares) {
        *move = MOVE(cell_of(rules, (int)from), cell_of(rules, (int)to));
        if (board_is_legal(rules, board, *move))
            return 0;
    }
    PyErr_Format(PyExc_ValueError, "there is no legal move from square %R to square %R", origin, target);
    return -1;
}

static int compare_cells(const void *one, const void *other)
{
    return (int)*(const uint16_t *)one - (int)*(const uint16_t *)other;
}

static PyObject *kernel_step(PyObject *self, PyObject *arguments)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    PyObject *state, *origin, *target;
    Board board;
    Move move;
    Undo undo;
    uint16_t cells[MAX_TAKEN];
    if (!PyArg_ParseTuple(arguments, "OOO:step", &state, &origin, &target) || parse_state(rules, state, &board) < 0 ||
        parse_move(rules, &board, origin, target, &move) < 0)
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
    PyObject *description, *origin, *target, *found = NULL;
    Line line;
    Move move;
    LineUndo undo;
    if (!PyArg_ParseTuple(arguments, "OOO:line_outcome_after", &description, &origin, &target) ||
        line_parse(rules, description, &line) < 0)
        return NULL;
    if (!line_reserve(&line, 1))
        PyErr_NoMemory();
    else if (parse_move(rules, &line.board, origin, target, &move) == 0)
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
    PyObject *state, *plies, *memory = Py_None, *watched = NULL;
    int depth, bulk = 1;
    Board board;
    Control own;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|pOO:perft", names, &state, &plies, &bulk, &memory,
                                     &watched) ||
        parse_state(rules, state, &board) < 0 || parse_int(plies, "depth", 0, MAX_PERFT_DEPTH, &depth) < 0)
        return NULL;
    Control *control = control_of(self, watched, &own);
    ModuleState *module = state_of(self);
    if (!control || !module)
        return NULL;
    if (memory != Py_None && !PyObject_TypeCheck(memory, module->memory)) {
        PyErr_SetString(PyExc_TypeError, "memory must be a Memory or None");
        return NULL;
    }
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
    static char *names[] = {"line", "first", "count", "seed", "max_plies", "control", NULL};
    const Rules *rules = ((KernelObject *)self)->rules;
    PyObject *description, *numbers[4], *watched = NULL;
    uint64_t first, count, seed;
    int max_plies;
    Line line;
    Control own;
    PlayoutCounts counts;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOO|O:playouts", names, &description, &numbers[0],
                                     &numbers[1], &numbers[2], &numbers[3], &watched) ||
        parse_word(numbers[0], "first", &first) < 0 || parse_word(numbers[1], "count", &count) < 0 ||
        parse_word(numbers[2], "seed", &seed) < 0 ||
        parse_int(numbers[3], "max_plies", 1, MAX_PLIES, &max_plies) < 0)
        return NULL;
    Control *control = control_of(self, watched, &own);
    if (!control)
        return NULL;
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
    bool done = playouts(rules, &line, first, count, seed, max_plies, control, watch_poll, &watch, &counts);
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
    KernelObject *self = new_object(type);
    if (!self)
        rules_free(rules);
    else
        self->rules = rules;
    return (PyObject *)self;
}

static void kernel_dealloc(PyObject *self)
{
    rules_free(((KernelObject *)self)->rules);
    free_object(self);
}

#define DOC(name, signature, text) name signature "\n--\n\n" text

static PyMethodDef kernel_methods[] = {
    {"moves", kernel_moves, METH_O,
     DOC("moves", "($self, state, /)", "The legal moves as pairs of squares, sorted by origin and then target.")},
    {"step", kernel_step, METH_VARARGS,
     DOC("step", "($self, state, origin, target, /)",
         "Make a move: the state after it, the squares taken, sorted, and the outcome by the board alone.")},
    {"steps", kernel_steps, METH_O, kernel_steps_doc},
    {"outcome", kernel_outcome, METH_O,
     DOC("outcome", "($self, state, /)", "The outcome of a position that was set up.")},
    {"count", kernel_count, METH_O, DOC("count", "($self, state, /)", "How many legal moves there are.")},
    {"hash", kernel_hash, METH_O,
     DOC("hash", "($self, state, /)", "A number of 64 bits that tells positions apart, the same in every process.")},
    {"line_moves", kernel_line_moves, METH_O,
     DOC("line_moves", "($self, line, /)", "The moves that may be played, forbidden repetitions left out.")},
    {"line_outcome_after", kernel_line_outcome_after, METH_VARARGS,
     DOC("line_outcome_after", "($self, line, origin, target, /)",
         "The outcome after a move, with repetition and limits.")},
    {"perft", (PyCFunction)(void (*)(void))kernel_perft, METH_VARARGS | METH_KEYWORDS,
     DOC("perft", "($self, state, depth, bulk=True, memory=None, control=None)",
         "How many sequences of so many plies there are, repetition and limits left aside.\n\n"
         "With `bulk` the last two plies are counted without making moves. Raises InterruptedError if `control`\n"
         "stops the run.")},
    {"playouts", (PyCFunction)(void (*)(void))kernel_playouts, METH_VARARGS | METH_KEYWORDS,
     DOC("playouts", "($self, line, first, count, seed, max_plies, control=None)",
         "Play random games: how many plies they took together, and how many ended with each outcome.\n\n"
         "Games are numbered from `first`; each depends on `seed` and its number alone. Those that are not over\n"
         "after `max_plies` count as outcome 0. Raises InterruptedError if `control` stops the run.")},
    {"search", (PyCFunction)(void (*)(void))kernel_search, METH_VARARGS | METH_KEYWORDS, kernel_search_doc},
    {"find_win", (PyCFunction)(void (*)(void))kernel_find_win, METH_VARARGS | METH_KEYWORDS, kernel_find_win_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, "Kernel(record)\n--\n\n"
                "Rules that run, read from the record that `taflkit.kernel` writes. Immutable.\n\n"
                "A ValueError says what is wrong with a record, a state, a line or a move."},
    {Py_tp_new, kernel_new},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_methods, kernel_methods},
    {0, NULL},
};

PyType_Spec kernel_spec = {"taflkit.kernel._native.Kernel", sizeof(KernelObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, kernel_slots};

