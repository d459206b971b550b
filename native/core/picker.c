/* Most positions are cut off by one of the first moves, so moves are listed in stages, and only when they are needed. */
#include "picker.h"

#include <stdlib.h>

#define MAX_HISTORY 16384

static inline Move *answer_to(const Workspace *work, Move move)
{
    return &work->worker->answers[index_of_move(work, move)];
}

static inline bool has_square(const uint32_t *squares, unsigned cell)
{
    return squares[cell / STRIDE] >> cell % STRIDE & 1;
}

void picker_begin(Picker *picker, const Workspace *work, Move tried, Move last, int ply, const uint32_t *within)
{
    const Move *killers = work->worker->killers[ply];
    picker->stage = PICK_TRIED;
    picker->ply = ply;
    picker->tried = within && !has_square(within, TO(tried)) ? 0 : tried;
    picker->within = within;
    picker->last = last;
    picker->quiets[0] = killers[0];
    picker->quiets[1] = killers[1];
    picker->quiets[2] = last ? *answer_to(work, last) : 0;
    picker->next_quiet = picker->picked = picker->left = 0;
    picker->begin = work->used;
}

static inline bool is_hot(const Picker *picker, Move move)
{
    return has_square(picker->hot, TO(move));
}

/* Whether a move is one of the first quiet moves. */
static inline bool is_early(const Picker *picker, Move move, int count)
{
    for (int n = 0; n < count; n++)
        if (move == picker->quiets[n])
            return true;
    return false;
}

static void rank_moves_to(Picker *picker, Workspace *work, const uint32_t squares[LINES])
{
    Move *listed = work->room + picker->begin + picker->picked;
    Ranked *ranks = work->ranks + picker->begin;
    picker->left = moves_to(work->rules, work->line, squares, listed);
    for (int n = 0; n < picker->left; n++)
        ranks[n] = ranked(listed[n], *history_of(work, listed[n]));
    group_ranked(ranks, picker->left);
}

static void rank_others(Picker *picker, Workspace *work)
{
    const Rules *rules = work->rules;
    const Board *board = &work->line->board;
    Move *listed = work->room + picker->begin + picker->picked;
    Ranked *ranks = work->ranks + picker->begin;
    uint32_t near[LINES];
    clear_rows(near);
    int count = line_moves(rules, work->line, listed);
    if (board->to_move == ATTACKERS)
        add_beside_kings(board, near);
    for (int n = 0; n < count; n++) {
        Move move = listed[n];
        if (is_hot(picker, move) || is_early(picker, move, EARLY_QUIETS))
            continue;
        bool promising = near[TO(move) / STRIDE] >> TO(move) % STRIDE & 1 || rules->is_king[board->cell[FROM(move)]];
        ranks[picker->left++] = ranked(move, *history_of(work, move) + (promising ? MAX_HISTORY / 2 : 0));
    }
    group_ranked(ranks, picker->left);
}

/* The next of the first quiet moves that may be played here, or 0. */
static Move next_quiet(Picker *picker, Workspace *work)
{
    while (picker->next_quiet < EARLY_QUIETS) {
        int number = picker->next_quiet++;
        Move move = picker->quiets[number];
        if (move && !is_hot(picker, move) && !is_early(picker, move, number) &&
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
    case PICK_TRIED:
        return picker->picked ? 0 : picker->tried;
    case PICK_CAPTURES:
    case PICK_OTHERS:
        return next_ranked(picker, work);
    case PICK_QUIETS:
        return next_quiet(picker, work);
    }
    return 0;
}

static void next_stage(Picker *picker, Workspace *work)
{
    picker->stage = picker->within ? PICK_OTHERS : picker->stage + 1;
    if (picker->within) {
        rank_moves_to(picker, work, picker->within);
    } else if (picker->stage == PICK_CAPTURES) {
        hot_squares(work->rules, work->know, &work->line->board, picker->hot);
        rank_moves_to(picker, work, picker->hot);
    } else if (picker->stage == PICK_OTHERS) {
        rank_others(picker, work);
    }
}

Move picker_next(Picker *picker, Workspace *work)
{
    Move move;
    while (!(move = next_of_stage(picker, work)) || (move == picker->tried && picker->stage != PICK_TRIED)) {
        if (move)
            continue;
        if (picker->stage == PICK_OTHERS)
            return 0;
        next_stage(picker, work);
    }
    work->room[picker->begin + (size_t)picker->picked++] = move;
    work->used = picker->begin + (size_t)(picker->picked + picker->left);
    return move;
}

static void adjust(int32_t *history, int32_t bonus)
{
    *history += bonus - *history * abs(bonus) / MAX_HISTORY;
}

void picker_cut(const Picker *picker, const Workspace *work, Move best, int depth)
{
    const Move *picked = work->room + picker->begin;
    Move *killers = work->worker->killers[picker->ply];
    int32_t bonus = depth < 16 ? 16 * depth * depth : 4096;
    if (best != killers[0]) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    if (picker->last)
        *answer_to(work, picker->last) = best;
    for (int n = 0; n < picker->picked; n++)
        adjust(history_of(work, picked[n]), picked[n] == best ? bonus : -bonus);
}
