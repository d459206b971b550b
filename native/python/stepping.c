/* Games step by step for Python: their states are C structures, so that playing a move creates few Python objects. */
#include "module.h"

#include "seen.h"

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
    /* The moves of the state that was asked last. Most programs ask one state several times; to keep the moves of all
     * states would take more memory than the states themselves. */
    const struct StateObject *listed;
    PyObject *listed_moves;
    Board empty; /* without pieces */
} StepperObject;

/* `State`: a position with its history; immutable. */
typedef struct StateObject {
    PyObject_VAR_HEAD
    StepperObject *stepper;
    struct StateObject *previous;
    PyObject *origin; /* in the first state of a chain: the same state in Python */
    /* Created at first use: */
    PyObject *position, *last;
    /* Its reversible past is found in this table, where the position has the number `number`. Without a table `number`
     * is how many states there are since the last one with a table, or since pieces left the board. */
    Seen *seen;
    int number;
    int ply;
    uint64_t hash; /* as repetition compares it */
    Past past;
    Move move;
    uint8_t outcome, board_outcome; /* with history, and by the board alone */
    uint8_t packed[];               /* the board: see `pack` */
} StateObject;

/* So many states are searched one by one before they get a table. */
enum { MAX_WITHOUT_TABLE = 24 };

static int squares_of(const Rules *rules)
{
    return rules->width * rules->height;
}

/* How many bytes of a board are in use. */
static size_t board_size(const Rules *rules)
{
    return offsetof(Board, cell) + (size_t)(rules->height + 2) * STRIDE;
}

/* How many places there are for moves from a square: for the targets in its row, and then for those in its column.
 * The table has no other places, so that it stays in the processor's cache. */
static unsigned places_from(const Rules *rules)
{
    return (unsigned)(rules->width + rules->height);
}

/* Whether a state is the last one in its table. */
static bool is_newest(const StateObject *state)
{
    return state->seen && seen_length(state->seen) == state->number + 1;
}

/* A packed board has what `Board` has between the lines and the cells, the lines of the board, and their cells. */
enum { MIDDLE = offsetof(Board, hash), MIDDLE_SIZE = offsetof(Board, cell) - offsetof(Board, hash) };

static size_t packed_size(const Rules *rules)
{
    return MIDDLE_SIZE + 2 * sizeof(uint32_t) * places_from(rules) + (size_t)squares_of(rules);
}

static void pack(const Rules *rules, const Board *board, uint8_t *packed)
{
    size_t width = (size_t)rules->width, rows = (size_t)rules->height * sizeof(uint32_t);
    size_t columns = width * sizeof(uint32_t);
    memcpy(packed, (const uint8_t *)board + MIDDLE, MIDDLE_SIZE);
    packed += MIDDLE_SIZE;
    for (int side = 0; side < 2; side++, packed += rows + columns) {
        memcpy(packed, &board->row[side][1], rows);
        memcpy(packed + rows, &board->column[side][1], columns);
    }
    for (int r = 1; r <= rules->height; r++, packed += width)
        memcpy(packed, &board->cell[r * STRIDE + 1], width);
}

static void unpack(const StateObject *state, Board *board)
{
    const Rules *rules = state->stepper->rules;
    const uint8_t *packed = state->packed;
    size_t width = (size_t)rules->width, rows = (size_t)rules->height * sizeof(uint32_t);
    size_t columns = width * sizeof(uint32_t);
    memcpy(board, &state->stepper->empty, board_size(rules));
    memcpy((uint8_t *)board + MIDDLE, packed, MIDDLE_SIZE);
    packed += MIDDLE_SIZE;
    for (int side = 0; side < 2; side++, packed += rows + columns) {
        memcpy(&board->row[side][1], packed, rows);
        memcpy(&board->column[side][1], packed + rows, columns);
    }
    for (int r = 1; r <= rules->height; r++, packed += width)
        memcpy(&board->cell[r * STRIDE + 1], packed, width);
}

static StateObject *new_state(PyTypeObject *type, StepperObject *stepper)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    StateObject *state = (StateObject *)allocate(type, (Py_ssize_t)packed_size(stepper->rules));
    if (state) {
        Py_INCREF((PyObject *)stepper);
        state->stepper = stepper;
    }
    return state;
}

