/* What the Python bindings share. Limited API of Python 3.11: one binary serves every later version. */
#ifndef TAFL_MODULE_H
#define TAFL_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "tafl.h"

/* `taflkit.engine._native.Kernel`: rules that run. Immutable, so that threads share it. */
typedef struct {
    PyObject_HEAD
    Rules *rules;
} KernelObject;

/* `taflkit.engine._native.Control`: how a run is watched and stopped from another thread. */
typedef struct {
    PyObject_HEAD
    Control control;
} ControlObject;

/* A run that releases the interpreter, looked after: `watch_poll` handles signals now and then. */
typedef struct {
    PyThreadState *thread;
    double next;       /* when signals are looked at again */
    bool interrupted;  /* a signal's handler has raised */
} Watch;

void watch_begin(Watch *watch);     /* releases the interpreter lock */
bool watch_poll(void *watch);       /* call it with the lock released, every few milliseconds; false means stop */
void watch_end(Watch *watch);       /* takes the lock back */
double monotonic_seconds(void);

/* Parse a position with its past: (states, turns, captureless, move_limit), where `states` is bytes, one state after
 * another, oldest first, all that the newest may repeat. A state is a byte for each square (0, or the number of the
 * kind from 1), a byte for the side to move, and two for the square that goes on (low, high; 0 for none, else its
 * number from 1). -1 with an exception set if anything is wrong. Free with `line_free`. */
int line_parse(const Rules *rules, PyObject *description, Line *line);
void line_free(Line *line);
PyObject *make_state(const Rules *rules, const Board *board); /* a position as bytes */
PyObject *move_pairs(const Rules *rules, const Move *moves, int count); /* as a list of pairs of squares */
/* The control of a run from an optional argument, `own` for NULL and None; NULL and an exception if it is of another
 * type. */
Control *control_of(PyObject *kernel, PyObject *object, Control *own);

/* The types of the module, kept in its state: nothing is shared between interpreters. */
typedef struct {
    PyTypeObject *kernel, *control, *memory, *table, *stepper, *state;
} ModuleState;
ModuleState *state_of(PyObject *kernel);

/* constants.c: what Python compares with its own values. -1 with an exception set on failure. */
int add_constants(PyObject *module);

/* search_module.c: methods of Kernel, and the transposition table as a type. */
PyObject *kernel_search(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *kernel_find_win(PyObject *self, PyObject *arguments, PyObject *keywords);
extern PyType_Spec table_spec;

/* stepping.c */
extern PyType_Spec stepper_spec, state_spec;

#endif
