/* `taflkit.kernel._native`: the kernel as a Python module. Its types and signatures are in `_native.pyi`. */
#include "module.h"

ModuleState *state_of(PyObject *object)
{
    return PyType_GetModuleState(Py_TYPE(object));
}

void *new_object(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

void free_object(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF((PyObject *)type);
}

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, (PyTypeObject *)type) < 0)
        Py_CLEAR(type);
    return (PyTypeObject *)type;
}

static int execute(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    state->kernel = add_type(module, &kernel_spec);
    state->control = add_type(module, &control_spec);
    state->memory = add_type(module, &memory_spec);
    state->table = add_type(module, &table_spec);
    state->knowledge = add_type(module, &knowledge_spec);
    state->stepper = add_type(module, &stepper_spec);
    state->state = add_type(module, &state_spec);
    state->batch = add_type(module, &batch_spec);
    state->tree = add_type(module, &tree_spec);
    if (!(state->kernel && state->control && state->memory && state->table && state->knowledge && state->stepper &&
          state->state && state->batch && state->tree))
        return -1;
    return add_weights(module) < 0 || add_constants(module) < 0 ? -1 : 0;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    ModuleState *state = PyModule_GetState(module);
    Py_VISIT(state->kernel);
    Py_VISIT(state->control);
    Py_VISIT(state->memory);
    Py_VISIT(state->table);
    Py_VISIT(state->knowledge);
    Py_VISIT(state->stepper);
    Py_VISIT(state->state);
    Py_VISIT(state->batch);
    Py_VISIT(state->tree);
    return 0;
}

static int clear(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    Py_CLEAR(state->kernel);
    Py_CLEAR(state->control);
    Py_CLEAR(state->memory);
    Py_CLEAR(state->table);
    Py_CLEAR(state->knowledge);
    Py_CLEAR(state->stepper);
    Py_CLEAR(state->state);
    Py_CLEAR(state->batch);
    Py_CLEAR(state->tree);
    return 0;
}

static void release(void *module)
{
    clear(module);
    free_idle_tables(PyModule_GetState(module));
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, execute},
#ifdef Py_mod_gil /* free-threaded CPython */
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "taflkit.kernel._native",
    .m_doc = "The compiled kernel: runs the rules that `taflkit.kernel` has encoded.\n\n"
             "Squares are numbers, from 0 at a1 along the rows. A state is a position as bytes: a byte for each\n"
             "square (0 if it is empty, else the number of the kind of piece), one for the side to move, two for the\n"
             "piece that goes on. A line is a position with its past: (states, turns, captureless, move_limit).\n"
             "Outcomes are numbers too, 0 while the game goes on.\n\n"
             "Threads may share every object. Long runs release the interpreter.",
    .m_size = sizeof(ModuleState),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = release,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
