/* Reads the record of rules that `taflkit.kernel.lowering` writes, checks everything, and builds the tables. */
#include "tafl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const int32_t *words;
    size_t count, next;
    bool failed;
    char *error;
    size_t size;
    int squares;
    const Rules *rules;
} Reader;

static void fail(Reader *reader, const char *format, ...)
{
    if (reader->failed)
        return; /* The first thing that is wrong is the one to tell. */
    reader->failed = true;
    int start = snprintf(reader->error, reader->size, "word %zu of the record of rules: ", reader->next);
    if (start < 0 || (size_t)start >= reader->size)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->error + start, reader->size - (size_t)start, format, arguments);
    va_end(arguments);
}

/* The next word, which must lie between two bounds; `low` after a failure. */
static int32_t number(Reader *reader, int32_t low, int32_t high, const char *what)
{
    if (reader->failed)
        return low;
    if (reader->next >= reader->count) {
        fail(reader, "it ends where %s is expected", what);
        return low;
    }
    int32_t value = reader->words[reader->next];
    if (value < low || value > high) {
        fail(reader, "%s must be from %ld to %ld, not %ld", what, (long)low, (long)high, (long)value);
        return low;
    }
    reader->next++;
    return value;
}

/* A set of kinds, a bit each from bit 1. */
static uint32_t kinds_of(Reader *reader, const char *what)
{
    return (uint32_t)number(reader, 0, (2 << reader->rules->kinds) - 2, what) & ~1u;
}

/* A set of squares: the flag is set on its cells. */
static void area(Reader *reader, uint8_t *cells, uint8_t flag)
{
    int squares = reader->squares;
    for (int base = 0; base < squares && !reader->failed; base += 32) {
        uint32_t word = (uint32_t)number(reader, INT32_MIN, INT32_MAX, "a set of squares");
        if (reader->failed)
            return;
        for (int bit = 0; bit < 32; bit++) {
            if (!(word >> bit & 1))
                continue;
            if (base + bit >= squares) {
                fail(reader, "a set has a square that is not on the board");
                return;
            }
            cells[cell_of(reader->rules, base + bit)] |= flag;
        }
    }
}

/* How the fields of an entry are read into the members of the same names: those of `*entry`. */
#define READ_NUMBER(field, low, high, what) entry->field = number(reader, low, high, what);
#define READ_CHOICE(field, type, count, what) entry->field = (type)number(reader, 0, count - 1, what);
#define READ_FLAG(field, what) entry->field = number(reader, 0, 1, what) != 0;
#define READ_KINDS(field, what) entry->field = kinds_of(reader, what);
#define READ_SQUARES(field) area(reader, entry->field, 1);
#define READ_ENTRY(fields) fields(READ_NUMBER, READ_CHOICE, READ_FLAG, READ_KINDS, READ_SQUARES)

/* Entries that become something else in the tables. */
typedef struct {
    int side, becomes;
    bool is_king;
} KindEntry;

typedef struct {
    uint32_t armed;
    bool edge;
    uint8_t always[CELLS], empty[CELLS];
} HostileEntry;

typedef struct {
    int enough;
    uint8_t area[CELLS];
} BesetEntry;

static void read_kinds(Reader *reader, Rules *rules)
{
    memset(rules->side, NOBODY, sizeof rules->side);
    for (int kind = 1; kind <= rules->kinds; kind++) {
        KindEntry read, *entry = &read;
        READ_ENTRY(KIND_FIELDS)
        rules->side[kind] = (uint8_t)read.side;
        rules->is_king[kind] = read.is_king;
        rules->becomes[kind] = (uint8_t)read.becomes;
        rules->turncoats |= read.becomes != 0;
        rules->of_side[read.side] |= 1u << kind;
    }
    for (int kind = 1; kind <= rules->kinds; kind++) {
        int turned = rules->becomes[kind];
        if (rules->is_king[kind] && rules->side[kind] != DEFENDERS)
            fail(reader, "a king of the attackers");
        if (turned && (rules->side[turned] == rules->side[kind] || rules->is_king[kind] || rules->is_king[turned]))
            fail(reader, "kind %d cannot turn into kind %d", kind, turned);
    }
}

/* Squares within the distance of a cell, along its row or its column. */
static uint32_t within(int at, int distance, int length)
{
    uint32_t found = 0;
    for (int other = at - distance; other <= at + distance; other++)
        if (other >= 1 && other <= length && other != at)
            found |= 1u << other;
    return found;
}

