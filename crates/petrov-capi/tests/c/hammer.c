/*
 * Many threads ask one handle at once, from a cold start and with a cache that is far too small, and each answer
 * must be the expected one.
 *
 *     hammer TABLES ANSWERS THREADS ROUNDS
 *
 * ANSWERS has a line of numbers for each position: white black kings side_to_move, king material road; the
 * status and the outcome of petrov_outcome; the same of petrov_probe; of petrov_needs the status, the count and the
 * needs; of petrov_ranked_moves the status, the count and the moves, field by field; of petrov_distance the status and
 * the plies.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>

#include "expect.h"
#include "petrov.h"

enum { MAX_NEEDS = 64, MAX_MOVES = 128, MAX_THREADS = 64 };

typedef struct {
    PetrovPosition position;
    PetrovClocks clocks;
    PetrovStatus outcome_status, probe_status, needs_status, moves_status, distance_status;
    PetrovOutcome outcome, probe;
    size_t need_count, move_count;
    PetrovNeed *needs;
    PetrovRankedMove *moves;
    int32_t distance;
} Answer;

typedef struct {
    Answer *items;
    size_t count;
} Answers;

static unsigned long number(FILE *file) {
    unsigned long value = 0;
    EXPECT(fscanf(file, "%lu", &value) == 1);
    return value;
}

static long signed_number(FILE *file) {
    long value = 0;
    EXPECT(fscanf(file, "%ld", &value) == 1);
    return value;
}

static PetrovPosition read_position(FILE *file) {
    PetrovPosition position;
    position.white = (uint32_t)number(file);
    position.black = (uint32_t)number(file);
    position.kings = (uint32_t)number(file);
    position.side_to_move = (uint32_t)number(file);
    return position;
}

static PetrovClocks read_clocks(FILE *file) {
    PetrovClocks clocks;
    clocks.king = (uint16_t)number(file);
    clocks.material = (uint16_t)number(file);
    clocks.road = (uint16_t)number(file);
    return clocks;
}

static PetrovRankedMove read_move(FILE *file) {
    PetrovRankedMove ranked;
    memset(&ranked, 0, sizeof ranked);
    PetrovMove move = ranked.played;
    move.after = read_position(file);
    move.clocks = read_clocks(file);
    ranked.outcome = (PetrovOutcome)number(file);
    ranked.outcome_at_zero = (PetrovOutcome)number(file);
    move.ending = (PetrovEnding)number(file);
    move.captured = (uint32_t)number(file);
    move.crowning = number(file) != 0;
    move.conversion = number(file) != 0;
    move.path_length = (uint8_t)number(file);
    EXPECT(2 <= move.path_length && move.path_length <= PETROV_MAX_PATH);
    for (size_t i = 0; i < move.path_length; i++) {
        move.path[i] = (uint8_t)number(file);
    }
    ranked.played = move;
    return ranked;
}

static Answer read_answer(FILE *file) {
    Answer answer;
    answer.position = read_position(file);
    answer.clocks = read_clocks(file);
    answer.outcome_status = (PetrovStatus)number(file);
    answer.outcome = (PetrovOutcome)number(file);
    answer.probe_status = (PetrovStatus)number(file);
    answer.probe = (PetrovOutcome)number(file);
    answer.needs_status = (PetrovStatus)number(file);
    answer.need_count = number(file);
    EXPECT(answer.need_count <= MAX_NEEDS);
    answer.needs = (PetrovNeed *)calloc(answer.need_count + 1, sizeof(PetrovNeed));
    EXPECT(answer.needs != NULL);
    for (size_t i = 0; i < answer.need_count; i++) {
        answer.needs[i].king = (uint16_t)number(file);
        answer.needs[i].material = (uint16_t)number(file);
        answer.needs[i].road = (uint16_t)number(file);
    }
    answer.moves_status = (PetrovStatus)number(file);
    answer.move_count = number(file);
    EXPECT(answer.move_count <= MAX_MOVES);
    answer.moves = (PetrovRankedMove *)calloc(answer.move_count + 1, sizeof(PetrovRankedMove));
    EXPECT(answer.moves != NULL);
    for (size_t i = 0; i < answer.move_count; i++) {
        answer.moves[i] = read_move(file);
    }
    answer.distance_status = (PetrovStatus)number(file);
    answer.distance = (int32_t)signed_number(file);
    return answer;
}

static Answers read_answers(const char *path) {
    Answers answers = {NULL, 0};
    FILE *file = fopen(path, "r");
    EXPECT(file != NULL);
    answers.count = number(file);
    answers.items = (Answer *)calloc(answers.count, sizeof(Answer));
    EXPECT(answers.items != NULL);
    for (size_t i = 0; i < answers.count; i++) {
        answers.items[i] = read_answer(file);
    }
    fclose(file);
    return answers;
}

static int same_position(const PetrovPosition *a, const PetrovPosition *b) {
    return a->white == b->white && a->black == b->black && a->kings == b->kings && a->side_to_move == b->side_to_move;
}

static int same_move(const PetrovMove *a, const PetrovMove *b) {
    return same_position(&a->after, &b->after) && a->clocks.king == b->clocks.king &&
           a->clocks.material == b->clocks.material && a->clocks.road == b->clocks.road && a->ending == b->ending &&
           a->captured == b->captured && a->crowning == b->crowning && a->conversion == b->conversion &&
           a->path_length == b->path_length && memcmp(a->path, b->path, sizeof a->path) == 0;
}

static int same_ranked(const PetrovRankedMove *a, const PetrovRankedMove *b) {
    return same_move(&a->played, &b->played) && a->outcome == b->outcome && a->outcome_at_zero == b->outcome_at_zero;
}

/* Whether the legal moves are those that are ranked. */
static void ask_legal(const PetrovTables *tables, const Answer *expected) {
    PetrovMove legal[MAX_MOVES];
    size_t count = 0;
    EXPECT(petrov_legal_moves(tables, &expected->position, &expected->clocks, legal, MAX_MOVES, &count) ==
           PETROV_STATUS_OK);
    EXPECT(count == expected->move_count);
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < count && !same_move(&legal[i], &expected->moves[at].played)) {
            at++;
        }
        EXPECT(at < count);
    }
}

