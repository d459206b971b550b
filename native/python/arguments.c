/* What Python passes and what it gets back: numbers, positions, games and moves. */
#include "module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers -------------------------------------------------------------------------------------------------------- */

int parse_int(PyObject *object, const char *name, int low, int high, int *value)
{
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (number == -1 && !overflow && PyErr_Occurred())
        return -1;
    if (overflow || number < low || number > high) {
        PyErr_Format(PyExc_ValueError, "%s must be from %d to %d, not %R", name, low, high, object);
        return -1;
    }
    *value = (int)number;
    return 0;
}

/* An int of at least 0; whether it is larger than 64 bits hold, and otherwise its value. */
static int parse_natural(PyObject *object, const char *name, uint64_t *value, bool *huge)
{
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    *huge = false;
    if (number == -1 && !overflow && PyErr_Occurred())
        return -1;
    if (overflow < 0 || (!overflow && number < 0)) {
        PyErr_Format(PyExc_ValueError, "%s must not be negative, and is %R", name, object);
        return -1;
    }
    *value = (uint64_t)number;
    if (!overflow)
        return 0;
    PyObject *index = PyNumber_Index(object);
    if (!index)
        return -1;
    *value = PyLong_AsUnsignedLongLong(index);
    Py_DECREF(index);
    if (*value == UINT64_MAX && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError))
            return -1;
        PyErr_Clear();
        *huge = true;
    }
    return 0;
}

int parse_word(PyObject *object, const char *name, uint64_t *value)
{
    bool huge;
    if (parse_natural(object, name, value, &huge) < 0)
        return -1;
    if (huge)
        PyErr_Format(PyExc_ValueError, "%s must be less than 2**64, and is %R", name, object);
    return huge ? -1 : 0;
}

int parse_limit(PyObject *object, const char *name, uint64_t *value)
{
    bool huge;
    return parse_natural(object, name, value, &huge); /* A huge value has been saturated. */
}

int parse_seconds(PyObject *object, double *value)
{
    *value = PyFloat_AsDouble(object);
    if (*value == -1.0 && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError))
            return -1;
        PyErr_Clear(); /* An int that no float is large enough for. */
        *value = NAN;
    }
    if (*value >= 0)
        return 0;
    PyErr_Format(PyExc_ValueError, "seconds must be a float of at least 0, not %R", object);
    return -1;
}

/* Positions ------------------------------------------------------------------------------------------------------ */

static int read_state(const Rules *rules, const char *bytes, Board *board)
{
    char error[128];
    if (state_read(rules, (const uint8_t *)bytes, board, error, sizeof error))
        return 0;
    PyErr_SetString(PyExc_ValueError, error);
    return -1;
}

int parse_state(const Rules *rules, PyObject *object, Board *board)
{
    char *bytes;
    Py_ssize_t size, expected = (Py_ssize_t)state_size(rules);
    if (PyBytes_AsStringAndSize(object, &bytes, &size) < 0)
        return -1;
    if (size != expected) {
        PyErr_Format(PyExc_ValueError, "a state has %zd bytes, not %zd", expected, size);
        return -1;
    }
    return read_state(rules, bytes, board);
}

PyObject *make_state(const Rules *rules, const Board *board)
{
    PyObject *state = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)state_size(rules));
    if (state)
        state_write(rules, board, (uint8_t *)PyBytes_AsString(state));
    return state;
}

/* Games ---------------------------------------------------------------------------------------------------------- */

/* The states of a line, oldest first. */
static int read_states(const Rules *rules, PyObject *states, Line *line)
{
    char *bytes;
    Py_ssize_t size, each = (Py_ssize_t)state_size(rules);
    if (PyBytes_AsStringAndSize(states, &bytes, &size) < 0)
        return -1;
    if (size == 0 || size % each) {
        PyErr_Format(PyExc_ValueError, "the states of a line are a multiple of %zd bytes, not %zd", each, size);
        return -1;
    }
    if (size / each > MAX_PLIES) {
        PyErr_Format(PyExc_ValueError, "a line has up to %d states, not %zd", MAX_PLIES, size / each);
        return -1;
    }
    if (!line_reserve(line, (int)(size / each))) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t at = 0; at < size; at += each) {
        int before = line->board.to_move;
        if (read_state(rules, bytes + at, &line->board) < 0)
            return -1;
        line->irregular |= at > 0 && line->board.to_move == before;
        line->hashes[line->length++] = line_hash(rules, &line->board);
    }
    return 0;
}

int line_parse(const Rules *rules, PyObject *description, Line *line)
{
    PyObject *states, *turns, *captureless, *move_limit;
    Past *past = &line->past;
    memset(line, 0, sizeof *line);
    if (!PyTuple_Check(description)) {
        PyErr_SetString(PyExc_TypeError, "a line is a tuple: states, turns, captureless, move limit");
        return -1;
    }
    if (!PyArg_ParseTuple(description, "SOOO;a line is (states, turns, captureless, move limit)", &states, &turns,
                          &captureless, &move_limit))
        return -1;
    /* Counting on must not overflow, however long a game is played. */
    if (parse_int(turns, "turns", 0, INT32_MAX - MAX_PLIES, &past->turns) < 0 ||
        parse_int(captureless, "captureless", 0, INT32_MAX - MAX_PLIES, &past->captureless) < 0 ||
        parse_int(move_limit, "move_limit", 0, INT32_MAX, &past->move_limit) < 0)
        return -1;
    if (read_states(rules, states, line) < 0) {
        line_free(line);
        return -1;
    }
    past->reversible = line->length - 1;
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
