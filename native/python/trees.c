/* `Tree`: the tree of a Monte Carlo search, which grows from call to call. */
#include "run.h"

#include "montecarlo.h"

#include <stdlib.h>

/* More would leave the values of moves without any effect. */
#define MAX_EXPLORATION 1000000

typedef struct {
    PyObject_HEAD
    PyObject *kernel, *knowledge, *table;
    Run *run;
    Tree tree;
    atomic_flag busy; /* a thread uses it */
} TreeObject;

static PyObject *tree_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"kernel", "line", "knowledge", "table", "order", "megabytes", "exploration", NULL};
    RunArguments given = {0};
    PyObject *kernel, *order, *size;
    double exploration;
    int megabytes, count;
    bool all;
    ModuleState *state = PyType_GetModuleState(type);
    if (!state ||
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "O!OOOSOd:Tree", names, state->kernel, &kernel, &given.line,
                                     &given.knowledge, &given.table, &order, &size, &exploration) ||
        parse_int(size, "megabytes", 1, MAX_MEGABYTES, &megabytes) < 0)
        return NULL;
    if (!(exploration >= 0 && exploration <= MAX_EXPLORATION)) {
        PyErr_Format(PyExc_ValueError, "exploration must be from 0 to %d", MAX_EXPLORATION);
        return NULL;
    }
    TreeObject *self = new_object(type);
    if (!self)
        return NULL;
    atomic_flag_clear(&self->busy);
    self->run = run_begin(kernel, &given, 0);
    if (!self->run) {
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    Py_INCREF(kernel);
    self->kernel = kernel;
    Py_INCREF(given.table);
    self->table = given.table;
    self->knowledge = Py_NewRef(given.knowledge);
    self->run->task.reductions = self->run->task.quiescence = true;
    Move *moves = read_order(self->run->task.rules, &self->run->line, order, &count, &all);
    if (moves && tree_make(&self->tree, &self->run->task, (size_t)megabytes, exploration, moves, count)) {
        free(moves);
        return (PyObject *)self;
    }
    if (moves)
        PyErr_NoMemory();
    free(moves);
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void tree_dealloc(PyObject *object)
{
    TreeObject *self = (TreeObject *)object;
    tree_free(&self->tree);
    if (self->run)
        run_end(self->run);
    Py_XDECREF(self->kernel);
    Py_XDECREF(self->knowledge);
    Py_XDECREF(self->table);
    free_object(object);
}

/* Have the tree for this thread alone; -1 and an exception if another has it. */
static int take(TreeObject *self)
{
    if (!atomic_flag_test_and_set(&self->busy))
        return 0;
    PyErr_SetString(PyExc_RuntimeError, "another thread uses this tree");
    return -1;
}

static PyObject *tree_grow_for(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"visits", "nodes", "seconds", "control", NULL};
    TreeObject *self = (TreeObject *)object;
    RunArguments given = {0};
    PyObject *number, *answer = NULL;
    int visits;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OOO:grow", names, &number, &given.nodes, &given.seconds,
                                     &given.control) ||
        parse_int(number, "visits", 0, INT32_MAX, &visits) < 0 || take(self) < 0)
        return NULL;
    if (run_limit(self->kernel, self->run, &given) == 0) {
        watch_begin(&self->run->watch);
        tree_grow(&self->tree, (uint32_t)visits);
        watch_end(&self->run->watch);
        const Budget *budget = &self->run->budget;
        if (budget->stopped != STOP_INTERRUPTED)
            answer = Py_BuildValue("(KiO)", (unsigned long long)budget->nodes, budget->stopped,
                                   tree_is_decided(&self->tree) ? Py_True : Py_False);
    }
    atomic_flag_clear(&self->busy);
    return answer;
}

static PyObject *tree_lines(PyObject *object, PyObject *number)
{
    TreeObject *self = (TreeObject *)object;
    int lines;
    if (parse_int(number, "lines", 1, INT32_MAX, &lines) < 0 || take(self) < 0)
        return NULL;
    uint32_t *ranks = malloc(max_moves(self->run->task.rules) * sizeof *ranks);
    PyObject *found = ranks ? PyList_New(0) : PyErr_NoMemory();
    int count = ranks ? tree_rank(&self->tree, ranks) : 0;
    for (int n = 0; found && n < lines && n < count; n++) {
        Move line[MAX_TREE_PLIES + 1];
        PyObject *pairs = move_pairs(self->run->task.rules, line, tree_line(&self->tree, ranks[n], line));
        PyObject *each = pairs ? Py_BuildValue("(Ni)", pairs, tree_value(&self->tree, ranks[n])) : NULL;
        if (!each || PyList_Append(found, each) < 0)
            Py_CLEAR(found);
        Py_XDECREF(each);
    }
    free(ranks);
    atomic_flag_clear(&self->busy);
    return found;
}

static PyObject *tree_share(PyObject *object, void *Py_UNUSED(closure))
{
    TreeObject *self = (TreeObject *)object;
    if (take(self) < 0)
        return NULL;
    double share = tree_filled(&self->tree);
    atomic_flag_clear(&self->busy);
    return PyFloat_FromDouble(share);
}

static PyGetSetDef tree_getters[] = {
    {"filled", tree_share, NULL, "How full it is, from 0 to 1.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef tree_methods[] = {
    {"grow", (PyCFunction)(void (*)(void))tree_grow_for, METH_VARARGS | METH_KEYWORDS,
     "grow($self, visits, nodes=0, seconds=0, control=None)\n--\n\n"
     "Grow until there are so many visits: how many positions were visited, why it stopped, whether the result is\n"
     "certain. 0 nodes or seconds mean no limit."},
    {"lines", tree_lines, METH_O,
     "lines($self, lines, /)\n--\n\n"
     "The best moves, the best first: the line of each and its value. There are none before it has grown."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot tree_slots[] = {
    {Py_tp_doc, "Tree(kernel, line, knowledge, table, order, megabytes, exploration)\n--\n\n"
                "The tree of a Monte Carlo search. `order` holds the first moves: all legal moves, or some of them."},
    {Py_tp_new, tree_new},
    {Py_tp_dealloc, tree_dealloc},
    {Py_tp_methods, tree_methods},
    {Py_tp_getset, tree_getters},
    {0, NULL},
};

PyType_Spec tree_spec = {"taflkit.kernel._native.Tree", sizeof(TreeObject), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, tree_slots};
