/* A game read from a file that `python -m tools.record` writes, for programs that use the core without Python.
 *
 * The file is, in the byte order of the machine: a word of 32 bits, how many words the record of rules has; the record;
 * and the start position as bytes (see state.c). */
#ifndef TAFL_GAME_H
#define TAFL_GAME_H

#include "search.h"

typedef struct {
    Rules *rules;
    Line line;      /* the start position, with room for a search */
    Knowledge know; /* see `knowledge_from_rules` */
} Game;

/* Exits with a message if the file is not as described. Free with `game_free`. */
void game_read(const char *path, Game *game);
void game_free(Game *game);

/* What a searcher can know from the rules alone. It is on the safe side: all wins are found, but later than with what
 * Python knows of a variant. False if there is no king. */
bool knowledge_from_rules(const Rules *rules, Knowledge *know);

/* Polls of runs that nothing stops. */
bool never_stop(void *context);
int never_stop_search(void *context, uint64_t nodes);

#endif
