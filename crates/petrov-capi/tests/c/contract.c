/*
 * What petrov.h promises, point by point: what is answered, what is refused, and that nothing is written
 * where nothing may be.
 *
 *     contract TABLES DAMAGED FILE
 *
 * TABLES has the Russian tables of up to four pieces. In DAMAGED the blocks of KKvKM.ptw are damaged, KvK.ptw is
 * another table, and KvM.ptw is a folder. FILE is a file.
 */
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "expect.h"
#include "petrov.h"

#define SQUARE(file, rank) (((rank) - 1) * 4 + ((file) - 'a') / 2)
#define BIT(file, rank) (UINT32_C(1) << SQUARE(file, rank))

static const PetrovClocks ZERO = {0, 0, 0};

static PetrovTables *open_russian(const char *folder) {
    PetrovTables *tables = NULL;
    EXPECT(petrov_open(&folder, 1, "russian", 0, &tables) == PETROV_STATUS_OK);
    EXPECT(tables != NULL);
    return tables;
}

static int says(const char *part) { return strstr(petrov_last_error(), part) != NULL; }

/* White: a king on a1 and a man on c3; Black: a king on h2. */
static PetrovPosition small(void) {
    PetrovPosition position = {BIT('a', 1) | BIT('c', 3), BIT('h', 2), BIT('a', 1) | BIT('h', 2), PETROV_WHITE};
    return position;
}

/* White has what a triangle needs: three kings against one off the main road. */
static PetrovPosition three_against_one(void) {
    PetrovPosition position = {BIT('a', 1) | BIT('c', 1) | BIT('e', 1), BIT('b', 8), 0, PETROV_WHITE};
    position.kings = position.white | position.black;
    return position;
}

static void versions_and_messages(void) {
    EXPECT(strcmp(petrov_version(), PETROV_VERSION) == 0);
    const char *unknown = petrov_error_message(-1);
    for (int status = PETROV_STATUS_OK; status <= PETROV_STATUS_INTERNAL; status++) {
        EXPECT(strlen(petrov_error_message(status)) > 0);
        EXPECT(strcmp(petrov_error_message(status), unknown) != 0);
    }
    EXPECT(strcmp(petrov_error_message(PETROV_STATUS_INTERNAL + 1), unknown) == 0);
    EXPECT(strcmp(petrov_error_message(INT_MIN), unknown) == 0);
    EXPECT(strcmp(petrov_last_error(), "") == 0);
}

static void opening(const char *folder, const char *file) {
    PetrovTables *mark = (PetrovTables *)(void *)&mark;
    PetrovTables *tables = mark;
    EXPECT(petrov_open(&folder, 1, "russian", 0, NULL) == PETROV_STATUS_NULL_POINTER);
    EXPECT(says("tables"));
    EXPECT(petrov_open(&folder, 1, NULL, 0, &tables) == PETROV_STATUS_NULL_POINTER);
    EXPECT(says("rule_set") && tables == NULL);
    tables = mark;
    EXPECT(petrov_open(NULL, 1, "russian", 0, &tables) == PETROV_STATUS_NULL_POINTER);
    EXPECT(says("folders") && tables == NULL);
    const char *with_null[] = {folder, NULL};
    EXPECT(petrov_open(with_null, 2, "russian", 0, &tables) == PETROV_STATUS_NULL_POINTER);
    tables = mark;
    EXPECT(petrov_open(&folder, 1, "martian", 0, &tables) == PETROV_STATUS_UNKNOWN_RULES);
    EXPECT(says("martian") && says("russian-main-road") && tables == NULL);
    EXPECT(petrov_open(&folder, 1, "\xff\xfe", 0, &tables) == PETROV_STATUS_BAD_TEXT);
    tables = mark;
    EXPECT(petrov_open(&file, 1, "russian", 0, &tables) == PETROV_STATUS_NOT_A_FOLDER);
    EXPECT(says(file) && tables == NULL);
    EXPECT(petrov_open(&folder, 1, "russian", SIZE_MAX, &tables) == PETROV_STATUS_OUT_OF_MEMORY);

    /* Without any folder, and with one that is not there. */
    uint32_t count = 99;
    EXPECT(petrov_open(NULL, 0, "russian", 0, &tables) == PETROV_STATUS_OK);
    EXPECT(petrov_largest_piece_count(tables, &count) == PETROV_STATUS_OK && count == 0);
    petrov_close(tables);
    const char *folders[] = {"no/such/folder", folder};
    tables = open_russian(folders[0]);
    EXPECT(petrov_largest_piece_count(tables, &count) == PETROV_STATUS_OK && count == 0);
    PetrovPosition position = small();
    PetrovOutcome outcome = PETROV_OUTCOME_DRAW;
    EXPECT(petrov_outcome(tables, &position, &outcome) == PETROV_STATUS_MISSING_TABLE);
    EXPECT(says("KMvK.ptw") && says("petrov gen KMvK --rules russian"));
    petrov_close(tables);

    EXPECT(petrov_open(folders, 2, "RUSSIAN", 1 << 20, &tables) == PETROV_STATUS_OK);
    EXPECT(petrov_largest_piece_count(tables, &count) == PETROV_STATUS_OK && count == 4);
    petrov_close(tables);
    petrov_close(NULL);
}