static void read_movement(Reader *reader, Rules *rules)
{
    uint8_t cells[CELLS];
    for (int kind = 1; kind <= rules->kinds; kind++) {
        int distance = number(reader, 0, MAX_DISTANCE, "how far a piece slides");
        for (int square = 0; square < reader->squares && !reader->failed; square++) {
            memset(cells, 0, sizeof cells);
            area(reader, cells, 1);
            area(reader, cells, 2);
            unsigned cell = cell_of(rules, square);
            int row = (int)cell / STRIDE, column = (int)cell % STRIDE;
            Reach *reach = &rules->reach[kind][cell];
            for (int n = 1; n <= rules->width; n++) {
                uint8_t flags = cells[row * STRIDE + n];
                reach->row_stop |= (uint32_t)(flags & 1) << n;
                reach->row_block |= (uint32_t)!(flags & 2) << n;
            }
            for (int n = 1; n <= rules->height; n++) {
                uint8_t flags = cells[n * STRIDE + column];
                reach->column_stop |= (uint32_t)(flags & 1) << n;
                reach->column_block |= (uint32_t)!(flags & 2) << n;
            }
            /* Where it stands does not stand in its way. */
            reach->row_block &= ~(1u << column);
            reach->column_block &= ~(1u << row);
            memcpy(&rules->leap[kind][cell], reach, sizeof *reach);
            reach->row_stop &= within(column, distance, rules->width);
            reach->column_stop &= within(row, distance, rules->height);
            reach->row_plain = !reach->row_block && reach->row_stop == within(column, MAX_WIDTH, rules->width);
            reach->column_plain = !reach->column_block && reach->column_stop == within(row, MAX_WIDTH, rules->height);
        }
    }
    rules->jump_count = number(reader, 0, MAX_RULES, "the number of jumps");
    for (int n = 0; n < rules->jump_count && !reader->failed; n++) {
        Jump *entry = &rules->jumps[n];
        READ_ENTRY(JUMP_FIELDS)
    }
    rules->jumping = rules->jump_count > 0;
}

static void read_beset(Reader *reader, Hostility *hostility, int kind)
{
    BesetEntry read = {0}, *entry = &read;
    READ_ENTRY(BESET_FIELDS)
    for (int cell = 0; cell < CELLS; cell++) {
        uint8_t *least = &hostility->beset[kind][cell];
        if (read.area[cell]) {
            hostility->flags[kind][cell] |= HOSTILE_BESET;
            *least = *least && *least < read.enough ? *least : (uint8_t)read.enough;
        }
    }
}

static bool read_hostility(Reader *reader, Rules *rules)
{
    rules->hostility_count = number(reader, 1, MAX_TABLES, "the number of tables of hostility");
    rules->hostility = calloc((size_t)rules->hostility_count, sizeof *rules->hostility);
    if (!rules->hostility)
        return false;
    for (int table = 0; table < rules->hostility_count; table++) {
        Hostility *hostility = &rules->hostility[table];
        for (int kind = 1; kind <= rules->kinds && !reader->failed; kind++) {
            HostileEntry read = {0}, *entry = &read;
            READ_ENTRY(HOSTILE_FIELDS)
            hostility->armed[kind] = read.armed;
            for (int cell = 0; cell < CELLS; cell++) {
                int row = cell / STRIDE, column = cell % STRIDE;
                bool outside = row == 0 || row > rules->height || column == 0 || column > rules->width;
                if (read.always[cell] || (read.edge && outside))
                    hostility->flags[kind][cell] |= HOSTILE_ALWAYS;
                if (read.empty[cell])
                    hostility->flags[kind][cell] |= HOSTILE_EMPTY;
            }
            int besets = number(reader, 0, MAX_RULES, "the number of beset areas");
            for (int n = 0; n < besets && !reader->failed; n++)
                read_beset(reader, hostility, kind);
        }
    }
    return true;
}

#define CAPTURE_ROW(name, takes, needs) [CAPTURE_##name] = {TAKES_##takes, NEEDS_##needs},
static const struct {
    Takes takes;
    Needs needs;
} captures[] = {CAPTURE_KINDS(CAPTURE_ROW)};

#define ENDING_ROW(name, trigger) [END_##name] = BY_##trigger,
static const Trigger triggers[] = {ENDING_KINDS(ENDING_ROW)};

