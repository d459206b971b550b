/* Games step by step for Python: their states are C structures, so that playing a move creates few Python objects. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Guards fields that are computed at first use, in builds of Python without the interpreter lock. */
#ifdef Py_GIL_DISABLED
#define GUARD_BEGIN(object) Py_BEGIN_CRITICAL_SECTION(object)
#define GUARD_END() Py_END_CRITICAL_SECTION()
#else
#define GUARD_BEGIN(object) {
#define GUARD_END() }
#endif

/* `Stepper`: what the states of games under some rules share. */
typedef struct {
    PyObject_HEAD
    PyObject *kernel; /* keeps the rules alive */
    const Rules *rules;
    PyObject *legal_moves;  /* from a tuple of moves to what `State.moves` answers */
    PyObject *move_between; /* from two squares to the one move between them */
    PyObject *position_of;  /* from an encoded position to a `Position` */
    PyObject *play_of;      /* from the position before a state and the state to a `Play` */
    PyObject *outcomes;     /* a tuple: the outcomes by their numbers */
    PyObject **moves;       /* the moves used so far, where `place_of` says */
    PyObject *number_name;
} StepperObject;

/* `State`: a position with its history; immutable. The board is the last field, cut off after its last row. */
typedef struct StateObject {
    PyObject_VAR_HEAD
    StepperObject *stepper;
    struct StateObject *previous;
    PyObject *origin;     /* in the first state of a chain: the same state in Python */
    PyObject *move_limit; /* an int or None */
    /* Created at first use: */
    PyObject *moves, *position, *last;
    uint64_t *hashes; /* in the first state of a chain: of the positions before it, oldest first */
    int hash_count;
    int ply;
    uint64_t hash; /* as repetition compares it */
    Past past;
    Move move;
    Outcome outcome, board_outcome; /* with history, and by the board alone */
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
    Py_XDECREF(state->origin);
    Py_XDECREF(state->move_limit);
    Py_XDECREF(state->moves);
    Py_XDECREF(state->position);
    Py_XDECREF(state->last);
    Py_XDECREF((PyObject *)state->stepper);
    release(object);
    Py_DECREF((PyObject *)type);
    /* Free long chains in a loop: recursion would be as deep as the game is long. */
    while (previous && Py_REFCNT((PyObject *)previous) == 1) {
        StateObject *before = previous->previous;
        previous->previous = NULL;
        Py_DECREF((PyObject *)previous);
        previous = before;
    }
    Py_XDECREF((PyObject *)previous);
}

/* How many places there are for moves from a square: for the targets in its row, and then for those in its column.
 * The table has no other places, so that it stays in the processor's cache. */
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
        /* Python code has run: another thread may have filled the place. */
        if (*known)
            Py_DECREF(made);
        else
            *known = made;
    }
    return *known;
}

/* How often the position of a state has occurred, the present occurrence included, up to `enough`. */
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
    Board whole; /* A piece that continues its turn tries its captures on a copy. */
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
    after->ply = state->ply + 1;
    Py_INCREF(state->move_limit);
    after->move_limit = state->move_limit;
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

static PyObject *state_play(PyObject *self, PyObject *argument)
{
    StateObject *state = (StateObject *)self;
    StepperObject *stepper = state->stepper;
    const Rules *rules = stepper->rules;
    PyObject *number = PyObject_GetAttr(argument, stepper->number_name);
    if (!number) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return NULL;
        PyErr_Clear();
        Py_RETURN_NONE; /* It is not a move. */
    }
    long value = PyLong_Check(number) ? PyLong_AsLong(number) : -1, squares = squares_of(rules);
    Py_DECREF(number);
    if (value == -1)
        PyErr_Clear();
    if (state->outcome || value < 0 || value >= squares * squares)
        Py_RETURN_NONE;
    Move move = MOVE(cell_of(rules, (int)(value / squares)), cell_of(rules, (int)(value % squares)));
    if (FROM(move) / STRIDE != TO(move) / STRIDE && FROM(move) % STRIDE != TO(move) % STRIDE)
        Py_RETURN_NONE; /* Not along a line: such a move is never legal and has no place in the table. */
    PyObject *known;
    GUARD_BEGIN(stepper)
    known = move_at(stepper, place_of(rules, move));
    GUARD_END()
    if (!known)
        return NULL;
    /* A move of a board of another size is another object. */
    if (known != argument || !is_legal(rules, state, move))
        Py_RETURN_NONE;
    return (PyObject *)state_after(state, move);
}

/* The places of the moves of a piece that must continue its turn: they are few. */
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

static PyObject *make_moves(StateObject *state)
{
    StepperObject *stepper = state->stepper;
    uint16_t found[MAX_MOVES];
    int count = state->outcome ? 0 : find_places(stepper->rules, &state->board, found);
    PyObject *tuple = PyTuple_New(count), *made = NULL;
    bool complete = tuple != NULL;
    GUARD_BEGIN(stepper)
    for (int n = 0; complete && n < count; n++) {
        PyObject *move = stepper->moves[found[n]];
        if (!move && !(move = move_at(stepper, found[n]))) {
            complete = false;
            break;
        }
        Py_INCREF(move);
        complete = PyTuple_SetItem(tuple, n, move) == 0;
    }
    GUARD_END()
    if (complete)
        made = PyObject_CallFunctionObjArgs(stepper->legal_moves, tuple, NULL);
    Py_XDECREF(tuple);
    return made;
}

