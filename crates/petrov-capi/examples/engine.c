/*
 * A plain alpha-beta searcher for Russian draughts that probes tables. It is meant to be copied from; its twin in
 * Rust is crates/petrov/examples/engine.
 *
 *     engine FOLDER WHITE BLACK [blind]         for example: engine tables/russian Ka1,Kc1,Ke1 Kb8
 *
 * White is to move. The engine plays both sides; with `blind` it has no tables for White.
 */
#include <stdio.h>
#include <string.h>

#include <petrov.h>

enum {
    DEPTH = 6,             /* plies that the search looks ahead */
    MAX_MOVES = 128,
    MAX_PATH = 1024,       /* positions of a game and of the search below it */
    WON = 30000,           /* won on the spot; less a point for each ply until then */
    WON_BY_TABLES = 20000, /* below every win that is seen to its end, above all that is only counted up */
    CURSED = 10,           /* a draw by the clocks alone is a little more than a draw, as opponents err */
};

typedef struct {
    const PetrovTables *rules;  /* whose legal moves are played: any handle will do, one without a folder too */
    const PetrovTables *tables; /* null: the engine plays by its own lights */
    uint32_t pieces;            /* tables are probed up to this number of pieces */
    PetrovPosition path[MAX_PATH];
    size_t length;
    unsigned long nodes, hits;
} Engine;

