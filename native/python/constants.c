/* What the kernel and Python must agree on, as constants of the module; `taflkit.kernel.constants` compares them. */
#include "module.h"

#include "env.h"
#include "montecarlo.h"

#define COUNT_OF(names) (sizeof(names) / sizeof *(names))

/* A tuple of names as a constant; -1 with an exception set on failure. */
static int add_names(PyObject *module, const char *constant, const char *const *names, size_t count)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    if (!tuple)
        return -1;
    for (size_t n = 0; n < count; n++) {
        PyObject *name = PyUnicode_FromString(names[n]);
        if (!name || PyTuple_SetItem(tuple, (Py_ssize_t)n, name) < 0) {
            Py_DECREF(tuple);
            return -1;
        }
    }
    int added = PyModule_AddObjectRef(module, constant, tuple);
    Py_DECREF(tuple);
    return added;
}

#define NAME(name) #name,
#define ROW_NAME(name, ...) #name,
#define NUMBER_NAME(field, low, high, what) #field,
#define CHOICE_NAME(field, type, count, what) #field,
#define FIELD_NAME(field, what) #field,
#define SQUARES_NAME(field) #field,

static const char *const REASON_NAMES[] = {REASONS(NAME)};
static const char *const VERDICT_NAMES[] = {VERDICTS(NAME)};
static const char *const CAPTURE_NAMES[] = {CAPTURE_KINDS(ROW_NAME)};
static const char *const ENDING_NAMES[] = {ENDING_KINDS(ROW_NAME)};
static const char *const REPETITION_NAMES[] = {REPETITION_KINDS(NAME)};
static const char *const LIMIT_NAMES[] = {LIMIT_KINDS(NAME)};
#define FIELD_NAMES(entry) static const char *const entry##_NAMES_OF_FIELDS[] = {entry##_FIELDS(NUMBER_NAME, CHOICE_NAME, FIELD_NAME, FIELD_NAME, SQUARES_NAME)}
FIELD_NAMES(KIND);
FIELD_NAMES(JUMP);
FIELD_NAMES(HOSTILE);
FIELD_NAMES(BESET);
FIELD_NAMES(CAPTURE);
FIELD_NAMES(ENDING);
FIELD_NAMES(GAME);
FIELD_NAMES(LIMIT);

int add_constants(PyObject *module)
{
    static const struct {
        const char *name;
        long value;
    } numbers[] = {
        {"RECORD_MAGIC", RECORD_MAGIC},
        {"RECORD_VERSION", RECORD_VERSION},
        {"MAX_WIDTH", MAX_WIDTH},
        {"MAX_KINDS", MAX_KINDS},
        {"MAX_KINGS", MAX_KINGS},
        {"MAX_RULES", MAX_RULES},
        {"MAX_TABLES", MAX_TABLES},
        {"MAX_OCCURRENCES", MAX_OCCURRENCES},
        {"MAX_COUNT", MAX_COUNT},
        {"MAX_WAYS", MAX_WAYS},
        {"MAX_DISTANCE", MAX_DISTANCE},
        {"MAX_PLIES", MAX_PLIES},
        {"MAX_MEGABYTES", MAX_MEGABYTES},
        {"WIN", WIN},
        {"MAX_PLIES_TO_WIN", MAX_PLIES_TO_WIN},
        {"MAX_DEPTH", MAX_DEPTH},
        {"MAX_WIN_MOVES", MAX_WIN_MOVES},
        {"MAX_THREADS", MAX_THREADS},
        {"MAX_HIDDEN", MAX_HIDDEN},
        {"MAX_NETWORK_BIAS", MAX_NETWORK_BIAS},
        {"MAX_NETWORK_VALUE", MAX_NETWORK_VALUE},
        {"MAX_BOARDS", ENV_MAX_BOARDS},
        {"MAX_HISTORY", ENV_MAX_HISTORY},
        {"EXTRA_PLIES", ENV_EXTRA_PLIES},
        {"OPENING_TRIES", ENV_MAX_TRIES},
        {"TREE_DEPTH", TREE_DEPTH},
        {"CHILDREN_DEPTH", CHILDREN_DEPTH},
        {"MAX_TREE_PLIES", MAX_TREE_PLIES},
        {"WORTH_SCALE", WORTH_SCALE},
        {"PRIOR_SCALE", PRIOR_SCALE},
        {"TABLE_PRIOR", TABLE_PRIOR},
        {"MAX_OPEN_SCORE", MAX_OPEN_SCORE},
        {"CHOICE_MARGIN", CHOICE_MARGIN},
        {"WINDOW", WINDOW},
        {"WINDOW_GROWTH", WINDOW_GROWTH},
        {"MAX_WINDOW", MAX_WINDOW},
    };
    static const struct {
        const char *name;
        const char *const *names;
        size_t count;
    } lists[] = {
#define LIST(constant, names) {constant, names, COUNT_OF(names)}
        LIST("REASONS", REASON_NAMES),
        LIST("VERDICTS", VERDICT_NAMES),
        LIST("CAPTURE_KINDS", CAPTURE_NAMES),
        LIST("ENDING_KINDS", ENDING_NAMES),
        LIST("REPETITION_KINDS", REPETITION_NAMES),
        LIST("LIMIT_KINDS", LIMIT_NAMES),
#define FIELDS(entry) LIST(#entry "_FIELDS", entry##_NAMES_OF_FIELDS)
        FIELDS(KIND),
        FIELDS(JUMP),
        FIELDS(HOSTILE),
        FIELDS(BESET),
        FIELDS(CAPTURE),
        FIELDS(ENDING),
        FIELDS(GAME),
        FIELDS(LIMIT),
    };
    for (size_t n = 0; n < COUNT_OF(numbers); n++)
        if (PyModule_AddIntConstant(module, numbers[n].name, numbers[n].value) < 0)
            return -1;
    for (size_t n = 0; n < COUNT_OF(lists); n++)
        if (add_names(module, lists[n].name, lists[n].names, lists[n].count) < 0)
            return -1;
    return 0;
}
