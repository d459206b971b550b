/* Reading games from files. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FILE_BYTES (16 << 20)

/* What each term of the evaluation is worth; searches need some values, not good ones. */
#define WEIGHT 10

static _Noreturn void fail(const char *path, const char *problem)
{
    fprintf(stderr, "%s: %s\n", path, problem);
    exit(2);
}

bool knowledge_from_rules(const Rules *rules, Knowledge *know)
{
    int32_t words[KNOWLEDGE_WORDS(MAX_PIECES) + 1] = {0}, *word = words;
    int squares = rules->width * rules->height, king = 0;
    const char *error;
    for (int kind = rules->kinds; kind >= 1; kind--)
        king = rules->is_king[kind] ? kind : king;
    for (int n = 0; n < WEIGHTS; n++)
        *word++ = WEIGHT;
    *word++ = 0; /* what the start is worth */
    *word++ = king;
    *word++ = false; /* captures may take pieces that are not beside the mover */
    *word++ = false; /* any square may be hostile */
    for (int square = 0; square < squares; square++, word++) {
        *word = SQUARE_SPECIAL;
        for (int n = 0; n < rules->ending_count; n++)
            if (rules->endings[n].type == END_KING_REACHES && rules->endings[n].area[cell_of(rules, square)])
                *word |= SQUARE_GOAL;
    }
    *word = 0; /* no network */
    return king && knowledge_read(rules, words, KNOWLEDGE_WORDS(squares) + 1, know, &error);
}

void game_read(const char *path, Game *game)
{
    char error[256];
    uint32_t count = 0;
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAX_FILE_BYTES);
    if (!file || !data)
        fail(path, "cannot be opened");
    size_t size = fread(data, 1, MAX_FILE_BYTES, file);
    fclose(file);
    if (size >= sizeof count)
        memcpy(&count, data, sizeof count);
    size_t record = sizeof count + (size_t)count * sizeof(int32_t);
    if (size < sizeof count || record > size)
        fail(path, "ends within the rules");
    memset(game, 0, sizeof *game);
    game->rules = rules_read((const int32_t *)(const void *)(data + sizeof count), count, error, sizeof error);
    if (!game->rules)
        fail(path, error);
    if (size - record != state_size(game->rules))
        fail(path, "the start position has another size than the board");
    if (!state_read(game->rules, data + record, &game->line.board, error, sizeof error))
        fail(path, error);
    if (!knowledge_from_rules(game->rules, &game->know))
        fail(path, "there is no king");
    if (!line_reserve(&game->line, 2 * MAX_SEARCH_PLIES))
        fail(path, "there is no memory");
    game->line.hashes[game->line.length++] = line_hash(game->rules, &game->line.board);
    free(data);
}

void game_free(Game *game)
{
    free(game->line.hashes);
    rules_free(game->rules);
}

bool never_stop(void *context)
{
    (void)context;
    return true;
}

int never_stop_search(void *context, uint64_t nodes)
{
    (void)context;
    (void)nodes;
    return STOP_NONE;
}