static int count_bits(uint32_t set) {
    int count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

/* Pieces and how far the men have come, for one side. */
static int count_side(uint32_t pieces, uint32_t kings, int is_white) {
    int score = 300 * count_bits(pieces & kings);
    for (int square = 0; square < 32; square++) {
        if ((pieces & ~kings) >> square & 1) {
            score += 100 + 2 * (is_white ? square / 4 : 7 - square / 4);
        }
    }
    return score;
}

static int count(const PetrovPosition *position) {
    int score = count_side(position->white, position->kings, 1) - count_side(position->black, position->kings, 0);
    return position->side_to_move == PETROV_WHITE ? score : -score;
}

/* Whether all tables of so many pieces are there. */
static int covers(const Engine *engine, const PetrovPosition *position) {
    return engine->tables != NULL && (uint32_t)count_bits(position->white | position->black) <= engine->pieces;
}

/* What the tables say, if they have the position. */
static int probe(Engine *engine, const PetrovPosition *position, const PetrovClocks *clocks, int ply, int *score) {
    PetrovOutcome outcome;
    if (!covers(engine, position)) {
        return 0;
    }
    /* With the clocks at zero this is petrov_outcome, the cheapest question there is. With others it asks for the
     * needs too, but only where the clocks stand so late that they could matter. */
    if (petrov_probe(engine->tables, position, clocks, &outcome) != PETROV_STATUS_OK) {
        return 0;
    }
    engine->hits++;
    switch (outcome) {
    case PETROV_OUTCOME_WIN: *score = WON_BY_TABLES - ply; break;
    case PETROV_OUTCOME_CURSED_WIN: *score = CURSED; break;
    case PETROV_OUTCOME_DRAW: *score = 0; break;
    case PETROV_OUTCOME_BLESSED_LOSS: *score = -CURSED; break;
    case PETROV_OUTCOME_LOSS: *score = ply - WON_BY_TABLES; break;
    }
    return 1;
}

static int is_again(const Engine *engine, const PetrovPosition *position) {
    for (size_t i = 0; i < engine->length; i++) {
        const PetrovPosition *before = &engine->path[i];
        if (before->white == position->white && before->black == position->black && before->kings == position->kings &&
            before->side_to_move == position->side_to_move) {
            return 1;
        }
    }
    return 0;
}

static int search(Engine *engine, const PetrovMove *last, int depth, int alpha, int beta, int ply);

/* Plays a move and searches on: what it is worth to the side that makes it. The move brings its clocks. A capture
 * or a crowning sets them all to zero: the position after it is a fresh one, whatever went before. Any other move lets
 * them run, so the same pieces on the same squares may be won here and drawn there. */
static int after(Engine *engine, const PetrovMove *move, int depth, int alpha, int beta, int ply) {
    if (move->ending != PETROV_ENDING_NONE) {
        return move->ending == PETROV_ENDING_NO_MOVE ? WON - ply : 0;
    }
    /* A position that comes again is as good as drawn. */
    if (is_again(engine, &move->after) || engine->length == MAX_PATH) {
        return 0;
    }
    engine->path[engine->length++] = move->after;
    int score = -search(engine, move, depth > 0 ? depth - 1 : 0, -beta, -alpha, ply);
    engine->length--;
    return score;
}

/* What the position after a move is worth to the side to move, `ply` plies from the root. */
static int search(Engine *engine, const PetrovMove *last, int depth, int alpha, int beta, int ply) {
    PetrovMove moves[MAX_MOVES];
    size_t number = 0;
    int score = 0;
    engine->nodes++;
    if (probe(engine, &last->after, &last->clocks, ply, &score)) {
        return score;
    }
    PetrovStatus status = petrov_legal_moves(engine->rules, &last->after, &last->clocks, moves, MAX_MOVES, &number);
    /* Where a capture is compulsory nothing is at rest. */
    if (status != PETROV_STATUS_OK || (depth == 0 && moves[0].captured == 0)) {
        return count(&last->after);
    }
    for (size_t i = 0; i < number && alpha < beta; i++) {
        score = after(engine, &moves[i], depth, alpha, beta, ply + 1);
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

/* The first of the ranked moves; 0 if the tables do not know. With more pieces than all tables are there for that is no
 * wonder; else it is told, since play is poorer for it: a .ptn file may be missing. */
static int first_ranked(const Engine *engine, const PetrovMove *last, PetrovMove *best) {
    PetrovRankedMove ranked;
    size_t number = 0;
    PetrovStatus status = petrov_ranked_moves(engine->tables, &last->after, &last->clocks, &ranked, 1, &number);
    if ((status != PETROV_STATUS_OK && status != PETROV_STATUS_BUFFER_TOO_SMALL) || number == 0) {
        if (status != PETROV_STATUS_OK && covers(engine, &last->after)) {
            fprintf(stderr, "%s\n", petrov_last_error());
        }
        return 0;
    }
    *best = ranked.played;
    return 1;
}

/* The move to play. 0 if there is none. `engine->path` has the positions of the game so far. */
static int choose(Engine *engine, const PetrovMove *last, PetrovMove *best) {
    PetrovMove moves[MAX_MOVES];
    size_t number = 0;
    /* At the root: if the tables have the position, the first of the ranked moves is all that is needed. A search
     * alone could keep a win for ever without getting on with it. */
    if (engine->tables != NULL && first_ranked(engine, last, best)) {
        return 1;
    }
    if (petrov_legal_moves(engine->rules, &last->after, &last->clocks, moves, MAX_MOVES, &number) != PETROV_STATUS_OK) {
        return 0;
    }
    int alpha = -WON;
    for (size_t i = 0; i < number; i++) {
        int score = after(engine, &moves[i], DEPTH, alpha, WON, 1);
        if (i == 0 || score > alpha) {
            *best = moves[i];
            alpha = score;
        }
    }
    return number > 0;
}

/* Reads pieces as Ka1,Kc1,c3. */
static int read_pieces(const char *text, uint32_t *pieces, uint32_t *kings) {
    for (*pieces = 0; *text != '\0'; text += *text == ',') {
        int is_king = *text == 'K';
        text += is_king;
        int file = text[0] - 'a', rank = file < 0 || file > 7 ? -1 : text[1] - '1';
        if (rank < 0 || rank > 7 || (file + rank) % 2 != 0) {
            return 0;
        }
        uint32_t square = UINT32_C(1) << (rank * 4 + file / 2);
        *pieces |= square;
        *kings |= is_king ? square : 0;
        text += 2;
    }
    return 1;
}

static void print_move(const PetrovMove *move) {
    for (int i = 0; i < move->path_length; i++) {
        int rank = move->path[i] / 4, file = 2 * (move->path[i] % 4) + rank % 2;
        printf("%s%c%d", i == 0 ? "" : move->captured != 0 ? ":" : "-", 'a' + file, rank + 1);
    }
    printf(" ");
}

/* Plays the game out. 0 if it came to its end. */
static int play(Engine *white, Engine *black, PetrovMove last) {
    int plies = 0;
    for (;; plies++) {
        PetrovMove move;
        white->path[white->length++] = last.after;
        black->path[black->length++] = last.after;
        if (last.ending != PETROV_ENDING_NONE || white->length == MAX_PATH) {
            break;
        }
        if (!choose(last.after.side_to_move == PETROV_WHITE ? white : black, &last, &move)) {
            fprintf(stderr, "%s\n", petrov_last_error());
            return 1;
        }
        last = move;
        print_move(&last);
    }
    if (last.ending == PETROV_ENDING_NO_MOVE) {
        printf("\n%s in %d plies\n", last.after.side_to_move == PETROV_BLACK ? "won" : "lost", plies);
    } else {
        printf("\ndrawn after %d plies\n", plies);
    }
    printf("%lu positions searched for White, %lu probes answered\n", white->nodes, white->hits);
    return 0;
}

int main(int argc, char **argv) {
    static Engine white, black;
    PetrovTables *tables;
    PetrovMove start = {0};
    if (argc < 4 || argc > 5 || (argc == 5 && strcmp(argv[4], "blind") != 0) ||
        !read_pieces(argv[2], &start.after.white, &start.after.kings) ||
        !read_pieces(argv[3], &start.after.black, &start.after.kings)) {
        fprintf(stderr, "usage: engine FOLDER WHITE BLACK [blind], pieces as Ka1,Kc1,c3\n");
        return 2;
    }
    const char *folder = argv[1];
    if (petrov_open(&folder, 1, "russian", 0, &tables) != PETROV_STATUS_OK) {
        fprintf(stderr, "%s\n", petrov_last_error());
        return 1;
    }
    uint32_t pieces = 0;
    if (petrov_largest_piece_count(tables, &pieces) != PETROV_STATUS_OK) {
        fprintf(stderr, "%s\n", petrov_last_error());
    } else if (pieces == 0) {
        fprintf(stderr, "%s: not all tables of two pieces are there\n", folder);
    }
    white.rules = black.rules = tables;
    white.tables = argc == 4 ? tables : NULL;
    black.tables = tables;
    white.pieces = black.pieces = pieces;
    start.after.side_to_move = PETROV_WHITE;
    int status = play(&white, &black, start);
    petrov_close(tables);
    return status;
}