static void null_pointers(const PetrovTables *tables) {
    const PetrovPosition position = small();
    uint32_t number = 99;
    size_t count = 99;
    PetrovOutcome outcome = PETROV_OUTCOME_DRAW;
    PetrovNeed need;
    PetrovRankedMove move;
    const PetrovStatus null = PETROV_STATUS_NULL_POINTER;

    EXPECT(petrov_largest_piece_count(NULL, &number) == null && says("tables"));
    EXPECT(petrov_largest_piece_count(tables, NULL) == null && says("count"));
    EXPECT(petrov_outcome(NULL, &position, &outcome) == null && says("tables"));
    EXPECT(petrov_outcome(tables, NULL, &outcome) == null && says("position"));
    EXPECT(petrov_outcome(tables, &position, NULL) == null && says("outcome"));
    EXPECT(petrov_probe(NULL, &position, &ZERO, &outcome) == null && says("tables"));
    EXPECT(petrov_probe(tables, NULL, &ZERO, &outcome) == null && says("position"));
    EXPECT(petrov_probe(tables, &position, NULL, &outcome) == null && says("clocks"));
    EXPECT(petrov_probe(tables, &position, &ZERO, NULL) == null && says("outcome"));
    EXPECT(petrov_needs(NULL, &position, &need, 1, &count) == null && says("tables"));
    EXPECT(petrov_needs(tables, NULL, &need, 1, &count) == null && says("position"));
    EXPECT(petrov_needs(tables, &position, NULL, 1, &count) == null && says("needs"));
    EXPECT(petrov_needs(tables, &position, &need, 1, NULL) == null && says("count"));
    EXPECT(petrov_ranked_moves(NULL, &position, &ZERO, &move, 1, &count) == null && says("tables"));
    EXPECT(petrov_ranked_moves(tables, NULL, &ZERO, &move, 1, &count) == null && says("position"));
    EXPECT(petrov_ranked_moves(tables, &position, NULL, &move, 1, &count) == null && says("clocks"));
    EXPECT(petrov_ranked_moves(tables, &position, &ZERO, NULL, 1, &count) == null && says("moves"));
    EXPECT(petrov_ranked_moves(tables, &position, &ZERO, &move, 1, NULL) == null && says("count"));
    PetrovMove legal;
    EXPECT(petrov_legal_moves(NULL, &position, &ZERO, &legal, 1, &count) == null && says("tables"));
    EXPECT(petrov_legal_moves(tables, NULL, &ZERO, &legal, 1, &count) == null && says("position"));
    EXPECT(petrov_legal_moves(tables, &position, NULL, &legal, 1, &count) == null && says("clocks"));
    EXPECT(petrov_legal_moves(tables, &position, &ZERO, NULL, 1, &count) == null && says("moves"));
    EXPECT(petrov_legal_moves(tables, &position, &ZERO, &legal, 1, NULL) == null && says("count"));
    int32_t plies = 99;
    EXPECT(petrov_distance(NULL, &position, &ZERO, &plies) == null && says("tables"));
    EXPECT(petrov_distance(tables, NULL, &ZERO, &plies) == null && says("position"));
    EXPECT(petrov_distance(tables, &position, NULL, &plies) == null && says("clocks"));
    EXPECT(petrov_distance(tables, &position, &ZERO, NULL) == null && says("plies"));
    EXPECT(number == 99 && count == 99 && plies == 99 && outcome == PETROV_OUTCOME_DRAW);
}

