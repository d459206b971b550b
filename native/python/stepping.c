/* Single steps for Python: games whose states are kept here, so that playing and listing moves make few objects. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* `Stepper`: what the states of games under some rules share. */
typedef struct {
    PyObject_HEAD
    PyObject *kernel;      /* keeps the rules alive */
    const Rules *rules;
    PyTypeObject *game;    /* the classes of what comes out */
    PyTypeObject *legal_moves;
    PyObject *move_between; /* the function from two squares to the one move between them */
    Py_ssize_t items;       /* where in a list its moves stand, see `find_items` */
    PyObject **moves;       /* those asked for so far; `place_of` says where */
    PyObject *variant_name, *previous_name, *limit_name, *state_name, *number_name;
} StepperObject;

/* `State`: a position with its past, immutable. The board stands at the end, cut off after its last row. */
typedef struct StateObject {
    PyObject_VAR_HEAD
    StepperObject *stepper;
    struct StateObject *previous;
    uint64_t *hashes; /* of the positions before the first state of a chain, oldest first */
    int hash_count;
    uint64_t hash; /* as repetition compares it */
    PyObject *moves; /* once they have been listed; a game is asked for them more than once, as a rule */
    Past past;
    Move move;
    Outcome outcome, board_outcome; /* with the past, and by the board alone */
    Board board;
} StateObject;

static int squares_of(const Rules *rules)
{
    return rules->width * rules->height;
}

/* How many bytes of a board are in use. */
static size_t board_size(const Rules *rules)
{
    return offsetof(Board, cell) + (size_t)(rules->height + 2) * STRIDE;
}

static StateObject *new_state(PyTypeObject *type, StepperObject *stepper)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    StateObject *state = (StateObject *)allocate(type, (Py_ssize_t)(stepper->rules->height + 2) * STRIDE);
    if (state) {
        Py_INCREF((PyObject *)stepper);
        state->stepper = stepper;
    }
    return state;
}

static void state_dealloc(PyObject *object)
{
    StateObject *state = (StateObject *)object, *previous = state->previous;
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    free(state->hashes);
    Py_XDECREF(state->moves);
    Py_XDECREF((PyObject *)state->stepper);
    release(object);
    Py_DECREF((PyObject *)type);
    /* Long games are long chains: taken apart one by one, not by a recursion as deep. */
    while (previous && Py_REFCNT((PyObject *)previous) == 1) {
        StateObject *before = previous->previous;
        previous->previous = NULL;
        Py_DECREF((PyObject *)previous);
        previous = before;
    }
    Py_XDECREF((PyObject *)previous);
}

/* How many places there are for moves from a square: for the targets in its row, and then for those in its column. No
 * place is left for what cannot be, since listing moves reads from all over the table, which had better stay cached. */
static unsigned places_from(const Rules *rules)
{
    return (unsigned)(rules->width + rules->height);
}

static int places(const Rules *rules)
{
    return squares_of(rules) * (int)places_from(rules);
}

/* Where the moves from a cell are kept; and a move, which goes along a row or a column. */
static unsigned first_place(const Rules *rules, unsigned cell)
{
    return (unsigned)square_of(rules, cell) * places_from(rules);
}

static unsigned place_of(const Rules *rules, Move move)
{
    unsigned from = FROM(move), to = TO(move);
    unsigned at = from / STRIDE == to / STRIDE ? to % STRIDE : (unsigned)rules->width + to / STRIDE;
    return first_place(rules, from) + at - 1;
}

/* The interned move that belongs to a place; a borrowed reference. */
static PyObject *move_at(StepperObject *stepper, unsigned place)
{
    PyObject **known = &stepper->moves[place];
    if (!*known) {
        const Rules *rules = stepper->rules;
        int width = rules->width, from = (int)(place / places_from(rules)), at = (int)(place % places_from(rules));
        int to = at < width ? from / width * width + at : (at - width) * width + from % width;
        PyObject *made = PyObject_CallFunction(stepper->move_between, "ii", from, to);
        if (!made)
            return NULL;
        /* Python code has run: another thread may have been quicker. */
        if (*known)
            Py_DECREF(made);
        else
            *known = made;
    }
    return *known;
}

