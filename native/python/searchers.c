/* The searchers: methods of `Kernel`, and what they know. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

/* What the win finder learns about moves is of no use to the search, so it has workers of its own: this and those after
 * it. */
#define WIN_FINDER MAX_THREADS

/* A run: everything that searchers are given -------------------------------------------------------------------- */

static int poll_run(void *context, uint64_t nodes)
{
    Run *run = context;
    atomic_store_explicit(&run->control->nodes, nodes, memory_order_relaxed);
    if (atomic_load_explicit(&run->control->stop, memory_order_relaxed))
        return STOP_CANCELLED;
    if (run->deadline != 0 && monotonic_seconds() >= run->deadline)
        return STOP_SECONDS;
    return watch_poll(&run->watch) ? STOP_NONE : STOP_INTERRUPTED;
}

void run_end(Run *run)
{
    if (run->task.worker)
        table_release(run->task.table, run->task.worker);
    line_free(&run->line);
    free(run);
}

int run_limit(PyObject *self, Run *run, const RunArguments *given)
{
    uint64_t nodes = 0;
    double seconds = 0;
    if ((given->nodes && parse_limit(given->nodes, "nodes", &nodes) < 0) ||
        (given->seconds && parse_seconds(given->seconds, &seconds) < 0))
        return -1;
    run->control = control_of(self, given->control, &run->own);
    if (!run->control)
        return -1;
    run->deadline = seconds > 0 ? monotonic_seconds() + seconds : 0;
    run->budget = (Budget){.max_nodes = nodes ? nodes : UINT64_MAX, .poll = poll_run, .context = run};
    return 0;
}

Run *run_begin(PyObject *self, const RunArguments *given, int worker)
{
    const Rules *rules = ((KernelObject *)self)->rules;
    ModuleState *state = state_of(self);
    if (!state)
        return NULL;
    if (!PyObject_TypeCheck(given->table, state->table)) {
        PyErr_SetString(PyExc_TypeError, "table must be a Table");
        return NULL;
    }
    if (!PyObject_TypeCheck(given->knowledge, state->knowledge)) {
        PyErr_SetString(PyExc_TypeError, "knowledge must be a Knowledge");
        return NULL;
    }
    const KnowledgeObject *knowledge = (const KnowledgeObject *)given->knowledge;
    if (knowledge->kernel != self) {
        PyErr_SetString(PyExc_ValueError, "the knowledge is of another kernel");
        return NULL;
    }
    Run *run = calloc(1, sizeof *run);
    if (!run) {
        PyErr_NoMemory();
        return NULL;
    }
    if (run_limit(self, run, given) < 0 || line_parse(rules, given->line, &run->line) < 0) {
        free(run);
        return NULL;
    }
    if (!line_reserve(&run->line, 2 * MAX_SEARCH_PLIES)) {
        run_end(run);
        PyErr_NoMemory();
        return NULL;
    }
    Table *shared = ((TableObject *)given->table)->table;
    run->task = (SearchTask){.rules = rules, .know = &knowledge->know, .line = &run->line, .table = shared,
                             .budget = &run->budget};
    bool busy;
    run->task.worker = table_worker(shared, (size_t)worker, (size_t)(rules->width * rules->height), &busy);
    if (!run->task.worker) {
        run_end(run);
        if (busy)
            PyErr_Format(PyExc_RuntimeError, "another thread searches as worker %d of this table", worker);
        else
            PyErr_NoMemory();
        return NULL;
    }
    return run;
}

/* Searching a depth ---------------------------------------------------------------------------------------------- */

