/* Most positions are cut off by one of the first moves, so moves are listed in stages, and only when they are needed. */
#include "picker.h"

#include <stdlib.h>

#define MAX_HISTORY 16384
#define PROMISING_HISTORY (MAX_HISTORY / 2) /* what the king's moves and those to squares beside him have besides */
/* By how much a move that was good enough is raised: so much times the depth squared, up to a depth. */
#define HISTORY_BONUS 16
#define BONUS_DEPTH 16

static inline Move *countermove_to(const Workspace *work, Move move)
{
    return &work->worker->countermoves[index_of_move(work, move)];
}

static inline bool has_square(const uint32_t *squares, unsigned cell)
{
    return squares[cell / STRIDE] >> cell % STRIDE & 1;
}

void picker_begin(Picker *picker, const Workspace *work, Move table_move, Move last, int ply, const uint32_t *within)
{
    const Move *killers = work->worker->killers[ply];
    picker->stage = PICK_TABLE_MOVE;
    picker->ply = ply;
    picker->table_move = within && !has_square(within, TO(table_move)) ? 0 : table_move;
    picker->within = within;
    picker->last = last;
    picker->killers[0] = killers[0];
    picker->killers[1] = killers[1];
    picker->killers[2] = last ? *countermove_to(work, last) : 0;
    picker->next_killer = picker->picked = picker->left = 0;
    picker->begin = work->used;
}

static inline bool is_hot(const Picker *picker, Move move)
{
    return has_square(picker->hot, TO(move));
}

/* Whether a move is one of the first so many killers. */
static inline bool is_killer(const Picker *picker, Move move, int count)
{
    for (int n = 0; n < count; n++)
        if (move == picker->killers[n])
            return true;
    return false;
}

static void rank_moves_to(Picker *picker, Workspace *work, const uint32_t squares[LINES])
{
    Move *listed = work->moves + picker->begin + picker->picked;
    Ranked *ranks = work->ranks + picker->begin;
    picker->left = moves_to(work->rules, work->line, squares, listed);
    for (int n = 0; n < picker->left; n++)
        ranks[n] = ranked(listed[n], *history_of(work, listed[n]));
    group_ranked(ranks, picker->left);
}

static void rank_quiets(Picker *picker, Workspace *work)
{
    const Rules *rules = work->rules;
    const Board *board = &work->line->board;
    Move *listed = work->moves + picker->begin + picker->picked;
    Ranked *ranks = work->ranks + picker->begin;
    uint32_t near[LINES];
    clear_rows(near);
    int count = line_moves(rules, work->line, listed);
    if (board->to_move == ATTACKERS)
        add_beside_kings(board, near);
    for (int n = 0; n < count; n++) {
        Move move = listed[n];
        if (is_hot(picker, move) || is_killer(picker, move, KILLERS))
            continue;
        bool promising = near[TO(move) / STRIDE] >> TO(move) % STRIDE & 1 || rules->is_king[board->cell[FROM(move)]];
        ranks[picker->left++] = ranked(move, *history_of(work, move) + (promising ? PROMISING_HISTORY : 0));
    }
    group_ranked(ranks, picker->left);
}

/* The next killer or countermove that may be played here, or 0. */
static Move next_killer(Picker *picker, Workspace *work)
{
    while (picker->next_killer < KILLERS) {
        int number = picker->next_killer++;
        Move move = picker->killers[number];
        if (move && !is_hot(picker, move) && !is_killer(picker, move, number) &&
            line_is_legal(work->rules, work->line, move))
            return move;
    }
    return 0;
}

static inline Move next_ranked(Picker *picker, Workspace *work)
{
    return picker->left ? take_best(work->ranks + picker->begin, picker->left--) : 0;
}

/* The next move of a stage, 0 at its end. */
static Move next_of_stage(Picker *picker, Workspace *work)
{
    switch (picker->stage) {
    case PICK_TABLE_MOVE:
        return picker->picked ? 0 : picker->table_move;
    case PICK_CAPTURES:
    case PICK_QUIETS:
        return next_ranked(picker, work);
    case PICK_KILLERS:
        return next_killer(picker, work);
    }
    return 0;
}

static void next_stage(Picker *picker, Workspace *work)
{
    picker->stage = picker->within ? PICK_QUIETS : picker->stage + 1;
    if (picker->within) {
        rank_moves_to(picker, work, picker->within);
    } else if (picker->stage == PICK_CAPTURES) {
        hot_squares(work->rules, work->know, &work->line->board, picker->hot);
        rank_moves_to(picker, work, picker->hot);
    } else if (picker->stage == PICK_QUIETS) {
        rank_quiets(picker, work);
    }
}

Move picker_next(Picker *picker, Workspace *work)
{
    Move move;
    while (!(move = next_of_stage(picker, work)) || (move == picker->table_move && picker->stage != PICK_TABLE_MOVE)) {
        if (move)
            continue;
        if (picker->stage == PICK_QUIETS)
            return 0;
        next_stage(picker, work);
    }
    work->moves[picker->begin + (size_t)picker->picked++] = move;
    work->used = picker->begin + (size_t)(picker->picked + picker->left);
    return move;
}

static void adjust(int32_t *history, int32_t bonus)
{
    *history += bonus - *history * abs(bonus) / MAX_HISTORY;
}

void picker_cut(const Picker *picker, const Workspace *work, Move best, int depth)
{
    const Move *picked = work->moves + picker->begin;
    Move *killers = work->worker->killers[picker->ply];
    int32_t squared = depth < BONUS_DEPTH ? depth * depth : BONUS_DEPTH * BONUS_DEPTH, bonus = HISTORY_BONUS * squared;
    if (best != killers[0]) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    if (picker->last)
        *countermove_to(work, picker->last) = best;
    for (int n = 0; n < picker->picked; n++)
        adjust(history_of(work, picked[n]), picked[n] == best ? bonus : -bonus);
}