/* How often the position of a state stands in its past, itself counted, up to `enough`. */
static int occurrences(const StateObject *state, int enough)
{
    int found = 1, left = state->past.reversible;
    const StateObject *at = state;
    for (; left > 0 && at->previous && found < enough; left--) {
        at = at->previous;
        found += at->hash == state->hash;
    }
    for (int n = at->hash_count - 1; n >= 0 && left > 0 && found < enough; n--, left--)
        found += at->hashes[n] == state->hash;
    return found;
}

static bool is_repeated(const Rules *rules, const StateObject *state)
{
    if (rules->repetition != REPETITION_ENDS || state->board.going_on || state->past.reversible < 2)
        return false;
    return occurrences(state, rules->occurrences) >= rules->occurrences;
}

static bool is_legal(const Rules *rules, const StateObject *state, Move move)
{
    if (!state->board.going_on)
        return board_is_legal(rules, &state->board, move);
    Board whole; /* A piece that goes on tries its captures on a copy. */
    memcpy(&whole, &state->board, board_size(rules));
    return board_is_legal(rules, &whole, move);
}

static StateObject *state_after(StateObject *state, Move move)
{
    const Rules *rules = state->stepper->rules;
    StateObject *after = new_state(Py_TYPE((PyObject *)state), state->stepper);
    if (!after)
        return NULL;
    Board board;
    Undo undo;
    memcpy(&board, &state->board, board_size(rules));
    after->board_outcome = after->outcome = board_make(rules, &board, move, &undo);
    memcpy(&after->board, &board, board_size(rules));
    after->move = move;
    after->hash = rules->symmetric ? board_image_hash(rules, &board) : board.hash;
    after->past = state->past;
    past_advance(rules, &after->past, &undo, board.to_move);
    Py_INCREF((PyObject *)state);
    after->previous = state;
    if (!after->outcome) {
        bool repeated = is_repeated(rules, after);
        after->outcome = outcome_by_past(rules, &after->past, undo.to_move, board.to_move, repeated,
                                         repeated || board_can_move(rules, &board));
    }
    return after;
}

/* A game after another, with only what tells it: the rest is worked out when it is asked for. */
static PyObject *new_game(StepperObject *stepper, PyObject *game, StateObject *state)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(stepper->game, Py_tp_alloc);
    PyObject *variant = PyObject_GetAttr(game, stepper->variant_name);
    PyObject *limit = variant ? PyObject_GetAttr(game, stepper->limit_name) : NULL;
    PyObject *after = limit ? allocate(stepper->game, 0) : NULL;
    /* The class is frozen to everybody else. */
    if (after && (PyObject_GenericSetAttr(after, stepper->variant_name, variant) < 0 ||
                  PyObject_GenericSetAttr(after, stepper->limit_name, limit) < 0 ||
                  PyObject_GenericSetAttr(after, stepper->previous_name, game) < 0 ||
                  PyObject_GenericSetAttr(after, stepper->state_name, (PyObject *)state) < 0))
        Py_CLEAR(after);
    Py_XDECREF(variant);
    Py_XDECREF(limit);
    return after;
}

