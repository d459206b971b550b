#include "montecarlo.h"

#include <stdlib.h>
#include <string.h>

/* Numbers -------------------------------------------------------------------------------------------------------- */

/* By Newton's method: the core needs no library of mathematics, and every machine finds the same. */
static double square_root(double number)
{
    double root = number < 1 ? 1 : number;
    for (double next; (next = (root + number / root) / 2) < root;)
        root = next;
    return root;
}

/* A score as a number from -1 to 1. */
static inline double worth_of(int score)
{
    return score / ((double)abs(score) + WORTH_SCALE);
}

/* The inverse of it. */
static int score_of(double worth)
{
    double rest = 1 - (worth < 0 ? -worth : worth);
    if (rest * MAX_OPEN_SCORE < WORTH_SCALE)
        return worth < 0 ? -MAX_OPEN_SCORE : MAX_OPEN_SCORE;
    double score = worth * WORTH_SCALE / rest;
    return (int)(score < 0 ? score - 0.5 : score + 0.5);
}

static inline double worth_of_result(Result result)
{
    return result == RESULT_WON ? 1 : result == RESULT_LOST ? -1 : 0;
}

/* A number, or a result, of the side to move in a position for the side that moved there. */
static inline double for_mover(const TreeNode *node, double worth)
{
    return node->same ? worth : -worth;
}

static inline Result result_for_mover(const TreeNode *node, Result result)
{
    if (node->same || result == RESULT_DRAWN)
        return result;
    return result == RESULT_WON ? RESULT_LOST : RESULT_WON;
}

/* Positions ------------------------------------------------------------------------------------------------------ */

static void settle(TreeNode *node, Result result, int plies)
{
    node->result = (uint8_t)result;
    node->plies = (uint16_t)plies;
    node->worth = (float)worth_of_result(result);
}

static void set_score(TreeNode *node, int score)
{
    node->score = score;
    node->worth = (float)for_mover(node, worth_of(score));
}

/* Make the position after a move, at a ply. What the search of its parent says of it is in the table. */
static void make_child(Tree *tree, TreeNode *child, Move move, int ply)
{
    Line *line = tree->line;
    LineUndo undo;
    int mover = line->board.to_move;
    Outcome outcome = line_make(tree->rules, line, move, &undo);
    *child = (TreeNode){.move = move, .same = line->board.to_move == mover};
    if (outcome) {
        int winner = WINNER(outcome);
        settle(child, winner == NOBODY ? RESULT_DRAWN : winner == mover ? RESULT_WON : RESULT_LOST, 1);
    } else {
        child->winning = quick_win(tree->rules, tree->know, line, tree->moves + max_moves(tree->rules));
        if (child->winning)
            settle(child, result_for_mover(child, RESULT_WON), 2);
        else {
            int score = search_evaluate(tree->search);
            search_enter(tree->search, move, ply);
            int depth = search_known(tree->search, ply, &score);
            child->depth = (uint8_t)(depth < TREE_DEPTH ? depth : TREE_DEPTH - 1);
            set_score(child, score);
        }
    }
    line_unmake(tree->rules, line, &undo);
}

/* What a move promises, in hundredths of an attacker, for the side that makes it. */
static inline int promise(const TreeNode *child)
{
    return child->same ? child->score : -child->score;
}

/* How probable moves are: by what they promise, and `best` besides. */
static void set_priors(TreeNode *children, int count, Move best)
{
    int most = INT32_MIN;
    double sum = 0, besides = 0;
    for (int n = 0; n < count; n++)
        if (children[n].result != RESULT_LOST && promise(&children[n]) > most)
            most = promise(&children[n]);
    for (int n = 0; n < count; n++) {
        if (children[n].result == RESULT_LOST)
            continue;
        double less = (double)(most - promise(&children[n])) / PRIOR_SCALE + 1;
        children[n].prior = (float)(1 / (less * less * less));
        sum += children[n].prior;
        if (children[n].move == best)
            besides = TABLE_PRIOR / 100.0;
    }
    for (int n = 0; n < count; n++)
        if (children[n].result != RESULT_LOST)
            children[n].prior = (float)(children[n].prior * (1 - besides) / sum + (children[n].move == best) * besides);
}

/* Whether the worth of a move counts for the position before it. */
static inline bool is_known(const TreeNode *child)
{
    return child->result == RESULT_DRAWN || (child->result == RESULT_OPEN && child->visits);
}

/* What the children of a position say of it. */
static void conclude(const Tree *tree, TreeNode *node)
{
    const TreeNode *children = tree->nodes + node->first;
    int soonest = 0, latest = 0;
    bool open = false, drawn = false, known = false;
    double worth = -1;
    for (int n = 0; n < node->count; n++) {
        const TreeNode *child = &children[n];
        switch ((Result)child->result) {
        case RESULT_WON:
            if (!soonest || child->plies < soonest)
                soonest = child->plies;
            break;
        case RESULT_LOST:
            if (child->plies > latest)
                latest = child->plies;
            break;
        case RESULT_OPEN:
            open = true;
            break;
        case RESULT_DRAWN:
            drawn = true;
            break;
        }
        if (is_known(child)) {
            known = true;
            if (child->worth > worth)
                worth = child->worth;
        }
    }
    if (soonest)
        settle(node, result_for_mover(node, RESULT_WON), soonest + 1);
    else if (!open && drawn)
        settle(node, RESULT_DRAWN, 0);
    else if (!open)
        settle(node, result_for_mover(node, RESULT_LOST), latest + 1);
    else
        node->worth = (float)for_mover(node, known ? worth : worth_of(node->score));
}