static void state_dealloc(PyObject *object)
{
    StateObject *state = (StateObject *)object, *previous = state->previous;
    StepperObject *stepper = state->stepper;
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    PyObject *listed = NULL;
    GUARD_BEGIN(stepper)
    if (stepper->listed == state) {
        listed = stepper->listed_moves;
        stepper->listed = NULL;
        stepper->listed_moves = NULL;
    }
    if (state->seen) {
        if (is_newest(state))
            seen_remove_last(state->seen);
        seen_release(state->seen);
    }
    GUARD_END()
    Py_XDECREF(listed);
    Py_XDECREF(state->origin);
    Py_XDECREF(state->position);
    Py_XDECREF(state->last);
    Py_DECREF((PyObject *)stepper);
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
    for (; !at->seen && left > 0 && found < enough; left--) {
        at = at->previous;
        found += at->hash == state->hash;
    }
    if (at->seen && found < enough)
        found += seen_count(at->seen, state->hash, at->number);
    return found < enough ? found : enough;
}

/* The most occurrences that anybody asks for. */
static int most_occurrences(const Rules *rules)
{
    return rules->occurrences > 2 ? rules->occurrences : 2;
}

/* Give a state a table of its reversible past; false without memory. */
static bool make_table(StateObject *state)
{
    StateObject *newer[MAX_WITHOUT_TABLE + 1], *at = state;
    int count = 0;
    for (; !at->seen && at->past.reversible; at = at->previous)
        newer[count++] = at;
    Seen *seen = seen_new(most_occurrences(state->stepper->rules));
    bool added = seen != NULL;
    if (at->seen)
        for (int n = 0; added && n <= at->number; n++)
            added = seen_add(seen, seen_at(at->seen, n));
    else
        added = added && seen_add(seen, at->hash);
    while (added && count)
        added = seen_add(seen, newer[--count]->hash);
    if (!added) {
        if (seen)
            seen_release(seen);
        return false;
    }
    state->seen = seen;
    state->number = seen_length(seen) - 1;
    return true;
}

/* Put a new state where its successors find it; false without memory. */
static bool remember(StateObject *state)
{
    StateObject *previous = state->previous;
    if (!state->past.reversible)
        return true;
    if (is_newest(previous)) {
        if (!seen_add(previous->seen, state->hash))
            return false;
        seen_hold(previous->seen);
        state->seen = previous->seen;
        state->number = previous->number + 1;
        return true;
    }
    state->number = previous->seen ? 1 : previous->number + 1;
    return state->number < MAX_WITHOUT_TABLE || make_table(state);
}

static bool is_repeated(const Rules *rules, const StateObject *state, bool going_on)
{
    if (rules->repetition != REPETITION_ENDS || going_on || state->past.reversible < 2)
        return false;
    return occurrences(state, rules->occurrences) >= rules->occurrences;
}

/* The state after a legal move; `board` is that of the state before, and is changed. */
static StateObject *state_after(StateObject *state, Board *board, Move move)
{
    const Rules *rules = state->stepper->rules;
    StateObject *after = new_state(Py_TYPE((PyObject *)state), state->stepper);
    if (!after)
        return NULL;
    Undo undo;
    Outcome outcome = board_make(rules, board, move, &undo);
    after->board_outcome = (uint8_t)outcome;
    pack(rules, board, after->packed);
    after->move = move;
    after->hash = line_hash(rules, board);
    after->past = state->past;
    after->ply = state->ply + 1;
    past_advance(rules, &after->past, &undo, board->to_move);
    Py_INCREF((PyObject *)state);
    after->previous = state;
    bool repeated, remembered;
    GUARD_BEGIN(state->stepper)
    repeated = !outcome && is_repeated(rules, after, board->going_on);
    remembered = remember(after);
    GUARD_END()
    if (!remembered) {
        Py_DECREF((PyObject *)after);
        PyErr_NoMemory();
        return NULL;
    }
    if (!outcome)
        outcome = outcome_by_past(rules, &after->past, undo.to_move, board->to_move, repeated,
                                  repeated || board_can_move(rules, board));
    after->outcome = (uint8_t)outcome;
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
    if (known != argument)
        Py_RETURN_NONE;
    Board board;
    unpack(state, &board);
    if (!board_is_legal(rules, &board, move))
        Py_RETURN_NONE;
    return (PyObject *)state_after(state, &board, move);
}