static void refusals(const PetrovTables *tables) {
    PetrovOutcome outcome = PETROV_OUTCOME_BLESSED_LOSS;
    const PetrovPosition no_positions[] = {
        {1, 1, 0, PETROV_WHITE},                         /* two pieces on a1 */
        {2, 4, 8, PETROV_WHITE},                         /* a king without a colour */
        {UINT32_C(1) << 31, 1, 1, PETROV_WHITE},         /* a white man on h8 */
        {UINT32_C(1) << 31, 1, UINT32_C(1) << 31, PETROV_BLACK}, /* a black man on a1 */
        {0x1FFF, UINT32_C(1) << 31, 0, PETROV_WHITE},    /* thirteen men */
        {2, 4, 6, 2},                                    /* a third side */
        {2, 4, 6, UINT32_MAX},
        {UINT32_MAX, UINT32_MAX, UINT32_MAX, PETROV_BLACK},
    };
    for (size_t i = 0; i < sizeof no_positions / sizeof no_positions[0]; i++) {
        EXPECT(petrov_outcome(tables, &no_positions[i], &outcome) == PETROV_STATUS_BAD_POSITION);
        EXPECT(strlen(petrov_last_error()) > 0);
    }
    EXPECT(petrov_outcome(tables, &no_positions[0], &outcome) == PETROV_STATUS_BAD_POSITION && says("a1"));

    const PetrovPosition start = {0xFFF, UINT32_C(0xFFF00000), 0, PETROV_WHITE};
    EXPECT(petrov_outcome(tables, &start, &outcome) == PETROV_STATUS_TOO_MANY_PIECES && says("24"));

    const PetrovPosition three = three_against_one();
    const PetrovClocks no_clocks[] = {{5, 4, 0}, {30, 30, 0}, {0, 30, 0}, {UINT16_MAX, UINT16_MAX, 0}, {1, 1, 1}};
    for (size_t i = 0; i < sizeof no_clocks / sizeof no_clocks[0]; i++) {
        size_t count = 99;
        PetrovRankedMove move;
        EXPECT(petrov_probe(tables, &three, &no_clocks[i], &outcome) == PETROV_STATUS_BAD_CLOCKS);
        EXPECT(petrov_ranked_moves(tables, &three, &no_clocks[i], &move, 1, &count) == PETROV_STATUS_BAD_CLOCKS);
        int32_t plies = 99;
        PetrovMove legal;
        EXPECT(petrov_distance(tables, &three, &no_clocks[i], &plies) == PETROV_STATUS_BAD_CLOCKS);
        EXPECT(petrov_legal_moves(tables, &three, &no_clocks[i], &legal, 1, &count) == PETROV_STATUS_BAD_CLOCKS);
        EXPECT(count == 99 && plies == 99);
    }
    EXPECT(outcome == PETROV_OUTCOME_BLESSED_LOSS);

    /* The text of a failure stays while calls succeed. */
    const char *text = petrov_last_error();
    EXPECT(petrov_outcome(tables, &three, &outcome) == PETROV_STATUS_OK);
    EXPECT(text == petrov_last_error() && says("road clock"));
}