Move *read_order(const Rules *rules, Line *line, PyObject *order, int *count, bool *all)
{
    char *bytes;
    Py_ssize_t size;
    size_t room = max_moves(rules);
    if (PyBytes_AsStringAndSize(order, &bytes, &size) < 0)
        return NULL;
    Move *moves = malloc(2 * room * sizeof *moves);
    if (!moves) {
        PyErr_NoMemory();
        return NULL;
    }
    Move *legal = moves + room;
    int known = line_moves(rules, line, legal);
    bool right = size > 0 && size % (Py_ssize_t)sizeof(uint32_t) == 0 && size / (Py_ssize_t)sizeof(uint32_t) <= known;
    *count = right ? (int)(size / (Py_ssize_t)sizeof(uint32_t)) : 0;
    *all = *count == known;
    for (int n = 0; right && n < *count; n++) {
        uint32_t both;
        memcpy(&both, bytes + (size_t)n * sizeof both, sizeof both);
        uint32_t squares = (uint32_t)(rules->width * rules->height);
        right = both / squares < squares;
        if (!right)
            break;
        moves[n] = MOVE(cell_of(rules, (int)(both / squares)), cell_of(rules, (int)(both % squares)));
        int found = 0;
        while (found < known && legal[found] != moves[n])
            found++;
        right = found < known;
        if (right)
            legal[found] = 0;
    }
    if (!right) {
        free(moves);
        PyErr_SetString(PyExc_ValueError, "the moves to try must be legal moves, each once");
        return NULL;
    }
    return moves;
}

const char kernel_search_doc[] =
    "search($self, line, knowledge, table, order, depth, reductions, quiescence, worker=0, nodes=0, seconds=0,"
    " control=None)\n--\n\n"
    "Search one depth: the best line, its value, how many positions were visited, and why it stopped.\n\n"
    "`order` holds the moves in the order in which they are tried: all legal moves, or some of them. Threads that share a table need workers\n"
    "of different numbers: RuntimeError if one is busy. 0 nodes or seconds mean no limit.";

PyObject *kernel_search(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"line",       "knowledge", "table", "order",   "depth",   "reductions",
                            "quiescence", "worker",    "nodes", "seconds", "control", NULL};
    const Rules *rules = ((KernelObject *)self)->rules;
    RunArguments given = {0};
    PyObject *order, *plies, *number = NULL;
    int depth, reductions, quiescence, worker = 0, count = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOSOpp|OOOO:search", names, &given.line, &given.knowledge,
                                     &given.table, &order, &plies, &reductions, &quiescence, &number, &given.nodes,
                                     &given.seconds, &given.control) ||
        parse_int(plies, "depth", 1, MAX_DEPTH, &depth) < 0 ||
        (number && parse_int(number, "worker", 0, WIN_FINDER - 1, &worker) < 0))
        return NULL;
    Run *run = run_begin(self, &given, worker);
    if (!run)
        return NULL;
    bool all = false;
    Move *moves = read_order(rules, &run->line, order, &count, &all);
    SearchResult *result = calloc(1, sizeof *result);
    PyObject *answer = NULL;
    if (moves && result) {
        run->task.depth = depth;
        run->task.some_moves = !all;
        run->task.reductions = reductions != 0;
        run->task.quiescence = quiescence != 0;
        watch_begin(&run->watch);
        bool done = search_depth(&run->task, moves, count, result);
        watch_end(&run->watch);
        atomic_store(&run->control->reached, result->reached);
        if (!done)
            PyErr_NoMemory();
        else if (run->budget.stopped != STOP_INTERRUPTED) {
            PyObject *line = move_pairs(rules, result->line, result->length);
            if (line)
                answer = Py_BuildValue("(NiKi)", line, result->value, (unsigned long long)run->budget.nodes,
                                       run->budget.stopped);
        }
    } else if (moves)
        PyErr_NoMemory();
    free(moves);
    free(result);
    run_end(run);
    return answer;
}

const char kernel_find_win_doc[] =
    "find_win($self, line, knowledge, table, first, within, nodes=0, seconds=0, control=None, part=0, parts=1)"
    "\n--\n\n"
    "Look for a forced win within `first`, then more, up to `within` moves.\n\n"
    "Returns in how many moves the side to move wins (0 for none), the line, up to how many moves it is certain\n"
    "that there is no win, how many positions were visited, and why it stopped. 0 nodes or seconds mean no limit.\n\n"
    "Threads that share a table share a proof: each looks at the first moves of one of the `parts`. There is no win if\n"
    "none of them finds one.";

