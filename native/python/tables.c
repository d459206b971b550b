/* What runs remember, as types: `Memory` for perft and `Table` for searches. */
#include "module.h"

#include <stdlib.h>

/* The one argument of both types; -1 with an exception set if it is wrong. */
static int parse_megabytes(PyObject *arguments, PyObject *keywords, const char *format, int *megabytes)
{
    static char *names[] = {"megabytes", NULL};
    PyObject *object;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, names, &object))
        return -1;
    return parse_int(object, "megabytes", 1, MAX_MEGABYTES, megabytes);
}

static PyObject *memory_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    int megabytes;
    if (parse_megabytes(arguments, keywords, "O:Memory", &megabytes) < 0)
        return NULL;
    MemoryObject *self = new_object(type);
    if (self && !perft_table_make(&self->table, (size_t)megabytes)) {
        Py_DECREF((PyObject *)self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void memory_dealloc(PyObject *self)
{
    perft_table_free(&((MemoryObject *)self)->table);
    free_object(self);
}

static PyType_Slot memory_slots[] = {
    {Py_tp_doc, "Memory(megabytes)\n--\n\nThe counts that perft remembers, for the rules of one kernel."},
    {Py_tp_new, memory_new},
    {Py_tp_dealloc, memory_dealloc},
    {0, NULL},
};

PyType_Spec memory_spec = {"taflkit.kernel._native.Memory", sizeof(MemoryObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, memory_slots};

/* Tables of this size are kept for the next search: that of every short search has it, and clearing it is quicker than
 * asking the system for memory. */
#define IDLE_MEGABYTES 1

static Table *make_table(size_t megabytes)
{
    Table *table = malloc(sizeof *table);
    if (table && table_make(table, megabytes))
        return table;
    free(table);
    return NULL;
}

static void discard_table(Table *table)
{
    table_free(table);
    free(table);
}

/* A table that is as good as new; NULL if none is idle. */
static Table *take_idle_table(ModuleState *state)
{
    for (int n = 0; n < MAX_IDLE_TABLES; n++) {
        Table *table = atomic_exchange(&state->idle[n], NULL);
        if (table) {
            table_clear(table);
            return table;
        }
    }
    return NULL;
}

/* False if there are as many as are kept. */
static bool keep_idle_table(ModuleState *state, Table *table)
{
    for (int n = 0; n < MAX_IDLE_TABLES; n++) {
        Table *none = NULL;
        if (atomic_compare_exchange_strong(&state->idle[n], &none, table))
            return true;
    }
    return false;
}

void free_idle_tables(ModuleState *state)
{
    for (int n = 0; n < MAX_IDLE_TABLES; n++) {
        Table *table = atomic_exchange(&state->idle[n], NULL);
        if (table)
            discard_table(table);
    }
}

static PyObject *table_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    int megabytes;
    if (parse_megabytes(arguments, keywords, "O:Table", &megabytes) < 0)
        return NULL;
    ModuleState *state = PyType_GetModuleState(type);
    TableObject *self = state ? new_object(type) : NULL;
    if (!self)
        return NULL;
    self->is_kept = megabytes == IDLE_MEGABYTES;
    self->table = self->is_kept ? take_idle_table(state) : NULL;
    if (!self->table && !(self->table = make_table((size_t)megabytes))) {
        Py_DECREF((PyObject *)self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void table_dealloc(PyObject *object)
{
    const TableObject *self = (const TableObject *)object;
    Table *table = self->table;
    ModuleState *state = state_of(object);
    if (table && !(state && self->is_kept && keep_idle_table(state, table)))
        discard_table(table);
    free_object(object);
}

static PyObject *table_share(PyObject *self, void *Py_UNUSED(closure))
{
    return PyFloat_FromDouble(table_filled(((TableObject *)self)->table));
}

static PyGetSetDef table_getters[] = {
    {"filled", table_share, NULL, "How full it is, from 0 to 1, judged by its beginning.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_doc, "Table(megabytes)\n--\n\nThe positions that searches remember, for all threads that share it."},
    {Py_tp_new, table_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_getset, table_getters},
    {0, NULL},
};

PyType_Spec table_spec = {"taflkit.kernel._native.Table", sizeof(TableObject), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, table_slots};
