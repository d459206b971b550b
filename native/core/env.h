/* Batches of games for learning: many boards are stepped at once, and what an agent sees of them is written into
 * arrays. `taflkit.rl` says what the planes and actions mean; its implementation in Python gives the same numbers.
 *
 * Nothing is allocated after a batch is made. Boards are independent of one another, so that threads may step different
 * boards of a batch at the same time. */
#ifndef TAFL_ENV_H
#define TAFL_ENV_H

#include "tafl.h"

#define ENV_DIRECTIONS 4
#define ENV_MAX_HISTORY 32
#define ENV_MAX_BOARDS 1000000
/* Random plies that may be needed beyond those asked for, until the wanted side is to move. */
#define ENV_EXTRA_PLIES 64
/* How often a random opening that ends the game is drawn anew before the game begins without one. */
#define ENV_MAX_TRIES 100
/* A limit that is reached; numbers of repetitions stop there too. */
#define ENV_FULL 255

/* A game from which others may begin. */
typedef struct {
    Line line;
    uint8_t *history; /* the positions before it, the newest first: a byte for each square, `history` times */
} EnvStart;

/* The rules of some of the boards, and where their games begin. */
typedef struct {
    const Rules *rules;
    uint8_t plane_of[2][MAX_KINDS + 1]; /* by side to move and kind of piece */
    EnvStart *starts;
    int start_count;
    int *starts_of[2]; /* the numbers of the starts in which a side is to move */
    int counts_of[2];
} EnvGame;

/* How the boards of a batch are set up and shown. */
typedef struct {
    int width, height, kinds;    /* of piece that have planes */
    int history;                 /* earlier positions in an observation */
    int planes;                  /* all of them, the regions' included, which never change */
    bool floats;                 /* observations are float, not uint8_t */
    bool packed;                 /* masks have a bit for each action, not a byte */
    bool autoreset;              /* a game that has ended is followed by another in the same step */
    bool balanced;               /* by turns, games begin with each side to move */
    int random_plies, max_plies;
    uint64_t seed;
} EnvOptions;

/* What is written for each board; owned by the caller. */
typedef struct {
    void *observations;
    uint8_t *masks;
    float *rewards;
    uint8_t *terminated, *truncated, *outcomes, *to_move;
} EnvArrays;

typedef struct {
    Line line;
    uint64_t chance, game; /* the state of the random numbers; the number of the game on this board */
    const EnvGame *rules;
    int32_t *played;       /* the actions of the game so far */
    uint16_t *legal;       /* the legal actions, sorted */
    uint8_t *history;      /* the positions before, the newest first */
    int legal_count, played_count, opening; /* how many actions were played, and how many of them before the start */
    int start, plies;      /* the number of the start; how many actions were stepped */
    bool over;
} EnvBoard;

typedef struct {
    EnvOptions options;
    EnvArrays arrays;
    EnvBoard *boards;
    int count, actions, distances;
    size_t mask_size;
    void *memory; /* what the boards' pointers point into */
} Env;

/* Allocate the boards; `games` has the rules of each, and lives as long as the batch. False without memory. */
bool env_make(Env *env, const EnvOptions *options, const EnvArrays *arrays, const EnvGame *const *games, int count);
void env_free(Env *env);
/* Begin game number `game` on a board, and show it. */
void env_reset(Env *env, int board, uint64_t game);
/* Whether an action may be played on a board. */
bool env_is_legal(const Env *env, int board, int64_t action);
/* Play a legal action on a board, and show what came of it. */
void env_step(Env *env, int board, int32_t action);
/* Draw a legal action, each as likely as the others; -1 if the game is over. */
int32_t env_draw(Env *env, int board);

#endif
