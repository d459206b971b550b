/* Which moves can matter before a win: all others have the same refutation. */
#ifndef TAFL_RELEVANCE_H
#define TAFL_RELEVANCE_H

#include "search.h"

/* The squares, by row, on which a refutation depends: it holds after every move that takes nothing, comes to no square of
 * `land` and leaves no square of `leave`. */
typedef struct {
    uint32_t land[LINES], leave[LINES];
    bool reversible; /* the refuting reply takes nothing, so that it may repeat a position */
    uint64_t hash;   /* of the position after a pass and the reply */
} Zone;

/* Whether zones can be found under some rules for wins of a side. */
bool zones_apply(const Rules *rules, const Knowledge *know, int side);
/* The zone of a reply: false if it does not keep the side to move, after a pass, from winning at once. */
bool find_zone(const Rules *rules, const Knowledge *know, Line *line, Move reply, Move *moves, Zone *zone);
/* The squares, by row, to one of which the attackers have to move so that the only king does not escape by his next
 * move; false if he does not threaten to. */
bool find_ways_to_block(const Rules *rules, const Knowledge *know, Board *board, uint32_t blocking[LINES]);
/* Remove those of the attackers' moves that leave a king a way to escape, at any number of moves before a win; returns how
 * many are left. */
int drop_refuted_by_escapes(const Rules *rules, const Knowledge *know, Board *board, Move *moves, int count);
/* The defenders' moves after which a king may threaten to escape; some of them may not. */
int find_threats(const Rules *rules, const Knowledge *know, const Board *board, Move *moves);
/* The squares, by row, to which the side to move may take something; some more may be among them. */
void find_taking(const Rules *rules, const Knowledge *know, const Board *board, uint32_t found[LINES]);

/* How many positions of the current line, the past included, have a hash with these leading bits. */
#define SEEN_BITS 13
#define SEEN_PLACE(hash) ((hash) >> (64 - SEEN_BITS))

/* Remove the moves after which the refutation of a zone holds; returns how many are left. Moves that may take something,
 * and those after which the reply may repeat a position, are kept. */
int drop_refuted(const Rules *rules, const Board *board, const Zone *zone, const uint32_t taking[LINES], Move *moves,
                 int count, const uint32_t *seen);

/* A refutation that may hold in other positions too: of a move two before a win, by a reply after which no move wins.
 * The other positions differ in one man: the turn before, he stayed where he was, and another one moved. */
typedef struct {
    Move before, move, reply; /* the man's move; all zero if there is none */
    unsigned kind;            /* of the man */
    uint64_t hash;            /* of the position before `move` */
    Zone zone;                /* of the reply; its hash is that of the position after it */
} Refutation;

/* Whether refutations may be kept for wins of the side to move: what a move takes depends on the squares across the men
 * beside it alone. */
bool refutations_apply(const Rules *rules, const Board *board);
/* Keep a refutation, unless nothing can be said of other positions. `played` is the man's move, the refuted move and the
 * reply, which has just been made and takes something or not; `hash` is that of the position before the refuted move. */
void refutation_make(const Rules *rules, const Knowledge *know, Board *board, uint64_t hash, const Move played[3],
                     bool takes, Refutation *refutation);
/* Whether it holds for a move in the position of a board, the turn before which `before` was played. */
bool refutation_holds(const Rules *rules, const Board *board, const Refutation *refutation, Move before, Move move,
                      const uint32_t *seen);

#endif