static void read_captures(Reader *reader, Rules *rules)
{
    rules->capture_count = number(reader, 0, MAX_RULES, "the number of captures");
    for (int n = 0; n < rules->capture_count && !reader->failed; n++) {
        Capture *entry = &rules->captures[n];
        READ_ENTRY(CAPTURE_FIELDS)
        entry->everywhere = true;
        for (int square = 0; square < reader->squares; square++)
            entry->everywhere &= entry->area[cell_of(rules, square)] != 0;
        entry->takes = captures[entry->type].takes;
        entry->needs = captures[entry->type].needs;
        if (entry->takes != TAKES_BESIDE)
            rules->afar[rules->afar_count++] = (uint8_t)n;
        switch (entry->takes) {
        case TAKES_BESIDE:
            for (int kind = 1; kind <= rules->kinds; kind++)
                if (entry->victims >> kind & 1)
                    rules->beside[kind][rules->beside_count[kind]++] = (uint8_t)n;
            break;
        case TAKES_ROWS:
            rules->walls = true;
            break;
        case TAKES_LEAPT:
            break; /* Only jumps leap: see `takes_far`. */
        case TAKES_UNKNOWN:
            rules->unknown_captures = true;
            break;
        }
    }
    rules->takes_far = rules->jumping || rules->unknown_captures;
}

/* Most victims are captured in one way, which is looked at most often. */
static void find_simple_captures(Rules *rules)
{
    uint32_t everyone = (2u << rules->kinds) - 2;
    for (int kind = 1; kind <= rules->kinds; kind++) {
        const Capture *capture = &rules->captures[rules->beside[kind][0]];
        if (rules->beside_count[kind] == 1 && capture->type == CAPTURE_CUSTODIAL && capture->everywhere &&
            capture->by == everyone)
            rules->between[kind] = &rules->hostility[capture->hostility];
    }
}

static void read_endings(Reader *reader, Rules *rules)
{
    rules->ending_count = number(reader, 0, MAX_RULES, "the number of endings");
    for (int n = 0; n < rules->ending_count && !reader->failed; n++) {
        Ending *entry = &rules->endings[n];
        READ_ENTRY(ENDING_FIELDS)
        entry->trigger = triggers[entry->type];
        switch (entry->trigger) {
        case BY_KING_TAKEN:
        case BY_KING_MOVED:
            break; /* Captures and kings' moves are always judged, and every search looks for these endings. */
        case BY_TAKEN:
            rules->taking_ends = true;
            break;
        case BY_RING_CLOSED:
            rules->encircling = true;
            break;
        case BY_FORT_BUILT:
            rules->forts = true;
            break;
        case BY_UNKNOWN:
            rules->unknown_endings = true;
            break;
        }
    }
    rules->plain = !rules->takes_far && !rules->unknown_endings;
}

static void read_game(Reader *reader, Rules *rules)
{
    Rules *entry = rules;
    READ_ENTRY(GAME_FIELDS)
    if (rules->repetition == REPETITION_ENDS && rules->occurrences < 2)
        fail(reader, "a position must be allowed to stand once");
}

static void read_limits(Reader *reader, Rules *rules)
{
    rules->limit_count = number(reader, 0, MAX_RULES, "the number of limits");
    for (int n = 0; n < rules->limit_count && !reader->failed; n++) {
        Limit *entry = &rules->limits[n];
        READ_ENTRY(LIMIT_FIELDS)
    }
}

static void read_symmetries(Reader *reader, Rules *rules)
{
    rules->symmetry_count = number(reader, 0, 8, "the number of symmetries");
    for (int n = 0; n < rules->symmetry_count && !reader->failed; n++) {
        uint8_t reached[CELLS] = {0};
        for (int square = 0; square < reader->squares && !reader->failed; square++) {
            unsigned image = cell_of(rules, number(reader, 0, reader->squares - 1, "a square's image"));
            if (reached[image]++)
                fail(reader, "two squares have the same image");
            rules->symmetries[n][cell_of(rules, square)] = (uint16_t)image;
        }
    }
    if (rules->symmetric && rules->symmetry_count == 0)
        fail(reader, "symmetric repetition needs symmetries");
}

#define KEY_SEED 0x7461666C6B6974u /* taflkit */

/* The same keys everywhere and always, so that runs can be repeated. */
static uint64_t next_key(uint64_t *state)
{
    return mix(*state += GOLDEN);
}

