/* The record of rules: what `taflkit.kernel.lowering` writes and `rules.c` reads. The kinds of rule and the fields of
 * the entries stand here once; `constants.c` exports them to Python, which refuses to use a kernel that differs.
 */
#ifndef TAFL_RECORD_H
#define TAFL_RECORD_H

#include "bounds.h"

#define RECORD_MAGIC 0x5441464C /* TAFL */
#define RECORD_VERSION 2

/* The reasons for which a game ends, in the order of `taflkit.rules.Reason`. */
#define REASONS(X)                                                                                                     \
    X(KING_ESCAPED)                                                                                                    \
    X(KING_CAPTURED)                                                                                                   \
    X(ENCIRCLED)                                                                                                       \
    X(REPETITION)                                                                                                      \
    X(NO_MOVES)                                                                                                        \
    X(MOVE_LIMIT)                                                                                                      \
    X(EXIT_FORT)                                                                                                       \
    X(NO_MEN)                                                                                                          \
    X(OPEN_WAYS)                                                                                                       \
    X(CAPTURELESS)

/* Whom an event favours, in the order of `taflkit.rules.Verdict`. */
#define VERDICTS(X) X(DRAW) X(MOVER_LOSES) X(MOVER_WINS) X(ATTACKERS_LOSE) X(DEFENDERS_LOSE)

/* The ways of capture, a row for each: which pieces it can take, and which squares must be hostile for that.
 *
 * It takes pieces BESIDE the square moved to, in ROWS on the edge that end or pass beside it, or LEAPT over; and of a
 * piece beside, the OPPOSITE square must be hostile or enough of the squares AROUND it. Of what is UNKNOWN the kernel
 * assumes nothing, and does without its shortcuts. */
#define CAPTURE_KINDS(X)                                                                                               \
    X(CUSTODIAL, BESIDE, OPPOSITE)                                                                                     \
    X(SURROUNDED, BESIDE, AROUND)                                                                                      \
    X(SHIELDWALL, ROWS, UNKNOWN)                                                                                       \
    X(JUMPED, LEAPT, UNKNOWN)

/* The endings, a row for each: which moves can bring it about.
 *
 * It comes of KING_TAKEN, the capture of a king; of KING_MOVED, a king's move to its area; of TAKEN, the capture of any
 * piece; of RING_CLOSED, an attackers' move that captures or may close a ring; or of FORT_BUILT, a defenders' move while a
 * king is on the edge. Other quiet moves of men are not judged. An UNKNOWN one may come of any move: each is judged, and
 * searches try all of them to see whether they win. */
#define ENDING_KINDS(X)                                                                                                \
    X(KING_CAPTURED, KING_TAKEN)                                                                                       \
    X(KING_REACHES, KING_MOVED)                                                                                        \
    X(ENCIRCLEMENT, RING_CLOSED)                                                                                       \
    X(ALL_MEN, TAKEN)                                                                                                  \
    X(OPEN_WAYS, UNKNOWN)                                                                                              \
    X(EXIT_FORT, FORT_BUILT)

#define REPETITION_KINDS(X) X(IGNORED) X(ENDS) X(FORBIDDEN)
#define LIMIT_KINDS(X) X(CAPTURELESS) X(TURNS)

/* The fields of the entries in their order. A NUMBER is a word within bounds, a CHOICE one of an enumeration, a FLAG is 0 or
 * 1, KINDS are a set of kinds of piece with a bit each from bit 1, SQUARES a set of squares with a bit each in as many
 * words as the board needs. */
#define KIND_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                              \
    NUMBER(side, 0, 1, "a side")                                                                                       \
    FLAG(is_king, "whether a piece is a king")                                                                         \
    NUMBER(becomes, 0, rules->kinds, "what a turncoat becomes")

#define JUMP_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                              \
    KINDS(kinds, "who jumps")                                                                                          \
    KINDS(over, "who is jumped over")                                                                                  \
    FLAG(restricted, "whether a jump is restricted")                                                                   \
    SQUARES(area)

#define HOSTILE_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                           \
    KINDS(armed, "who is armed")                                                                                       \
    SQUARES(always)                                                                                                    \
    SQUARES(empty)                                                                                                     \
    FLAG(edge, "whether the edge is hostile")