/* Give a position children, unless there is no room for them or the budget ends. */
static void expand(Tree *tree, TreeNode *node, const Move *moves, int count, int ply)
{
    TreeNode *children = tree->nodes + tree->used;
    if ((uint32_t)count > tree->capacity - tree->used)
        return;
    for (int n = 0; n < count; n++) {
        if (!budget_tick(tree->budget))
            return;
        make_child(tree, &children[n], moves[n], ply + 1);
        if (node->depth && children[n].depth < CHILDREN_DEPTH) /* not the root, which is not searched */
            children[n].depth = CHILDREN_DEPTH;
    }
    set_priors(children, count, search_best(tree->search, ply));
    node->first = tree->used;
    node->count = (uint16_t)count;
    tree->used += (uint32_t)count;
    conclude(tree, node);
}

/* Visits --------------------------------------------------------------------------------------------------------- */

/* The most promising child of an open position. One that has not been visited is worth its evaluation. */
static TreeNode *choose(const Tree *tree, const TreeNode *node)
{
    TreeNode *children = tree->nodes + node->first, *chosen = NULL;
    double bonus = tree->exploration * square_root(node->visits), most = 0;
    for (int n = 0; n < node->count; n++) {
        if (children[n].result == RESULT_LOST)
            continue;
        double sum = children[n].worth + bonus * children[n].prior / (1.0 + children[n].visits);
        if (!chosen || sum > most) {
            chosen = &children[n];
            most = sum;
        }
    }
    return chosen;
}

static inline bool is_searched_enough(const TreeNode *node)
{
    return node->depth >= TREE_DEPTH || abs(node->score) > DECIDED;
}

/* The scores between which a position changes what is chosen above it, for the side to move. */
typedef struct {
    int low, high;
} Bounds;

/* The bounds after a move that was chosen: a move that is worth less than the best of the others is not played. */
static Bounds narrow(const Tree *tree, const TreeNode *node, const TreeNode *chosen, Bounds bounds)
{
    const TreeNode *children = tree->nodes + node->first;
    double best = -1;
    for (int n = 0; n < node->count; n++)
        if (&children[n] != chosen && is_known(&children[n]) && children[n].worth > best)
            best = children[n].worth;
    int least = score_of(best) - CHOICE_MARGIN;
    if (best > -1 && least > bounds.low)
        bounds.low = least;
    /* Nothing in between: this visit can only change the choice in this position. */
    if (bounds.low >= bounds.high)
        bounds.high = bounds.low + 1;
    return chosen->same ? bounds : (Bounds){-bounds.high, -bounds.low};
}

/* Search a position a ply deeper, in a window around its score so far, which grows no further than the bounds. */
static int search_deeper(Tree *tree, const TreeNode *node, int ply, Bounds bounds)
{
    int margin = WINDOW, low = bounds.low, high = bounds.high;
    int middle = node->score < low ? low : node->score > high ? high : node->score;
    int alpha = middle - margin > low ? middle - margin : low, beta = middle + margin < high ? middle + margin : high;
    for (;;) {
        int score = search_position(tree->search, node->depth + 1, alpha, beta, ply);
        if (tree->budget->stopped)
            return 0;
        margin *= WINDOW_GROWTH;
        if (score <= alpha && alpha > low)
            alpha = margin > MAX_WINDOW || score - margin < low ? low : score - margin;
        else if (score >= beta && beta < high)
            beta = margin > MAX_WINDOW || score + margin > high ? high : score + margin;
        else if (score <= alpha) /* No more than that. */
            return score < node->score ? score : node->score;
        else if (score >= beta) /* No less than that. */
            return score > node->score ? score : node->score;
        else
            return score;
    }
}

/* Search the position at the end of a walk, unless it is certain, or known as well as it can be in a full tree. */
static void look(Tree *tree, TreeNode *node, int ply, Bounds bounds)
{
    if (node->result || is_searched_enough(node)) {
        budget_tick(tree->budget);
        return;
    }
    int score = search_deeper(tree, node, ply, bounds);
    if (tree->budget->stopped)
        return;
    node->depth++;
    set_score(node, score);
}