static void make_keys(Rules *rules)
{
    uint64_t state = KEY_SEED;
    for (int kind = 1; kind <= MAX_KINDS; kind++)
        for (int cell = 0; cell < CELLS; cell++)
            rules->keys[kind][cell] = next_key(&state);
    for (int cell = 0; cell < CELLS; cell++)
        rules->going_keys[cell] = next_key(&state);
    rules->going_keys[0] = 0;
    rules->turn_key = next_key(&state);
}

static void make_masks(Rules *rules)
{
    rules->inside = (2u << rules->width) - 2;
    rules->column_inside = (2u << rules->height) - 2;
    rules->row_ends = 1u | 2u << rules->width;
    rules->column_ends = 1u | 2u << rules->height;
    for (int row = 1; row <= rules->height; row++) {
        bool outer = row == 1 || row == rules->height;
        rules->on_edge[row] = outer ? rules->inside : 2u | 1u << rules->width;
        for (int column = 1; column <= rules->width; column++) {
            rules->shore[row * STRIDE + column] = outer != (column == 1 || column == rules->width);
            rules->near_edge[row * STRIDE + column] =
                row <= 2 || row >= rules->height - 1 || column <= 2 || column >= rules->width - 1;
        }
    }
}

/* Whether an attacker may close a ring, by the attackers around it: bits 0 to 2 are the row below, 3 and 4 the squares
 * beside it, 5 to 7 the row above. If those that are not the attackers' hang together there, what went through its
 * square goes round it. */
static void make_rings(Rules *rules)
{
    static const int AROUND[8] = {4, 7, 6, 5, 3, 0, 1, 2}; /* going round, sides and corners by turns */
    for (unsigned attackers = 0; attackers < 256; attackers++) {
        unsigned open = 0;
        for (int n = 0; n < 8; n++)
            open |= (~attackers >> AROUND[n] & 1) << n;
        /* Runs of open squares, counted by their first ones; corners that stand alone lead nowhere. */
        unsigned before = (open << 1 | open >> 7) & 0xFF, after = (open >> 1 | open << 7) & 0xFF;
        unsigned starts = open & ~before & ~(0xAA & ~after);
        rules->closes_ring[attackers] = (starts & (starts - 1)) != 0;
    }
}

/* What men may do along a row or column: even if it is the same for all of them, and from everywhere. */
static void make_lane(Rules *rules, int direction, int line)
{
    Lane *lane = &rules->lanes[direction][line];
    int length = direction == ROWS ? rules->width : rules->height;
    lane->even = true;
    for (int pass = 0; pass < 2; pass++) /* first put together what all may do, then compare */
        for (int kind = 1; kind <= rules->kinds; kind++)
            for (int at = 1; at <= length && !rules->is_king[kind]; at++) {
                const Reach *reach = &rules->reach[kind][direction == ROWS ? line * STRIDE + at : at * STRIDE + line];
                uint32_t block = direction == ROWS ? reach->row_block : reach->column_block;
                uint32_t stop = direction == ROWS ? reach->row_stop : reach->column_stop, here = 1u << at;
                if (pass == 0) {
                    lane->blocked |= block;
                    lane->open |= stop;
                } else {
                    lane->even &= block == (lane->blocked & ~here) && stop == (lane->open & ~here);
                }
            }
    lane->even &= !(lane->blocked & lane->open);
    lane->blocked |= direction == ROWS ? rules->row_ends : rules->column_ends;
    for (int at = 1; at < 32; at++)
        lane->stops[at] = (uint8_t)(lane->stops[at - 1] + (lane->open >> (at - 1) & 1));
}

/* Add what may be hostile to a kind of piece to what may be to the men of its side. */
static void add_custody(const Rules *rules, Custody *custody, const Hostility *hostility, int kind)
{
    for (int other = 1; other <= rules->kinds; other++)
        if (hostility->armed[kind] >> other & 1 && rules->side[other] == rules->side[kind])
            custody->only = false;
    for (int cell = 0; cell < CELLS; cell++) {
        uint32_t bit = 1u << cell % STRIDE;
        unsigned flags = hostility->flags[kind][cell];
        custody->empty[cell / STRIDE] |= flags & (HOSTILE_ALWAYS | HOSTILE_EMPTY) ? bit : 0;
        custody->occupied[cell / STRIDE] |= flags & (HOSTILE_ALWAYS | HOSTILE_BESET) ? bit : 0;
    }
}