#define BESET_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                             \
    NUMBER(enough, 1, 4, "how many beset a king")                                                                      \
    SQUARES(area)

#define CAPTURE_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                           \
    CHOICE(type, CaptureKind, CAPTURE_KIND_COUNT, "a way of capture")                                                  \
    KINDS(victims, "who is captured")                                                                                  \
    KINDS(by, "who captures")                                                                                          \
    NUMBER(hostility, 0, rules->hostility_count - 1, "a table of hostility")                                           \
    NUMBER(sides, 1, 4, "how many sides must be hostile")                                                              \
    FLAG(flanking, "whether a shieldwall must be flanked")                                                             \
    SQUARES(area)                                                                                                      \
    SQUARES(closing)

#define ENDING_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                            \
    CHOICE(type, EndingKind, ENDING_KIND_COUNT, "an ending")                                                           \
    NUMBER(number, 0, MAX_WAYS, "the number of an ending")                                                             \
    SQUARES(area)

#define GAME_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                              \
    FLAG(no_moves_draws, "whether no moves draw")                                                                      \
    CHOICE(repetition, RepetitionKind, REPETITION_KIND_COUNT, "a rule of repetition")                                  \
    NUMBER(occurrences, 0, MAX_OCCURRENCES, "how often a position may come back")                                      \
    CHOICE(verdict, Verdict, VERDICT_COUNT, "a verdict")                                                               \
    FLAG(symmetric, "whether images are the same")                                                                     \
    FLAG(berserk, "whether pieces go on")                                                                              \
    SQUARES(escape)

#define LIMIT_FIELDS(NUMBER, CHOICE, FLAG, KINDS, SQUARES)                                                             \
    CHOICE(type, LimitKind, LIMIT_KIND_COUNT, "a limit")                                                               \
    NUMBER(maximum, 1, MAX_COUNT, "a limit's number")                                                                  \
    CHOICE(verdict, Verdict, VERDICT_COUNT, "a verdict")

/* The enumerations, without a member for their number, so that the compiler tells which case a `switch` lacks. */
#define REASON_MEMBER(name) name,
typedef enum { REASONS(REASON_MEMBER) } Reason;
#define VERDICT_MEMBER(name) VERDICT_##name,
typedef enum { VERDICTS(VERDICT_MEMBER) } Verdict;
#define CAPTURE_MEMBER(name, ...) CAPTURE_##name,
typedef enum { CAPTURE_KINDS(CAPTURE_MEMBER) } CaptureKind;
#define ENDING_MEMBER(name, ...) END_##name,
typedef enum { ENDING_KINDS(ENDING_MEMBER) } EndingKind;
#define REPETITION_MEMBER(name) REPETITION_##name,
typedef enum { REPETITION_KINDS(REPETITION_MEMBER) } RepetitionKind;
#define LIMIT_MEMBER(name) LIMIT_##name,
typedef enum { LIMIT_KINDS(LIMIT_MEMBER) } LimitKind;

#define PLUS_ONE(name) +1
#define ROW_PLUS_ONE(name, ...) +1
enum {
    REASON_COUNT = 0 REASONS(PLUS_ONE),
    VERDICT_COUNT = 0 VERDICTS(PLUS_ONE),
    CAPTURE_KIND_COUNT = 0 CAPTURE_KINDS(ROW_PLUS_ONE),
    ENDING_KIND_COUNT = 0 ENDING_KINDS(ROW_PLUS_ONE),
    REPETITION_KIND_COUNT = 0 REPETITION_KINDS(PLUS_ONE),
    LIMIT_KIND_COUNT = 0 LIMIT_KINDS(PLUS_ONE)
};

/* What the columns of the rows hold. */
typedef enum { TAKES_UNKNOWN, TAKES_BESIDE, TAKES_ROWS, TAKES_LEAPT } Takes;
typedef enum { NEEDS_UNKNOWN, NEEDS_OPPOSITE, NEEDS_AROUND } Needs;
typedef enum { BY_UNKNOWN, BY_KING_TAKEN, BY_KING_MOVED, BY_TAKEN, BY_RING_CLOSED, BY_FORT_BUILT } Trigger;

#endif