static void ask(const PetrovTables *tables, const Answer *expected, int with_distance) {
    PetrovOutcome outcome = PETROV_OUTCOME_LOSS;
    PetrovNeed needs[MAX_NEEDS];
    PetrovRankedMove moves[MAX_MOVES];
    int32_t distance = 0;
    size_t count = 0;
    EXPECT(petrov_outcome(tables, &expected->position, &outcome) == expected->outcome_status);
    EXPECT(expected->outcome_status != PETROV_STATUS_OK || outcome == expected->outcome);
    EXPECT(petrov_probe(tables, &expected->position, &expected->clocks, &outcome) == expected->probe_status);
    EXPECT(expected->probe_status != PETROV_STATUS_OK || outcome == expected->probe);

    EXPECT(petrov_needs(tables, &expected->position, needs, MAX_NEEDS, &count) == expected->needs_status);
    EXPECT(count == expected->need_count);
    for (size_t i = 0; i < count; i++) {
        EXPECT(needs[i].king == expected->needs[i].king && needs[i].material == expected->needs[i].material &&
               needs[i].road == expected->needs[i].road);
    }

    count = 0;
    EXPECT(petrov_ranked_moves(tables, &expected->position, &expected->clocks, moves, MAX_MOVES, &count) ==
           expected->moves_status);
    EXPECT(count == expected->move_count);
    for (size_t i = 0; i < count; i++) {
        EXPECT(same_ranked(&moves[i], &expected->moves[i]));
    }
    if (with_distance) {
        EXPECT(petrov_distance(tables, &expected->position, &expected->clocks, &distance) ==
               expected->distance_status);
        EXPECT(expected->distance_status != PETROV_STATUS_OK || distance == expected->distance);
    }
    if (expected->moves_status == PETROV_STATUS_OK) {
        ask_legal(tables, expected);
    }
}

typedef struct {
    const PetrovTables *tables;
    const Answers *answers;
    pthread_barrier_t *barrier;
    size_t number, rounds;
} Work;

static void *run(void *argument) {
    const Work *work = (const Work *)argument;
    /* All at once, so that they meet where tables are opened. */
    pthread_barrier_wait(work->barrier);
    for (size_t round = 0; round < work->rounds; round++) {
        /* Another order in each thread and round: 7919 is prime. */
        size_t at = (work->number * 104729 + round * 1299709) % work->answers->count;
        for (size_t i = 0; i < work->answers->count; i++) {
            at = (at + 7919) % work->answers->count;
            /* A distance is a game: with this cache not for every position. */
            ask(work->tables, &work->answers->items[at], at % 50 == 0);
        }
    }
    /* A thread's last error is its own. */
    char name[32];
    PetrovTables *none;
    snprintf(name, sizeof name, "rules-of-thread-%02zu", work->number);
    EXPECT(petrov_open(NULL, 0, name, 0, &none) == PETROV_STATUS_UNKNOWN_RULES);
    const char *text = petrov_last_error();
    pthread_barrier_wait(work->barrier);
    EXPECT(text == petrov_last_error() && strstr(text, name) != NULL);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: hammer TABLES ANSWERS THREADS ROUNDS\n");
        return 2;
    }
    const size_t threads = (size_t)atoi(argv[3]), rounds = (size_t)atoi(argv[4]);
    EXPECT(1 <= threads && threads <= MAX_THREADS);
    Answers answers = read_answers(argv[2]);
    EXPECT(answers.count % 7919 != 0);

    const char *folder = argv[1];
    PetrovTables *tables = NULL;
    EXPECT(petrov_open(&folder, 1, "russian", 16 << 10, &tables) == PETROV_STATUS_OK);
    pthread_barrier_t barrier;
    EXPECT(pthread_barrier_init(&barrier, NULL, (unsigned)threads) == 0);
    pthread_t ids[MAX_THREADS];
    Work work[MAX_THREADS];
    for (size_t i = 0; i < threads; i++) {
        work[i].tables = tables;
        work[i].answers = &answers;
        work[i].barrier = &barrier;
        work[i].number = i;
        work[i].rounds = rounds;
        EXPECT(pthread_create(&ids[i], NULL, run, &work[i]) == 0);
    }
    for (size_t i = 0; i < threads; i++) {
        EXPECT(pthread_join(ids[i], NULL) == 0);
    }
    pthread_barrier_destroy(&barrier);
    /* The main thread has had no failure. */
    EXPECT(strcmp(petrov_last_error(), "") == 0);
    petrov_close(tables);
    for (size_t i = 0; i < answers.count; i++) {
        free(answers.items[i].needs);
        free(answers.items[i].moves);
    }
    printf("hammer: %zu threads, %zu positions, %zu rounds: all as expected\n", threads, answers.count, rounds);
    free(answers.items);
    return 0;
}