static void visit(Tree *tree)
{
    TreeNode *path[MAX_TREE_PLIES + 1], *node = tree->nodes;
    Bounds bounds = {-INFINITE, INFINITE};
    int ply = 0;
    for (;;) {
        path[ply] = node;
        if (node->result || ply == MAX_TREE_PLIES)
            break;
        if (!node->count && is_searched_enough(node)) {
            int count = line_moves(tree->rules, tree->line, tree->moves);
            expand(tree, node, tree->moves, count, ply);
        }
        if (!node->count || node->result)
            break;
        node = choose(tree, node);
        bounds = narrow(tree, path[ply], node, bounds);
        line_make(tree->rules, tree->line, node->move, &tree->undos[ply++]);
        search_enter(tree->search, node->move, ply);
    }
    if (!tree->budget->stopped)
        look(tree, node, ply, bounds);
    for (; ply >= 0; ply--) {
        path[ply]->visits += !tree->budget->stopped;
        /* Even if it was stopped: a child may have been settled before. */
        if (path[ply]->count && !path[ply]->result)
            conclude(tree, path[ply]);
        if (ply)
            line_unmake(tree->rules, tree->line, &tree->undos[ply - 1]);
    }
}

void tree_grow(Tree *tree, uint32_t visits)
{
    TreeNode *root = tree->nodes;
    if (!root->count)
        expand(tree, root, tree->first, tree->first_count, 0);
    while (root->count && root->visits < visits && !root->result && !tree->budget->stopped)
        visit(tree);
}

bool tree_make(Tree *tree, const SearchTask *task, size_t megabytes, double exploration, const Move *moves, int count)
{
    /* So many megabytes may exceed the address space. */
    size_t capacity = (megabytes > SIZE_MAX >> 20 ? SIZE_MAX : megabytes << 20) / sizeof *tree->nodes;
    if (capacity > UINT32_MAX)
        capacity = UINT32_MAX;
    *tree = (Tree){.rules = task->rules,
                   .know = task->know,
                   .line = task->line,
                   .budget = task->budget,
                   .search = search_begin(task),
                   .exploration = exploration,
                   .nodes = malloc(capacity * sizeof *tree->nodes),
                   .used = 1,
                   .capacity = (uint32_t)capacity,
                   .first = malloc((size_t)count * sizeof *tree->first),
                   .first_count = count,
                   .moves = malloc(2 * max_moves(task->rules) * sizeof *tree->moves),
                   .undos = malloc(MAX_TREE_PLIES * sizeof *tree->undos)};
    if (!tree->search || !tree->nodes || !tree->first || !tree->moves || !tree->undos)
        return false;
    tree->nodes[0] = (TreeNode){.same = true};
    memcpy(tree->first, moves, (size_t)count * sizeof *moves);
    return true;
}

void tree_free(Tree *tree)
{
    if (tree->search)
        search_end(tree->search);
    free(tree->nodes);
    free(tree->first);
    free(tree->moves);
    free(tree->undos);
}

/* Results -------------------------------------------------------------------------------------------------------- */

bool tree_is_decided(const Tree *tree)
{
    return tree->nodes[0].result != RESULT_OPEN;
}

double tree_filled(const Tree *tree)
{
    return (double)tree->used / tree->capacity;
}

/* Whether a move is to be preferred to another move of the same position. */
static bool is_better(const TreeNode *one, const TreeNode *other)
{
    int first = one->result == RESULT_WON ? 1 : one->result == RESULT_LOST ? -1 : 0;
    int second = other->result == RESULT_WON ? 1 : other->result == RESULT_LOST ? -1 : 0;
    if (first != second)
        return first > second;
    if (first)
        return first > 0 ? one->plies < other->plies : one->plies > other->plies;
    return one->visits != other->visits ? one->visits > other->visits : one->worth > other->worth;
}

int tree_rank(const Tree *tree, uint32_t *ranks)
{
    const TreeNode *root = tree->nodes;
    for (int n = 0; n < root->count; n++) {
        uint32_t index = root->first + (uint32_t)n;
        int at = n;
        for (; at > 0 && is_better(&tree->nodes[index], &tree->nodes[ranks[at - 1]]); at--)
            ranks[at] = ranks[at - 1];
        ranks[at] = index;
    }
    return root->count;
}

int tree_value(const Tree *tree, uint32_t index)
{
    const TreeNode *node = &tree->nodes[index];
    switch ((Result)node->result) {
    case RESULT_WON:
        return WIN - node->plies;
    case RESULT_LOST:
        return node->plies - WIN;
    case RESULT_DRAWN:
        return 0;
    case RESULT_OPEN:
        break;
    }
    return score_of(node->worth);
}

int tree_line(const Tree *tree, uint32_t index, Move line[MAX_TREE_PLIES + 1])
{
    const TreeNode *node = &tree->nodes[index];
    int length = 0;
    for (;;) {
        line[length++] = node->move;
        if (!node->count)
            break;
        const TreeNode *best = &tree->nodes[node->first];
        for (uint32_t n = 1; n < node->count; n++)
            if (is_better(&tree->nodes[node->first + n], best))
                best = &tree->nodes[node->first + n];
        if (!best->visits && !best->result)
            break;
        node = best;
    }
    if (node->winning)
        line[length++] = node->winning;
    return length;
}