/* The places of the moves of a piece that must continue its turn: they are few. */
static int find_going_on(const Rules *rules, const Board *board, uint16_t *found)
{
    Move moves[MAX_PIECE_MOVES];
    int count = board_moves_from(rules, board, board->going_on, moves);
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
    Board board;
    unpack(state, &board);
    int count = state->outcome ? 0 : find_places(stepper->rules, &board, found);
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
    StepperObject *stepper = state->stepper;
    PyObject *found = NULL, *before = NULL;
    GUARD_BEGIN(stepper)
    if (stepper->listed == state) {
        found = stepper->listed_moves;
        Py_INCREF(found);
    }
    GUARD_END()
    if (found || !(found = make_moves(state)))
        return found;
    Py_INCREF(found);
    GUARD_BEGIN(stepper)
    before = stepper->listed_moves;
    stepper->listed = state;
    stepper->listed_moves = found;
    GUARD_END()
    Py_XDECREF(before);
    return found;
}

static PyObject *state_encoded(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    Board board;
    unpack(state, &board);
    return make_state(state->stepper->rules, &board);
}

static PyObject *make_position(StateObject *state)
{
    PyObject *encoded = state_encoded((PyObject *)state, NULL);
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
    int limit = ((StateObject *)self)->past.move_limit;
    return limit ? PyLong_FromLong(limit) : new_reference_or_none(NULL);
}

/* The pieces that the last move captured: enemies that stood on the board before it, and do not any more. */
static PyObject *state_taken(PyObject *self, void *Py_UNUSED(closure))
{
    StateObject *state = (StateObject *)self;
    const Rules *rules = state->stepper->rules;
    PyObject *taken = PyList_New(0);
    Board now, then;
    unpack(state, &now);
    unpack(state->previous ? state->previous : state, &then);
    for (int square = 0; taken && square < squares_of(rules); square++) {
        unsigned cell = cell_of(rules, square), before = then.cell[cell];
        if (rules->side[before] != !then.to_move || now.cell[cell] == before)
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
    int found;
    GUARD_BEGIN(((StateObject *)self)->stepper)
    found = occurrences((StateObject *)self, 2);
    GUARD_END()
    return PyBool_FromLong(found > 1);
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

PyType_Spec state_spec = {"taflkit.kernel._native.State", offsetof(StateObject, packed), 1,
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
    board_set(rules, &self->empty, (const uint8_t[MAX_PIECES]){0}, ATTACKERS, -1);
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
    Py_XDECREF(self->listed_moves);
    Py_XDECREF(self->kernel);
    release(object);
    Py_DECREF((PyObject *)type);
}

/* Give the first state of a chain a table of what came before; false without memory. */
static bool take_past(StateObject *state, const Line *line)
{
    if (!line->past.reversible)
        return true;
    state->seen = seen_new(most_occurrences(state->stepper->rules));
    bool added = state->seen != NULL;
    for (int n = line->length - 1 - line->past.reversible; added && n < line->length; n++)
        added = seen_add(state->seen, line->hashes[n]);
    state->number = line->past.reversible;
    return added;
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
    PyObject *ply = position ? PyObject_GetAttrString(origin, "ply") : NULL;
    bool read = ply && parse_int(ply, "ply", 0, INT32_MAX - MAX_PLIES, &plies) == 0;
    StateObject *state = NULL;
    Py_XDECREF(ply);
    if (!read || line_parse(self->rules, description, &line) < 0)
        goto done;
    state = new_state(module->state, self);
    if (state) {
        pack(self->rules, &line.board, state->packed);
        state->hash = line.hashes[line.length - 1];
        state->past = line.past;
        state->outcome = state->board_outcome = (uint8_t)outcome;
        state->ply = plies;
        state->origin = hold(origin);
        state->position = hold(position);
        if (!take_past(state, &line)) {
            Py_CLEAR(state);
            PyErr_NoMemory();
        }
    }
    line_free(&line);
done:
    Py_XDECREF(position);
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

PyType_Spec stepper_spec = {"taflkit.kernel._native.Stepper", sizeof(StepperObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, stepper_slots};