/* A new reference to a field of a state that is computed at first use. */
static PyObject *kept(StateObject *state, PyObject **place, PyObject *(*make)(StateObject *state))
{
    PyObject *found;
    GUARD_BEGIN(state)
    if (!*place) {
        found = make(state);
        if (found && !*place) { /* Python code has run: another thread may have been quicker. */
            Py_INCREF(found);
            *place = found;
        } else if (found) {
            Py_DECREF(found);
            found = *place;
            Py_INCREF(found);
        }
    } else {
        found = *place;
        Py_INCREF(found);
    }
    GUARD_END()
    return found;
}

static PyObject *state_moves(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    return kept(state, &state->moves, make_moves);
}

static PyObject *state_encoded(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    return make_state(state->stepper->rules, &state->board);
}

static PyObject *make_position(StateObject *state)
{
    PyObject *encoded = make_state(state->stepper->rules, &state->board);
    PyObject *made = encoded ? PyObject_CallFunctionObjArgs(state->stepper->position_of, encoded, NULL) : NULL;
    Py_XDECREF(encoded);
    return made;
}

static PyObject *state_position(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    return kept(state, &state->position, make_position);
}

static PyObject *make_last(StateObject *state)
{
    PyObject *before = state_position((PyObject *)state->previous, NULL);
    PyObject *made =
        before ? PyObject_CallFunctionObjArgs(state->stepper->play_of, before, (PyObject *)state, NULL) : NULL;
    Py_XDECREF(before);
    return made;
}

static PyObject *state_last(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    if (!state->previous)
        return PyObject_GetAttrString(state->origin, "last");
    return kept(state, &state->last, make_last);
}

static PyObject *new_reference_or_none(void *object)
{
    PyObject *found = object ? (PyObject *)object : Py_None;
    Py_INCREF(found);
    return found;
}

static PyObject *state_previous(PyObject *self, void *Py_UNUSED(closure))
{
    return new_reference_or_none(((StateObject *)self)->previous);
}

static PyObject *state_origin(PyObject *self, void *Py_UNUSED(closure))
{
    return new_reference_or_none(((StateObject *)self)->origin);
}

static PyObject *state_move_limit(PyObject *self, void *Py_UNUSED(closure))
{
    return new_reference_or_none(((StateObject *)self)->move_limit);
}

/* The pieces that the last move captured: enemies that stood on the board before it, and do not any more. */
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
    PyObject *move;
    GUARD_BEGIN(state->stepper)
    move = move_at(state->stepper, place_of(state->stepper->rules, state->move));
    Py_XINCREF(move);
    GUARD_END()
    return move;
}

static PyObject *state_seen_before(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(occurrences((StateObject *)self, 2) > 1);
}

static PyObject *outcome_numbered(const StateObject *state, Outcome number)
{
    PyObject *outcome = PyTuple_GetItem(state->stepper->outcomes, number);
    Py_XINCREF(outcome);
    return outcome;
}

static PyObject *state_outcome(PyObject *self, void *Py_UNUSED(closure))
{
    return outcome_numbered((StateObject *)self, ((StateObject *)self)->outcome);
}

static PyObject *state_board_outcome(PyObject *self, void *Py_UNUSED(closure))
{
    return outcome_numbered((StateObject *)self, ((StateObject *)self)->board_outcome);
}

#define NUMBER(name, expression)                                            \
    static PyObject *state_##name(PyObject *self, void *Py_UNUSED(closure)) \
    {                                                                       \
        return PyLong_FromLong(((StateObject *)self)->expression);          \
    }
NUMBER(ply, ply)
NUMBER(turns, past.turns)
NUMBER(reversible, past.reversible)
NUMBER(captureless, past.captureless)

