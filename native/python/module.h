/* What the files of the Python binding share.
 *
 * The binding uses the limited API of Python 3.11, so that one binary serves every later version. Free-threaded CPython
 * has no limited API: there setup.py defines Py_GIL_DISABLED, and the module is built for that one version.
 *
 * Threads may use the same objects without an interpreter lock: `Kernel` and `Knowledge` never change, the members of
 * `Control`, `Memory` and `Table` that do are atomic, and so are the idle tables of the module, whose other state is
 * written only while it is imported. */
#ifndef TAFL_MODULE_H
#define TAFL_MODULE_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include "search.h"
#include "tafl.h"

/* module.c ------------------------------------------------------------------------------------------------------- */

#define MAX_IDLE_TABLES 8

/* The types of the module, kept in its state: nothing is shared between interpreters. */
typedef struct {
    PyTypeObject *kernel, *control, *memory, *table, *knowledge, *stepper, *state, *batch, *tree;
    /* Tables of searches that have ended, for those that follow: memory that is new to a process takes time. */
    _Atomic(Table *) idle[MAX_IDLE_TABLES];
} ModuleState;

/* The state of the module that the type of an object belongs to. */
ModuleState *state_of(PyObject *object);
/* Allocate an object of one of these types, filled with zeros; and free one whose members have been freed. */
void *new_object(PyTypeObject *type);
void free_object(PyObject *object);

/* arguments.c: what Python passes. These functions return -1 with an exception set if anything is wrong. --------- */

/* An int within bounds. A ValueError names the argument, its bounds and the value, however large that is. */
int parse_int(PyObject *object, const char *name, int low, int high, int *value);
/* An int from 0 to 2**64 - 1. */
int parse_word(PyObject *object, const char *name, uint64_t *value);
/* A limit of at least 0: what does not fit in 64 bits is as good as no limit, and becomes the largest that does. */
int parse_limit(PyObject *object, const char *name, uint64_t *value);
/* A number of seconds from 0 to infinity. */
int parse_seconds(PyObject *object, double *value);
/* A position as bytes: a byte for each square (0, or the number of the kind from 1), a byte for the side to move, and
 * two for the square of the piece that goes on (low, high; 0 for none, else its number from 1). */
int parse_state(const Rules *rules, PyObject *object, Board *board);
/* A position with its past: (states, turns, captureless, move_limit), where `states` is bytes, one state after another,
 * oldest first, all that the newest may repeat. Free with `line_free`. */
int line_parse(const Rules *rules, PyObject *description, Line *line);
void line_free(Line *line);

/* Results: a position as bytes, and moves as a list of pairs of squares. */
PyObject *make_state(const Rules *rules, const Board *board);
PyObject *move_pairs(const Rules *rules, const Move *moves, int count);

/* control.c: watching and stopping runs --------------------------------------------------------------------------- */

/* `Control`: stops a run from another thread and says how far it is. */
typedef struct {
    PyObject_HEAD
    Control control;
} ControlObject;
extern PyType_Spec control_spec;

/* The control of a run from an optional argument, `own` for NULL and None; NULL and an exception if it is of another
 * type. */
Control *control_of(PyObject *kernel, PyObject *object, Control *own);

/* A run without the interpreter: `watch_poll` lets Python handle signals now and then. */
typedef struct {
    PyThreadState *thread;
    double next;      /* when signals are handled again */
    bool interrupted; /* the handler of a signal has raised an exception */
} Watch;

void watch_begin(Watch *watch); /* releases the interpreter */
bool watch_poll(void *watch);   /* to be called every few milliseconds in between; false means stop */
void watch_end(Watch *watch);   /* takes the interpreter back */

/* kernel.c, batch.c, searchers.c, tables.c, trees.c, stepping.c, env.c: the other types ------------------------------------------- */

/* `Kernel`: rules that run. */
typedef struct {
    PyObject_HEAD
    Rules *rules;
} KernelObject;
extern PyType_Spec kernel_spec;
PyObject *kernel_steps(PyObject *self, PyObject *state);
PyObject *kernel_search(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *kernel_find_win(PyObject *self, PyObject *arguments, PyObject *keywords);
extern const char kernel_steps_doc[], kernel_search_doc[], kernel_find_win_doc[];

/* `Memory`: the counts that perft remembers. `Table`: the positions that searches remember. */
typedef struct {
    PyObject_HEAD
    PerftTable table;
} MemoryObject;
typedef struct {
    PyObject_HEAD
    Table *table;
    bool is_kept; /* for another search, when this one has ended */
} TableObject;
extern PyType_Spec memory_spec, table_spec;
/* Free the tables that wait for another search. */
void free_idle_tables(ModuleState *state);

/* `Knowledge`: what the searchers know, for the rules of one kernel. */
typedef struct {
    PyObject_HEAD
    PyObject *kernel;
    Knowledge know;
} KnowledgeObject;
extern PyType_Spec knowledge_spec;
/* Export the names and limits of the evaluation's weights; -1 with an exception set without memory. */
int add_weights(PyObject *module);
/* constants.c: export what Python compares with its own values; -1 with an exception set on failure. */
int add_constants(PyObject *module);

extern PyType_Spec stepper_spec, state_spec;

/* trees.c: `Tree`, the tree of a Monte Carlo search. */
extern PyType_Spec tree_spec;

/* env.c: `Batch`, many games that are stepped at once. */
extern PyType_Spec batch_spec;

#endif