static void answers(const PetrovTables *tables) {
    PetrovOutcome outcome = PETROV_OUTCOME_DRAW;
    PetrovPosition position = three_against_one();
    EXPECT(petrov_outcome(tables, &position, &outcome) == PETROV_STATUS_OK && outcome == PETROV_OUTCOME_WIN);
    position.side_to_move = PETROV_BLACK;
    EXPECT(petrov_outcome(tables, &position, &outcome) == PETROV_STATUS_OK && outcome == PETROV_OUTCOME_LOSS);

    /* With one ply left nothing is won but what takes a ply. */
    position.side_to_move = PETROV_WHITE;
    PetrovClocks late = {29, 29, 0};
    EXPECT(petrov_probe(tables, &position, &late, &outcome) == PETROV_STATUS_OK);
    EXPECT(outcome == PETROV_OUTCOME_CURSED_WIN);

    /* It is a win at just those clocks that its need allows: the limit is 30 for both. */
    PetrovNeed need = {0, 0, 0};
    size_t count = 0;
    EXPECT(petrov_needs(tables, &position, &need, 1, &count) == PETROV_STATUS_OK && count == 1);
    EXPECT(need.king == need.material && need.road == 0 && 1 < need.king && need.king < 30);
    for (uint16_t plies = 0; plies < 30; plies++) {
        PetrovClocks clocks = {plies, plies, 0};
        EXPECT(petrov_probe(tables, &position, &clocks, &outcome) == PETROV_STATUS_OK);
        EXPECT(outcome == (30 - plies >= need.king ? PETROV_OUTCOME_WIN : PETROV_OUTCOME_CURSED_WIN));
    }

    /* Black has nothing left and is to move. */
    PetrovPosition over = {BIT('a', 1), 0, BIT('a', 1), PETROV_BLACK};
    EXPECT(petrov_outcome(tables, &over, &outcome) == PETROV_STATUS_OK && outcome == PETROV_OUTCOME_LOSS);
    PetrovRankedMove move;
    EXPECT(petrov_ranked_moves(tables, &over, &ZERO, &move, 1, &count) == PETROV_STATUS_OK && count == 0);

    /* A man takes two and ends the game; the squares are those of the header. */
    PetrovPosition take = {BIT('c', 3), BIT('d', 4) | BIT('f', 6), 0, PETROV_WHITE};
    EXPECT(petrov_ranked_moves(tables, &take, &ZERO, &move, 1, &count) == PETROV_STATUS_OK && count == 1);
    EXPECT(move.played.captured == take.black && move.played.conversion && !move.played.crowning && move.played.path_length == 3);
    EXPECT(move.played.path[0] == SQUARE('c', 3) && move.played.path[1] == SQUARE('e', 5) && move.played.path[2] == SQUARE('g', 7));
    EXPECT(move.played.after.white == BIT('g', 7) && move.played.after.black == 0 && move.played.after.kings == 0);
    EXPECT(move.played.after.side_to_move == PETROV_BLACK && move.played.ending == PETROV_ENDING_NO_MOVE);
    EXPECT(move.outcome == PETROV_OUTCOME_WIN && move.outcome_at_zero == PETROV_OUTCOME_WIN);

    /* The clock runs out with any quiet move. */
    EXPECT(petrov_ranked_moves(tables, &position, &late, &move, 1, &count) == PETROV_STATUS_BUFFER_TOO_SMALL);
    EXPECT(move.played.ending == PETROV_ENDING_KING_CLOCK && move.played.clocks.king == 30 && move.played.clocks.material == 30);
    EXPECT(move.outcome_at_zero == PETROV_OUTCOME_WIN && move.outcome == PETROV_OUTCOME_CURSED_WIN);
}

/* How many plies a game takes that the ranked moves of both sides make. */
static void distances(const PetrovTables *tables) {
    int32_t plies = 0;
    PetrovPosition position = three_against_one();
    PetrovClocks clocks = ZERO;
    EXPECT(petrov_distance(tables, &position, &clocks, &plies) == PETROV_STATUS_OK && plies > 2);
    for (int32_t left = plies - 1; left >= 0; left--) {
        PetrovRankedMove best;
        size_t count = 0;
        PetrovStatus status = petrov_ranked_moves(tables, &position, &clocks, &best, 1, &count);
        EXPECT(status == PETROV_STATUS_OK || status == PETROV_STATUS_BUFFER_TOO_SMALL);
        position = best.played.after;
        clocks = best.played.clocks;
        EXPECT(petrov_distance(tables, &position, &clocks, &plies) == PETROV_STATUS_OK && plies == left);
        EXPECT((best.played.ending == PETROV_ENDING_NO_MOVE) == (left == 0));
    }
    const PetrovPosition drawn = {BIT('a', 3), BIT('d', 8), BIT('a', 3) | BIT('d', 8), PETROV_WHITE};
    EXPECT(petrov_distance(tables, &drawn, &ZERO, &plies) == PETROV_STATUS_OK && plies == -1);
    /* With one ply left three kings win no more. */
    const PetrovPosition three = three_against_one();
    const PetrovClocks late = {29, 29, 0};
    EXPECT(petrov_distance(tables, &three, &late, &plies) == PETROV_STATUS_OK && plies == -1);
}