PyObject *kernel_find_win(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"line",    "knowledge", "table", "first", "within", "nodes",
                            "seconds", "control",   "part",  "parts", NULL};
    RunArguments given = {0};
    PyObject *fewest, *most, *number = NULL, *threads = NULL;
    int first, within, part = 0, parts = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOO|OOOOO:find_win", names, &given.line, &given.knowledge,
                                     &given.table, &fewest, &most, &given.nodes, &given.seconds, &given.control,
                                     &number, &threads) ||
        parse_int(most, "within", 1, MAX_WIN_MOVES, &within) < 0 ||
        parse_int(fewest, "first", 1, within, &first) < 0 ||
        (threads && parse_int(threads, "parts", 1, MAX_THREADS, &parts) < 0) ||
        (number && parse_int(number, "part", 0, parts - 1, &part) < 0))
        return NULL;
    Run *run = run_begin(self, &given, WIN_FINDER + part);
    if (!run)
        return NULL;
    run->task.part = part;
    run->task.parts = parts;
    WinResult *result = calloc(1, sizeof *result);
    PyObject *answer = NULL;
    if (result) {
        watch_begin(&run->watch);
        bool done = find_win(&run->task, first, within, result);
        watch_end(&run->watch);
        if (!done)
            PyErr_NoMemory();
        else if (run->budget.stopped != STOP_INTERRUPTED) {
            PyObject *line = move_pairs(run->task.rules, result->line, result->length);
            if (line)
                answer = Py_BuildValue("(iNiKi)", result->moves, line, result->certain,
                                       (unsigned long long)run->budget.nodes, run->budget.stopped);
        }
    } else
        PyErr_NoMemory();
    free(result);
    run_end(run);
    return answer;
}

/* What the searchers know --------------------------------------------------------------------------------------------- */

static bool read_knowledge(const Rules *rules, PyObject *object, Knowledge *know)
{
    char *bytes;
    Py_ssize_t size;
    const char *error = NULL;
    if (PyBytes_AsStringAndSize(object, &bytes, &size) < 0)
        return false;
    int32_t *words = malloc((size_t)size + sizeof *words);
    if (!words) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(words, bytes, (size_t)size);
    size_t count = size % (Py_ssize_t)sizeof *words ? 0 : (size_t)size / sizeof *words;
    bool read = knowledge_read(rules, words, count, know, &error);
    free(words);
    if (!read)
        PyErr_SetString(PyExc_ValueError, error);
    return read;
}

static PyObject *knowledge_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"kernel", "words", NULL};
    PyObject *kernel, *words;
    ModuleState *state = PyType_GetModuleState(type);
    if (!state ||
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "O!S:Knowledge", names, state->kernel, &kernel, &words))
        return NULL;
    KnowledgeObject *self = new_object(type);
    if (self && !read_knowledge(((KernelObject *)kernel)->rules, words, &self->know)) {
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    if (self)
        self->kernel = Py_NewRef(kernel);
    return (PyObject *)self;
}

static void knowledge_dealloc(PyObject *object)
{
    KnowledgeObject *self = (KnowledgeObject *)object;
    knowledge_free(&self->know);
    Py_XDECREF(self->kernel);
    free_object(object);
}

static PyType_Slot knowledge_slots[] = {
    {Py_tp_doc, "Knowledge(kernel, words)\n--\n\n"
                "What searches of a kernel know: the evaluation, and facts about the rules. It never changes."},
    {Py_tp_new, knowledge_new},
    {Py_tp_dealloc, knowledge_dealloc},
    {0, NULL},
};

PyType_Spec knowledge_spec = {"taflkit.kernel._native.Knowledge", sizeof(KnowledgeObject), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, knowledge_slots};

int add_weights(PyObject *module)
{
    PyObject *names = PyTuple_New(WEIGHTS);
    for (int n = 0; names && n < WEIGHTS; n++) {
        PyObject *name = PyUnicode_FromString(weight_names[n]);
        if (!name || PyTuple_SetItem(names, n, name) < 0)
            Py_CLEAR(names);
    }
    int failed = !names || PyModule_AddObjectRef(module, "WEIGHTS", names) < 0 ||
                 PyModule_AddIntMacro(module, MAX_WEIGHT) < 0 || PyModule_AddIntMacro(module, MAX_THREATS) < 0 ||
                 PyModule_AddIntMacro(module, SQUARES_A_MOVE) < 0;
    Py_XDECREF(names);
    return failed ? -1 : 0;
}
