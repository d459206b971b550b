/* Positions with their past: repetition, stalemate and limits. */
#include "tafl.h"

#include <stdlib.h>

#define SPARE_PLIES 64 /* for which a line has memory besides what it was asked to reserve */

static Outcome by_verdict(Verdict verdict, int mover, Reason reason)
{
    switch (verdict) {
    case VERDICT_DRAW:
        return OUTCOME(NOBODY, reason);
    case VERDICT_MOVER_LOSES:
        return OUTCOME(!mover, reason);
    case VERDICT_MOVER_WINS:
        return OUTCOME(mover, reason);
    case VERDICT_ATTACKERS_LOSE:
        return OUTCOME(DEFENDERS, reason);
    case VERDICT_DEFENDERS_LOSE:
        return OUTCOME(ATTACKERS, reason);
    }
    abort(); /* A record with another verdict is refused. */
}

bool line_reserve(Line *line, int more)
{
    if (line->length + more <= line->capacity)
        return true;
    int capacity = line->length + more + SPARE_PLIES;
    uint64_t *hashes = realloc(line->hashes, (size_t)capacity * sizeof *hashes);
    if (!hashes)
        return false;
    line->hashes = hashes;
    line->capacity = capacity;
    return true;
}

/* How often a position occurs since the last irreversible move, counting up to `enough`. */
static int occurrences(const Line *line, uint64_t hash, int step, int enough)
{
    int found = 0, first = line->length - 1 - line->past.reversible;
    for (int n = line->length - 1; n >= 0 && n >= first; n -= step)
        if (line->hashes[n] == hash && ++found >= enough)
            break;
    return found;
}

/* Where the sides move by turns, every second position has the same side to move. */
static int step_of(const Rules *rules, const Line *line)
{
    return rules->berserk || line->irregular ? 1 : 2;
}

bool line_is_repeated(const Rules *rules, const Line *line)
{
    if (rules->repetition != REPETITION_ENDS || line->board.going_on || line->past.reversible < 2)
        return false;
    uint64_t now = line->hashes[line->length - 1];
    return occurrences(line, now, step_of(rules, line), rules->occurrences) >= rules->occurrences;
}

int line_repetitions(const Rules *rules, const Line *line, int enough)
{
    if (rules->repetition == REPETITION_IGNORED || line->board.going_on)
        return 0;
    return occurrences(line, line->hashes[line->length - 1], step_of(rules, line), enough + 1) - 1;
}

uint64_t line_hash(const Rules *rules, const Board *board)
{
    return rules->symmetric ? board_image_hash(rules, board) : board->hash;
}

bool line_forbids(const Rules *rules, Line *line, Move move)
{
    if (rules->repetition != REPETITION_FORBIDDEN)
        return false;
    Undo undo;
    board_make(rules, &line->board, move, &undo);
    bool forbidden = occurrences(line, line->board.hash, 1, 1) > 0;
    board_unmake(rules, &line->board, &undo);
    return forbidden;
}

bool line_is_legal(const Rules *rules, Line *line, Move move)
{
    return board_is_legal(rules, &line->board, move) && !line_forbids(rules, line, move);
}

int line_moves(const Rules *rules, Line *line, Move *moves)
{
    int count = board_moves(rules, &line->board, moves);
    if (rules->repetition != REPETITION_FORBIDDEN)
        return count;
    int kept = 0;
    for (int n = 0; n < count; n++)
        if (!line_forbids(rules, line, moves[n]))
            moves[kept++] = moves[n];
    return kept;
}

static bool can_move(const Rules *rules, Line *line)
{
    if (rules->repetition != REPETITION_FORBIDDEN)
        return board_can_move(rules, &line->board);
    for (unsigned r = 1; r <= (unsigned)rules->height; r++)
        for (uint32_t own = line->board.row[line->board.to_move][r]; own; own &= own - 1) {
            Move moves[MAX_PIECE_MOVES];
            int count = board_moves_from(rules, &line->board, r * STRIDE + (unsigned)lowest_bit(own), moves);
            for (int n = 0; n < count; n++)
                if (!line_forbids(rules, line, moves[n]))
                    return true;
        }
    return false;
}

Outcome outcome_by_past(const Rules *rules, const Past *past, int mover, int to_move, bool repeated, bool can_move)
{
    if (repeated)
        return by_verdict(rules->verdict, mover, REPETITION);
    if (!can_move)
        return OUTCOME(rules->no_moves_draws ? NOBODY : !to_move, NO_MOVES);
    for (int n = 0; n < rules->limit_count; n++) {
        const Limit *limit = &rules->limits[n];
        switch (limit->type) {
        case LIMIT_CAPTURELESS:
            if (past->captureless >= limit->maximum)
                return by_verdict(limit->verdict, mover, CAPTURELESS);
            break;
        case LIMIT_TURNS:
            if (past->turns >= limit->maximum)
                return by_verdict(limit->verdict, mover, MOVE_LIMIT);
            break;
        }
    }
    if (past->move_limit && past->turns / 2 >= past->move_limit)
        return OUTCOME(!to_move, MOVE_LIMIT);
    return 0;
}

Outcome line_outcome(const Rules *rules, Line *line, int mover)
{
    bool repeated = line_is_repeated(rules, line), mobile = repeated || can_move(rules, line);
    if (!repeated && mobile && !rules->limit_count && !line->past.move_limit)
        return 0; /* Mostly nothing else can end the game. */
    return outcome_by_past(rules, &line->past, mover, line->board.to_move, repeated, mobile);
}

void past_advance(const Rules *rules, Past *past, const Undo *undo, int to_move)
{
    bool fewer = false;
    for (int n = 0; n < undo->count; n++)
        fewer |= !rules->becomes[undo->taken[n].kind];
    past->reversible = fewer ? 0 : past->reversible + 1;
    past->captureless = undo->count ? 0 : past->captureless + 1;
    past->turns += to_move != undo->to_move;
}

Outcome line_make_on_board(const Rules *rules, Line *line, Move move, LineUndo *undo)
{
    undo->past = line->past;
    Outcome outcome = board_make(rules, &line->board, move, &undo->undo);
    past_advance(rules, &line->past, &undo->undo, line->board.to_move);
    line->hashes[line->length++] = line_hash(rules, &line->board);
    return outcome;
}

Outcome line_make(const Rules *rules, Line *line, Move move, LineUndo *undo)
{
    Outcome outcome = line_make_on_board(rules, line, move, undo);
    return outcome ? outcome : line_outcome(rules, line, undo->undo.to_move);
}

void line_unmake(const Rules *rules, Line *line, const LineUndo *undo)
{
    board_unmake(rules, &line->board, &undo->undo);
    line->length--;
    line->past = undo->past;
}