/* Moves need no table and no small number of pieces. */
static void legal_moves(void) {
    PetrovTables *rules = NULL;
    EXPECT(petrov_open(NULL, 0, "russian", 0, &rules) == PETROV_STATUS_OK);
    enum { ROOM = 64 };
    PetrovMove moves[ROOM];
    size_t count = 0;
    const PetrovPosition start = {0xFFF, UINT32_C(0xFFF00000), 0, PETROV_WHITE};
    EXPECT(petrov_legal_moves(rules, &start, &ZERO, moves, ROOM, &count) == PETROV_STATUS_OK && count == 7);
    for (size_t i = 0; i < count; i++) {
        EXPECT(moves[i].clocks.king == 0 && moves[i].clocks.material == 1 && !moves[i].conversion);
        EXPECT(moves[i].after.side_to_move == PETROV_BLACK && moves[i].after.black == start.black);
        EXPECT(moves[i].after.white == ((start.white & ~(UINT32_C(1) << moves[i].path[0])) |
                                        UINT32_C(1) << moves[i].path[1]));
        EXPECT(moves[i].ending == PETROV_ENDING_NONE && moves[i].path_length == 2);
    }
    EXPECT(petrov_legal_moves(rules, &start, &ZERO, NULL, 0, &count) == PETROV_STATUS_BUFFER_TOO_SMALL && count == 7);

    /* The last man is taken; another is crowned; a clock runs out; without a move there is none. */
    const PetrovPosition take = {BIT('c', 3), BIT('d', 4), 0, PETROV_WHITE};
    EXPECT(petrov_legal_moves(rules, &take, &ZERO, moves, ROOM, &count) == PETROV_STATUS_OK && count == 1);
    EXPECT(moves[0].ending == PETROV_ENDING_NO_MOVE && moves[0].captured == BIT('d', 4) && moves[0].conversion);
    const PetrovPosition crown = {BIT('a', 7), BIT('h', 2), 0, PETROV_WHITE};
    EXPECT(petrov_legal_moves(rules, &crown, &ZERO, moves, ROOM, &count) == PETROV_STATUS_OK && count == 1);
    EXPECT(moves[0].crowning && moves[0].conversion && moves[0].after.kings == BIT('b', 8));
    const PetrovPosition kings = {BIT('a', 3), BIT('d', 8), BIT('a', 3) | BIT('d', 8), PETROV_WHITE};
    const PetrovClocks last = {9, 9, 0};
    EXPECT(petrov_legal_moves(rules, &kings, &last, moves, ROOM, &count) == PETROV_STATUS_OK && count > 0);
    EXPECT(moves[0].ending == PETROV_ENDING_MATERIAL_CLOCK && moves[0].clocks.material == 10);
    const PetrovPosition over = {BIT('a', 1), 0, BIT('a', 1), PETROV_BLACK};
    EXPECT(petrov_legal_moves(rules, &over, &ZERO, moves, ROOM, &count) == PETROV_STATUS_OK && count == 0);
    petrov_close(rules);
}