static PyMethodDef state_methods[] = {
    {"play", state_play, METH_O, "The state after a move, None if the move is not legal or the game is over."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef state_getters[] = {
    {"encoded", state_encoded, NULL, "The position as bytes.", NULL},
    {"position", state_position, NULL, "The position reached.", NULL},
    {"last", state_last, NULL, "What the last move did, None at the start.", NULL},
    {"previous", state_previous, NULL, "The state before the last move, None in the first state of a chain.", NULL},
    {"origin", state_origin, NULL, "The description of the first state of a chain.", NULL},
    {"move", state_move, NULL, "The last move, None at the start.", NULL},
    {"taken", state_taken, NULL, "The squares whose pieces the last move took.", NULL},
    {"moves", state_moves, NULL, "The legal moves, none when the game is over.", NULL},
    {"outcome", state_outcome, NULL, "How the game ended, None while it goes on.", NULL},
    {"board_outcome", state_board_outcome, NULL, "The outcome by the board alone.", NULL},
    {"ply", state_ply, NULL, "How many moves have been played.", NULL},
    {"turns", state_turns, NULL, "How many turns have been taken.", NULL},
    {"reversible", state_reversible, NULL, "How many moves have been played since pieces left the board.", NULL},
    {"captureless", state_captureless, NULL, "How many moves have been played since the last capture.", NULL},
    {"seen_before", state_seen_before, NULL, "Whether the position has occurred before.", NULL},
    {"move_limit", state_move_limit, NULL, "How many moves a player may make, None for any number.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot state_slots[] = {
    {Py_tp_doc, "A position with its past, immutable."},
    {Py_tp_dealloc, state_dealloc},
    {Py_tp_methods, state_methods},
    {Py_tp_getset, state_getters},
    {0, NULL},
};

PyType_Spec state_spec = {"taflkit.engine._native.State", offsetof(StateObject, board) + offsetof(Board, cell), 1,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                          state_slots};

static PyObject *hold(PyObject *object)
{
    Py_INCREF(object);
    return object;
}

static PyObject *stepper_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"kernel", "legal_moves", "move_between", "position_of", "play_of", "outcomes", NULL};
    PyObject *kernel, *legal_moves, *move_between, *position_of, *play_of, *outcomes;
    ModuleState *module = PyType_GetModuleState(type);
    if (!module || !PyArg_ParseTupleAndKeywords(arguments, keywords, "O!OOOOO!:Stepper", names, module->kernel, &kernel,
                                                &legal_moves, &move_between, &position_of, &play_of, &PyTuple_Type,
                                                &outcomes))
        return NULL;
    const Rules *rules = ((KernelObject *)kernel)->rules;
    if (rules->repetition == REPETITION_FORBIDDEN) {
        PyErr_SetString(PyExc_ValueError, "games under a rule that forbids repetition are not stepped by the kernel");
        return NULL;
    }
    if (PyTuple_Size(outcomes) != OUTCOMES) {
        PyErr_Format(PyExc_ValueError, "there are %d outcomes, not %zd", OUTCOMES, PyTuple_Size(outcomes));
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    StepperObject *self = (StepperObject *)allocate(type, 0);
    if (!self)
        return NULL;
    self->kernel = hold(kernel);
    self->rules = rules;
    self->legal_moves = hold(legal_moves);
    self->move_between = hold(move_between);
    self->position_of = hold(position_of);
    self->play_of = hold(play_of);
    self->outcomes = hold(outcomes);
    self->moves = calloc((size_t)places(rules), sizeof *self->moves);
    self->number_name = PyUnicode_InternFromString("number");
    if (self->moves && self->number_name)
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
    Py_XDECREF(self->legal_moves);
    Py_XDECREF(self->move_between);
    Py_XDECREF(self->position_of);
    Py_XDECREF(self->play_of);
    Py_XDECREF(self->outcomes);
    Py_XDECREF(self->number_name);
    Py_XDECREF(self->kernel);
    release(object);
    Py_DECREF((PyObject *)type);
}

static PyObject *stepper_state(PyObject *object, PyObject *arguments)
{
    StepperObject *self = (StepperObject *)object;
    ModuleState *module = PyType_GetModuleState(Py_TYPE(object));
    PyObject *description, *number, *origin;
    int outcome, plies;
    Line line;
    if (!module || !PyArg_ParseTuple(arguments, "OOO:state", &description, &number, &origin) ||
        parse_int(number, "outcome", 0, OUTCOMES - 1, &outcome) < 0)
        return NULL;
    PyObject *position = PyObject_GetAttrString(origin, "position");
    PyObject *limit = position ? PyObject_GetAttrString(origin, "move_limit") : NULL;
    PyObject *ply = limit ? PyObject_GetAttrString(origin, "ply") : NULL;
    bool read = ply && parse_int(ply, "ply", 0, INT32_MAX - MAX_PLIES, &plies) == 0;
    StateObject *state = NULL;
    Py_XDECREF(ply);
    if (!read || line_parse(self->rules, description, &line) < 0)
        goto done;
    state = new_state(module->state, self);
    if (!state) {
        line_free(&line);
        goto done;
    }
    memcpy(&state->board, &line.board, board_size(self->rules));
    state->hash = line.hashes[line.length - 1];
    state->hashes = line.hashes; /* The state owns them now. */
    state->hash_count = line.length - 1;
    state->past = line.past;
    state->outcome = state->board_outcome = outcome;
    state->ply = plies;
    state->origin = hold(origin);
    state->position = hold(position);
    state->move_limit = hold(limit);
done:
    Py_XDECREF(position);
    Py_XDECREF(limit);
    return (PyObject *)state;
}

static PyMethodDef stepper_methods[] = {
    {"state", stepper_state, METH_VARARGS, "The state of an encoded line, which `origin` describes."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot stepper_slots[] = {
    {Py_tp_doc, "Plays games under some rules step by step."},
    {Py_tp_new, stepper_new},
    {Py_tp_dealloc, stepper_dealloc},
    {Py_tp_methods, stepper_methods},
    {0, NULL},
};

PyType_Spec stepper_spec = {"taflkit.engine._native.Stepper", sizeof(StepperObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, stepper_slots};
