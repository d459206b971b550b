/* How runs are watched and stopped: by signals, and by other threads. */
#include "module.h"

/* How often signals are handled, in seconds. */
#define POLL_SECONDS 0.02

void watch_begin(Watch *watch)
{
    watch->interrupted = false;
    watch->next = monotonic_seconds() + POLL_SECONDS;
    watch->thread = PyEval_SaveThread();
}

bool watch_poll(void *context)
{
    Watch *watch = context;
    double now = monotonic_seconds();
    if (watch->interrupted || now < watch->next)
        return !watch->interrupted;
    PyEval_RestoreThread(watch->thread);
    watch->interrupted = PyErr_CheckSignals() < 0;
    watch->thread = PyEval_SaveThread();
    watch->next = now + POLL_SECONDS;
    return !watch->interrupted;
}

void watch_end(Watch *watch)
{
    PyEval_RestoreThread(watch->thread);
}

Control *control_of(PyObject *kernel, PyObject *object, Control *own)
{
    if (!object || object == Py_None) {
        control_reset(own);
        return own;
    }
    ModuleState *state = state_of(kernel);
    if (!state)
        return NULL;
    if (!PyObject_TypeCheck(object, state->control)) {
        PyErr_SetString(PyExc_TypeError, "control must be a Control or None");
        return NULL;
    }
    return &((ControlObject *)object)->control;
}

static PyObject *control_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, ":Control", names))
        return NULL;
    ControlObject *self = new_object(type);
    if (self)
        control_reset(&self->control);
    return (PyObject *)self;
}

static PyObject *control_stop(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    atomic_store(&((ControlObject *)self)->control.stop, true);
    Py_RETURN_NONE;
}

static PyObject *control_nodes(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromUnsignedLongLong(atomic_load(&((ControlObject *)self)->control.nodes));
}

static PyObject *control_reached(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(atomic_load(&((ControlObject *)self)->control.reached));
}

static PyMethodDef control_methods[] = {
    {"stop", control_stop, METH_NOARGS, "stop($self, /)\n--\n\nStop the runs that have this control, for good."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef control_getters[] = {
    {"nodes", control_nodes, NULL, "How many positions have been visited so far.", NULL},
    {"reached", control_reached, NULL, "The deepest ply of the last search of a depth.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot control_slots[] = {
    {Py_tp_doc, "Control()\n--\n\nStops runs from another thread and says how far they are."},
    {Py_tp_new, control_new},
    {Py_tp_dealloc, free_object},
    {Py_tp_methods, control_methods},
    {Py_tp_getset, control_getters},
    {0, NULL},
};

PyType_Spec control_spec = {"taflkit.kernel._native.Control", sizeof(ControlObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, control_slots};