static void make_custody(Rules *rules)
{
    for (int side = 0; side < 2; side++)
        rules->custody[side].only = true;
    for (int kind = 1; kind <= rules->kinds; kind++) {
        Custody *custody = &rules->custody[rules->side[kind]];
        for (int n = 0; n < rules->beside_count[kind] && !rules->is_king[kind]; n++) {
            const Capture *capture = &rules->captures[rules->beside[kind][n]];
            custody->only &= capture->needs == NEEDS_OPPOSITE;
            add_custody(rules, custody, &rules->hostility[capture->hostility], kind);
        }
    }
}

static void make_ends_for_king(Rules *rules)
{
    for (int square = 0; square < rules->width * rules->height; square++) {
        unsigned cell = cell_of(rules, square), row = cell / STRIDE, column = cell % STRIDE;
        bool ends = rules->forts && rules->shore[cell];
        for (int n = 0; n < rules->ending_count; n++)
            ends |= rules->endings[n].trigger == BY_KING_MOVED && rules->endings[n].area[cell];
        rules->ends_for_king[ROWS][row] |= (uint32_t)ends << column;
        rules->ends_for_king[COLUMNS][column] |= (uint32_t)ends << row;
    }
}

/* Remove the squares beside a cell to which a piece on it may not step. */
static void restrict_steps(Rules *rules, const Reach *reach, unsigned cell)
{
    unsigned r = cell / STRIDE, c = cell % STRIDE;
    rules->steps[r] &= ~(5u << (c - 1)) | reach->row_stop;
    for (unsigned other = r - 1; other <= r + 1; other += 2)
        if (!(reach->column_stop >> other & 1))
            rules->steps[other] &= ~(1u << c);
}

static void make_steps(Rules *rules)
{
    for (int row = 1; row <= rules->height; row++)
        rules->steps[row] = rules->inside;
    for (int kind = 1; kind <= rules->kinds; kind++)
        for (int square = 0; square < rules->width * rules->height; square++) {
            unsigned cell = cell_of(rules, square);
            restrict_steps(rules, &rules->reach[kind][cell], cell);
        }
}

/* What is asked often, and can be said once for all positions. */
static void make_shortcuts(Rules *rules)
{
    make_steps(rules);
    for (int row = 1; row <= rules->height; row++)
        make_lane(rules, ROWS, row);
    for (int column = 1; column <= rules->width; column++)
        make_lane(rules, COLUMNS, column);
    make_custody(rules);
    make_ends_for_king(rules);
}

Rules *rules_read(const int32_t *words, size_t count, char *error, size_t size)
{
    Rules *rules = calloc(1, sizeof *rules);
    if (!rules) {
        snprintf(error, size, "there is no memory for the rules");
        return NULL;
    }
    Reader reader = {.words = words, .count = count, .error = error, .size = size, .rules = rules};
    number(&reader, RECORD_MAGIC, RECORD_MAGIC, "the mark of a record");
    number(&reader, RECORD_VERSION, RECORD_VERSION, "the version");
    rules->width = number(&reader, 1, MAX_WIDTH, "the width");
    rules->height = number(&reader, 1, MAX_WIDTH, "the height");
    rules->kinds = number(&reader, 1, MAX_KINDS, "the number of kinds of piece");
    reader.squares = rules->width * rules->height;
    make_masks(rules);
    make_rings(rules);
    make_keys(rules);
    read_kinds(&reader, rules);
    if (!reader.failed)
        read_movement(&reader, rules);
    if (!reader.failed && !read_hostility(&reader, rules))
        fail(&reader, "there is no memory for the rules");
    if (!reader.failed)
        read_captures(&reader, rules);
    find_simple_captures(rules);
    if (!reader.failed)
        read_endings(&reader, rules);
    if (!reader.failed)
        read_game(&reader, rules);
    if (!reader.failed)
        read_limits(&reader, rules);
    if (!reader.failed)
        read_symmetries(&reader, rules);
    if (!reader.failed && reader.next != count)
        fail(&reader, "it goes on after its end");
    if (reader.failed) {
        rules_free(rules);
        return NULL;
    }
    make_shortcuts(rules);
    return rules;
}

void rules_free(Rules *rules)
{
    if (rules)
        free(rules->hostility);
    free(rules);
}
