/* What searchers share: their budget, the keys of states with a past, and memory for moves. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

bool budget_poll(Budget *budget)
{
    if (budget->stopped) {
        budget->nodes--; /* The node is not searched. */
        return false;
    }
    budget->stopped = budget->nodes >= budget->max_nodes ? STOP_NODES : budget->poll(budget->context, budget->nodes);
    budget->next = budget->nodes + POLL_NODES;
    if (budget->next > budget->max_nodes)
        budget->next = budget->max_nodes;
    return !budget->stopped;
}

/* The past ------------------------------------------------------------------------------------------------------- */

uint64_t history_of_line(const Rules *rules, const Line *line)
{
    uint64_t past = 0;
    if (rules->repetition == REPETITION_IGNORED)
        return 0;
    for (int n = 0; n <= line->past.reversible && n < line->length; n++)
        past += mix(line->hashes[line->length - 1 - n]);
    return past;
}

uint64_t history_after(const Line *line, uint64_t before)
{
    return (line->past.reversible ? before : 0) + mix(line->hashes[line->length - 1]);
}

uint64_t state_key(const Rules *rules, const Line *line, uint64_t past, bool exact)
{
    uint64_t key = line->board.hash;
    bool turns = line->past.move_limit != 0, captureless = false;
    if (exact && rules->repetition != REPETITION_IGNORED)
        key ^= mix(past);
    for (int n = 0; n < rules->limit_count; n++) {
        switch (rules->limits[n].type) {
        case LIMIT_TURNS:
            turns = true;
            break;
        case LIMIT_CAPTURELESS:
            captureless = true;
            break;
        }
    }
    if (captureless) /* once, however many limits count */
        key ^= mix((uint64_t)line->past.captureless * 2 + 1);
    if (turns)
        key ^= mix((uint64_t)line->past.turns * 2 + 2) << 1;
    return key;
}

/* Memory for moves -------------------------------------------------------------------------------------------------- */

bool workspace_make(Workspace *work, const SearchTask *task)
{
    size_t places = max_moves(task->rules) * (MAX_SEARCH_PLIES + 2);
    *work = (Workspace){.rules = task->rules,
                        .know = task->know,
                        .line = task->line,
                        .table = task->table,
                        .worker = task->worker,
                        .budget = task->budget,
                        .moves = malloc(places * sizeof *work->moves),
                        .ranks = malloc(places * sizeof *work->ranks)};
    work->past[0] = history_of_line(task->rules, task->line);
    return work->moves && work->ranks;
}

void workspace_free(Workspace *work)
{
    free(work->moves);
    free(work->ranks);
}