static PyObject *state_play(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    StateObject *state = (StateObject *)self;
    StepperObject *stepper = state->stepper;
    const Rules *rules = stepper->rules;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "play takes a game, whose state this is, and a move");
        return NULL;
    }
    PyObject *number = PyObject_GetAttr(arguments[1], stepper->number_name);
    if (!number) {
        PyErr_Clear();
        Py_RETURN_NONE; /* It is no move at all. */
    }
    long value = PyLong_AsLong(number), squares = squares_of(rules);
    Py_DECREF(number);
    if (value == -1 && PyErr_Occurred())
        return NULL;
    if (state->outcome || value < 0 || value >= squares * squares)
        Py_RETURN_NONE;
    Move move = MOVE(cell_of(rules, (int)(value / squares)), cell_of(rules, (int)(value % squares)));
    if (FROM(move) / STRIDE != TO(move) / STRIDE && FROM(move) % STRIDE != TO(move) % STRIDE)
        Py_RETURN_NONE; /* Nobody moves askew, and such a move has no place in the table. */
    /* A move of a board of another size is another object. */
    PyObject *known = move_at(stepper, place_of(rules, move));
    if (!known)
        return NULL;
    if (known != arguments[1] || !is_legal(rules, state, move))
        Py_RETURN_NONE;
    StateObject *after = state_after(state, move);
    PyObject *game = after ? new_game(stepper, arguments[0], after) : NULL;
    Py_XDECREF((PyObject *)after);
    return game;
}

/* The places of the moves of a piece that must go on, which are few. */
static int find_going_on(const Rules *rules, const Board *board, uint16_t *found)
{
    Board whole;
    Move moves[MAX_PIECE_MOVES];
    memcpy(&whole, board, board_size(rules));
    int count = board_moves_from(rules, &whole, whole.going_on, moves);
    for (int n = 0; n < count; n++)
        found[n] = (uint16_t)place_of(rules, moves[n]);
    return count;
}

/* The places of the legal moves, in the order of their squares. */
static int find_places(const Rules *rules, const Board *board, uint16_t *found)
{
    if (board->going_on)
        return find_going_on(rules, board, found);
    int count = 0;
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = board->row[board->to_move][r]; own; own &= own - 1) {
            uint32_t row, column;
            unsigned cell = r * STRIDE + (unsigned)lowest_bit(own);
            unsigned in_row = first_place(rules, cell) - 1, in_column = in_row + (unsigned)rules->width;
            board_reach(rules, board, board->cell[cell], cell, &row, &column);
            uint32_t under = column & ((1u << r) - 1), above = column ^ under;
            for (; under; under &= under - 1)
                found[count++] = (uint16_t)(in_column + (unsigned)lowest_bit(under));
            for (; row; row &= row - 1)
                found[count++] = (uint16_t)(in_row + (unsigned)lowest_bit(row));
            for (; above; above &= above - 1)
                found[count++] = (uint16_t)(in_column + (unsigned)lowest_bit(above));
        }
    return count;
}

