/* What every legal move of a position does, in one answer: comparing the kernel with Python move by move would spend
 * most of its time on arguments and results. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Whether the squares of a board are those of an encoded position, as are the side to move and the piece that goes on. */
static bool is_encoded(const Rules *rules, const Board *board, const uint8_t *state)
{
    size_t width = (size_t)rules->width, height = (size_t)rules->height;
    for (size_t row = 0; row < height; row++)
        if (memcmp(&board->cell[(row + 1) * STRIDE + 1], state + row * width, width) != 0)
            return false;
    const uint8_t *rest = state + width * height;
    int going_on = board->going_on ? square_of(rules, board->going_on) + 1 : 0;
    return board->to_move == rest[0] && going_on == (rest[1] | rest[2] << 8);
}

/* The position after a move, the squares taken as the bits of a number in bytes, the lowest first, and the outcome. */
static PyObject *make_event(const Rules *rules, const Board *board, const Undo *undo, Outcome outcome)
{
    uint8_t taken[MAX_PIECES / 8 + 1] = {0};
    for (int n = 0; n < undo->count; n++) {
        int square = square_of(rules, undo->taken[n].cell);
        taken[square / 8] |= (uint8_t)(1 << square % 8);
    }
    PyObject *after = make_state(rules, board);
    return after ? Py_BuildValue("(Ny#i)", after, (const char *)taken, (Py_ssize_t)sizeof taken, outcome) : NULL;
}

/* Add the event of a move to the dictionary; -1 with an exception set on failure. */
static int add_event(PyObject *events, uint32_t number, PyObject *event)
{
    PyObject *key = event ? PyLong_FromUnsignedLong(number) : NULL;
    int added = key ? PyDict_SetItem(events, key, event) : -1;
    Py_XDECREF(key);
    Py_XDECREF(event);
    return added;
}

/* Make and unmake every move. `numbers` gets their numbers; `plain` is the encoded position, with room to change it. */
static int try_moves(const Rules *rules, Board *board, const Move *moves, int count, uint8_t *plain, uint32_t *numbers,
                     PyObject *events)
{
    int squares = rules->width * rules->height;
    uint8_t rest[3];
    memcpy(rest, plain + squares, sizeof rest);
    plain[squares] = !rest[0];
    plain[squares + 1] = plain[squares + 2] = 0;
    for (int n = 0; n < count; n++) {
        int from = square_of(rules, FROM(moves[n])), to = square_of(rules, TO(moves[n]));
        numbers[n] = (uint32_t)(from * squares + to);
        plain[to] = plain[from];
        plain[from] = EMPTY;
        Undo undo;
        Outcome outcome = board_make(rules, board, moves[n], &undo);
        if ((outcome || undo.count || !is_encoded(rules, board, plain)) &&
            add_event(events, numbers[n], make_event(rules, board, &undo, outcome)) < 0)
            return -1;
        board_unmake(rules, board, &undo);
        plain[from] = plain[to];
        plain[to] = EMPTY;
    }
    return 0;
}

PyObject *kernel_steps(PyObject *self, PyObject *state)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    Board board;
    if (parse_state(rules, state, &board) < 0)
        return NULL;
    size_t size = state_size(rules);
    uint8_t *plain = malloc(size);
    Move *moves = malloc(MAX_MOVES * sizeof *moves);
    PyObject *numbers = NULL, *events = NULL, *found = NULL;
    if (!plain || !moves) {
        PyErr_NoMemory();
    } else {
        state_write(rules, &board, plain);
        int count = board_moves(rules, &board, moves);
        uint32_t *words = malloc((size_t)(count + 1) * sizeof *words);
        events = PyDict_New();
        if (!words)
            PyErr_NoMemory();
        else if (events && try_moves(rules, &board, moves, count, plain, words, events) == 0)
            numbers = PyBytes_FromStringAndSize((const char *)words, (Py_ssize_t)count * (Py_ssize_t)sizeof *words);
        free(words);
    }
    free(plain);
    free(moves);
    if (numbers)
        found = PyTuple_Pack(2, numbers, events);
    Py_XDECREF(numbers);
    Py_XDECREF(events);
    return found;
}

const char kernel_steps_doc[] =
    "steps($self, state, /)\n--\n\n"
    "What all legal moves do: their numbers as words of four bytes, sorted, and a dictionary of those that do more\n"
    "than move a piece and give the turn to the other side: the state after the move, the squares taken as bits, and\n"
    "the outcome by the board alone.";
