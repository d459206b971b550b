/* A run of a searcher: what it is given, and what watches it. In searchers.c. */
#ifndef TAFL_RUN_H
#define TAFL_RUN_H

#include "module.h"

typedef struct {
    Watch watch;
    Control *control, own;
    double deadline; /* 0 for none */
    Line line;
    Budget budget;
    SearchTask task;
} Run;

/* The arguments of every searcher. */
typedef struct {
    PyObject *line, *knowledge, *table;
    PyObject *nodes, *seconds, *control; /* optional: NULL if they are not given */
} RunArguments;

/* NULL and an exception if anything is wrong. */
Run *run_begin(PyObject *self, const RunArguments *given, int worker);
/* Set the optional arguments for what follows; -1 and an exception if one is wrong. */
int run_limit(PyObject *self, Run *run, const RunArguments *given);
void run_end(Run *run);
/* The moves to try in the order given: legal moves, each once. `all` tells whether every legal move is among them. NULL
 * and an exception if they are something else. */
Move *read_order(const Rules *rules, Line *line, PyObject *order, int *count, bool *all);

#endif