static void short_buffers(const PetrovTables *tables) {
    const PetrovPosition position = three_against_one();
    enum { ROOM = 64 };
    PetrovRankedMove all[ROOM], some[ROOM];
    size_t total = 0;
    EXPECT(petrov_ranked_moves(tables, &position, &ZERO, all, ROOM, &total) == PETROV_STATUS_OK);
    EXPECT(10 < total && total < ROOM);
    for (size_t capacity = 0; capacity <= total; capacity++) {
        size_t count = 0;
        memset(some, 0x5A, sizeof some);
        PetrovStatus status = petrov_ranked_moves(tables, &position, &ZERO, capacity ? some : NULL, capacity, &count);
        EXPECT(status == (capacity < total ? PETROV_STATUS_BUFFER_TOO_SMALL : PETROV_STATUS_OK));
        EXPECT(count == total);
        for (size_t i = 0; i < capacity; i++) {
            EXPECT(some[i].played.path[0] == all[i].played.path[0] && some[i].played.path[1] == all[i].played.path[1]);
            EXPECT(some[i].outcome == all[i].outcome && (i == 0 || all[i].outcome <= all[i - 1].outcome));
        }
        const unsigned char *rest = (const unsigned char *)(some + capacity);
        for (size_t i = 0; i < sizeof(PetrovRankedMove) * (ROOM - capacity); i++) {
            EXPECT(rest[i] == 0x5A);
        }
    }
    size_t count = 0;
    PetrovNeed needs[2] = {{77, 77, 77}, {77, 77, 77}};
    EXPECT(petrov_needs(tables, &position, NULL, 0, &count) == PETROV_STATUS_BUFFER_TOO_SMALL && count == 1);
    EXPECT(says("1") && says("0"));
    EXPECT(petrov_needs(tables, &position, needs, 2, &count) == PETROV_STATUS_OK && count == 1);
    EXPECT(needs[0].king != 77 && needs[1].king == 77);
}

/* Every fault of a file is a status, and the text names the file. */
static void damaged(const char *folder) {
    PetrovTables *tables = open_russian(folder);
    PetrovOutcome outcome = PETROV_OUTCOME_DRAW;
    PetrovPosition kings = {BIT('a', 3), BIT('d', 8), BIT('a', 3) | BIT('d', 8), PETROV_WHITE};
    EXPECT(petrov_outcome(tables, &kings, &outcome) == PETROV_STATUS_WRONG_TABLE && says("KvK.ptw"));
    PetrovPosition folder_for_file = {BIT('a', 3), BIT('d', 8), BIT('a', 3), PETROV_WHITE};
    EXPECT(petrov_outcome(tables, &folder_for_file, &outcome) == PETROV_STATUS_CANNOT_READ && says("KvM.ptw"));

    int found = 0;
    for (int man = 4; man < 32; man++) {
        PetrovPosition position = {BIT('a', 3) | BIT('c', 1), BIT('h', 2), 0, PETROV_WHITE};
        position.kings = position.white | position.black;
        if ((position.white | position.black) >> man & 1) {
            continue;
        }
        position.black |= UINT32_C(1) << man;
        PetrovStatus status = petrov_outcome(tables, &position, &outcome);
        if (status == PETROV_STATUS_DAMAGED_TABLE) {
            EXPECT(says("KKvKM.ptw") && says("block"));
            found++;
        } else {
            /* A capture leads elsewhere. */
            EXPECT(status == PETROV_STATUS_OK || status == PETROV_STATUS_MISSING_TABLE ||
                   status == PETROV_STATUS_WRONG_TABLE || status == PETROV_STATUS_CANNOT_READ);
        }
    }
    EXPECT(found > 0);
    uint32_t count = 99;
    EXPECT(petrov_largest_piece_count(tables, &count) != PETROV_STATUS_OK && count == 99);
    EXPECT(outcome == PETROV_OUTCOME_DRAW);
    petrov_close(tables);
}

static void other_rules(const char *folder) {
    PetrovTables *tables = NULL;
    EXPECT(petrov_open(&folder, 1, "english", 0, &tables) == PETROV_STATUS_OK);
    PetrovPosition position = small();
    PetrovOutcome outcome;
    EXPECT(petrov_outcome(tables, &position, &outcome) == PETROV_STATUS_WRONG_TABLE);
    EXPECT(says("russian") && says("english"));
    petrov_close(tables);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: contract TABLES DAMAGED FILE\n");
        return 2;
    }
    versions_and_messages();
    opening(argv[1], argv[3]);
    PetrovTables *tables = open_russian(argv[1]);
    null_pointers(tables);
    refusals(tables);
    answers(tables);
    distances(tables);
    legal_moves();
    short_buffers(tables);
    petrov_close(tables);
    other_rules(argv[1]);
    damaged(argv[2]);
    printf("contract: kept\n");
    return 0;
}