static PyObject *find_moves(const StateObject *state)
{
    StepperObject *stepper = state->stepper;
    allocfunc allocate = (allocfunc)PyType_GetSlot(stepper->legal_moves, Py_tp_alloc);
    uint16_t found[MAX_MOVES];
    int count = state->outcome ? 0 : find_places(stepper->rules, &state->board, found);
    PyObject *list = allocate(stepper->legal_moves, count);
    if (!list)
        return NULL;
    /* Moves know their grid, and a grid knows no lists of moves, so no cycle goes through one: the garbage collector,
     * which would look at every move of every list again and again, has nothing to find there. */
    PyObject_GC_UnTrack(list);
    PyObject **items = stepper->items ? (PyObject **)(void *)((char *)list + stepper->items) : NULL;
    for (int n = 0; n < count; n++) {
        PyObject *move = stepper->moves[found[n]];
        if (!move && !(move = move_at(stepper, found[n]))) {
            Py_DECREF(list);
            return NULL;
        }
        Py_INCREF(move);
        if (items)
            items[n] = move;
        else if (PyTuple_SetItem(list, n, move) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *state_moves(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    StateObject *state = (StateObject *)self;
    if (!state->moves) {
        PyObject *found = find_moves(state);
        if (state->moves) /* Another thread was quicker. */
            Py_XDECREF(found);
        else
            state->moves = found;
    }
    Py_XINCREF(state->moves);
    return state->moves;
}

static PyObject *state_bytes(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    return make_state(state->stepper->rules, &state->board);
}

/* The enemies that stood before the last move and do not any more. */
static PyObject *state_taken(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    const Rules *rules = state->stepper->rules;
    PyObject *taken = PyList_New(0);
    for (int square = 0; taken && state->previous && square < squares_of(rules); square++) {
        unsigned cell = cell_of(rules, square), before = state->previous->board.cell[cell];
        if (rules->side[before] != !state->previous->board.to_move || state->board.cell[cell] == before)
            continue;
        PyObject *number = PyLong_FromLong(square);
        if (!number || PyList_Append(taken, number) < 0)
            Py_CLEAR(taken);
        Py_XDECREF(number);
    }
    return taken;
}

static PyObject *state_move(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    if (!state->move)
        Py_RETURN_NONE;
    PyObject *move = move_at(state->stepper, place_of(state->stepper->rules, state->move));
    Py_XINCREF(move);
    return move;
}

static PyObject *state_seen_before(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(occurrences((StateObject *)self, 2) > 1);
}

#define NUMBER(name, expression)                                            \
    static PyObject *state_##name(PyObject *self, void *Py_UNUSED(closure)) \
    {                                                                       \
        return PyLong_FromLong(((StateObject *)self)->expression);          \
    }
NUMBER(outcome, outcome)
NUMBER(board_outcome, board_outcome)
NUMBER(turns, past.turns)
NUMBER(reversible, past.reversible)

static PyMethodDef state_methods[] = {
    {"play", (PyCFunction)(void (*)(void))state_play, METH_FASTCALL, NULL},
    {"moves", state_moves, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef state_getters[] = {
    {"state", state_bytes, NULL, NULL, NULL},
    {"taken", state_taken, NULL, NULL, NULL},
    {"move", state_move, NULL, NULL, NULL},
    {"outcome", state_outcome, NULL, NULL, NULL},
    {"board_outcome", state_board_outcome, NULL, NULL, NULL},
    {"turns", state_turns, NULL, NULL, NULL},
    {"reversible", state_reversible, NULL, NULL, NULL},
    {"seen_before", state_seen_before, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot state_slots[] = {
    {Py_tp_dealloc, state_dealloc},
    {Py_tp_methods, state_methods},
    {Py_tp_getset, state_getters},
    {0, NULL},
};

PyType_Spec state_spec = {"taflkit.engine._native.State", offsetof(StateObject, board) + offsetof(Board, cell), 1,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                          state_slots};

/* How many bytes after its beginning a tuple of some type has its items; -1 with an exception set. A call for each move
 * takes a fifth of the time of a list, but the stable interface has no other way and promises no layout. So it is
 * looked up and tried on a tuple: if its items are not found there, the answer is 0, and calls it is. */
static Py_ssize_t find_items(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *pair[] = {Py_True, Py_False}, *tuple = allocate(type, 2);
    PyObject *size = tuple ? PyObject_GetAttrString((PyObject *)&PyTuple_Type, "__basicsize__") : NULL;
    Py_ssize_t items = size ? PyLong_AsSsize_t(size) : -1;
    for (int n = 0; items >= 0 && n < 2; n++) {
        Py_INCREF(pair[n]);
        if (PyTuple_SetItem(tuple, n, pair[n]) < 0)
            items = -1;
    }
    if (items >= 0 && memcmp((char *)tuple + items, pair, sizeof pair) != 0)
        items = 0;
    Py_XDECREF(size);
    Py_XDECREF(tuple);
    return items;
}

static PyObject *stepper_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"kernel", "game", "legal_moves", "move_between", NULL};
    PyObject *kernel, *game, *legal_moves, *move_between;
    ModuleState *module = PyType_GetModuleState(type);
    if (!module || !PyArg_ParseTupleAndKeywords(arguments, keywords, "O!O!O!O:Stepper", names, module->kernel, &kernel,
                                                &PyType_Type, &game, &PyType_Type, &legal_moves, &move_between))
        return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)legal_moves, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "legal_moves must be a kind of tuple");
        return NULL;
    }
    const Rules *rules = ((KernelObject *)kernel)->rules;
    if (rules->repetition == REPETITION_FORBIDDEN) {
        PyErr_SetString(PyExc_ValueError, "a rule that forbids repetition is not stepped");
        return NULL;
    }
    Py_ssize_t items = find_items((PyTypeObject *)legal_moves);
    if (items < 0)
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    StepperObject *self = (StepperObject *)allocate(type, 0);
    if (!self)
        return NULL;
    Py_INCREF(kernel);
    Py_INCREF(game);
    Py_INCREF(legal_moves);
    Py_INCREF(move_between);
    self->kernel = kernel;
    self->rules = rules;
    self->game = (PyTypeObject *)game;
    self->legal_moves = (PyTypeObject *)legal_moves;
    self->move_between = move_between;
    self->items = items;
    self->moves = calloc((size_t)places(rules), sizeof *self->moves);
    self->variant_name = PyUnicode_InternFromString("variant");
    self->previous_name = PyUnicode_InternFromString("previous");
    self->limit_name = PyUnicode_InternFromString("move_limit");
    self->state_name = PyUnicode_InternFromString("_state");
    self->number_name = PyUnicode_InternFromString("number");
    if (self->moves && self->variant_name && self->previous_name && self->limit_name && self->state_name &&
        self->number_name)
        return (PyObject *)self;
    if (!self->moves)
        PyErr_NoMemory();
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void stepper_dealloc(PyObject *object)
{
    StepperObject *self = (StepperObject *)object;
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    if (self->moves)
        for (int n = 0; n < places(self->rules); n++)
            Py_XDECREF(self->moves[n]);
    free(self->moves);
    Py_XDECREF(self->kernel);
    Py_XDECREF((PyObject *)self->game);
    Py_XDECREF((PyObject *)self->legal_moves);
    Py_XDECREF(self->move_between);
    Py_XDECREF(self->variant_name);
    Py_XDECREF(self->previous_name);
    Py_XDECREF(self->limit_name);
    Py_XDECREF(self->state_name);
    Py_XDECREF(self->number_name);
    release(object);
    Py_DECREF((PyObject *)type);
}

static PyObject *stepper_state(PyObject *object, PyObject *arguments)
{
    StepperObject *self = (StepperObject *)object;
    ModuleState *module = PyType_GetModuleState(Py_TYPE(object));
    PyObject *description;
    int outcome;
    Line line;
    if (!module || !PyArg_ParseTuple(arguments, "Oi:state", &description, &outcome))
        return NULL;
    if (outcome < 0 || outcome >= OUTCOMES) {
        PyErr_SetString(PyExc_ValueError, "there is no such outcome");
        return NULL;
    }
    if (line_parse(self->rules, description, &line) < 0)
        return NULL;
    StateObject *state = new_state(module->state, self);
    if (!state) {
        line_free(&line);
        return NULL;
    }
    memcpy(&state->board, &line.board, board_size(self->rules));
    state->hash = line.hashes[line.length - 1];
    state->hashes = line.hashes; /* Now the state's own. */
    state->hash_count = line.length - 1;
    state->past = line.past;
    state->outcome = state->board_outcome = outcome;
    return (PyObject *)state;
}

static PyMethodDef stepper_methods[] = {
    {"state", stepper_state, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot stepper_slots[] = {
    {Py_tp_new, stepper_new},
    {Py_tp_dealloc, stepper_dealloc},
    {Py_tp_methods, stepper_methods},
    {0, NULL},
};

PyType_Spec stepper_spec = {"taflkit.engine._native.Stepper", sizeof(StepperObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, stepper_slots};
