// Plays endings out from C++: the best move of each side until the game ends. What was won at the start is won at
// the end, with the clocks of the game, and what is said before a move agrees with what is said after it.
//
//     play TABLES

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "expect.h"
#include "petrov.h"

namespace {

struct Close {
    void operator()(PetrovTables *tables) const { petrov_close(tables); }
};
using Handle = std::unique_ptr<PetrovTables, Close>;

void check(PetrovStatus status) {
    if (status != PETROV_STATUS_OK) {
        throw std::runtime_error(std::string(petrov_error_message(status)) + ": " + petrov_last_error());
    }
}

Handle open(const std::string &folder) {
    const char *folders[] = {folder.c_str()};
    PetrovTables *tables = nullptr;
    check(petrov_open(folders, 1, "russian", 0, &tables));
    return Handle(tables);
}

PetrovOutcome probe(const Handle &tables, const PetrovPosition &position, const PetrovClocks &clocks) {
    PetrovOutcome outcome;
    check(petrov_probe(tables.get(), &position, &clocks, &outcome));
    return outcome;
}

std::vector<PetrovRankedMove> moves(const Handle &tables, const PetrovPosition &position, const PetrovClocks &clocks) {
    std::vector<PetrovRankedMove> found(128);
    std::size_t count = 0;
    check(petrov_ranked_moves(tables.get(), &position, &clocks, found.data(), found.size(), &count));
    found.resize(count);
    return found;
}

PetrovOutcome reversed(PetrovOutcome outcome) { return static_cast<PetrovOutcome>(PETROV_OUTCOME_WIN - outcome); }

// Plies until the side that wins has won.
int play(const Handle &tables, PetrovPosition position) {
    PetrovClocks clocks = {0, 0, 0};
    PetrovOutcome outcome = probe(tables, position, clocks);
    EXPECT(outcome == PETROV_OUTCOME_WIN || outcome == PETROV_OUTCOME_LOSS);
    for (int plies = 1; plies < 1000; plies++) {
        const std::vector<PetrovRankedMove> ranked = moves(tables, position, clocks);
        EXPECT(!ranked.empty() && ranked[0].outcome == outcome);
        const PetrovRankedMove best = ranked[0];
        if (best.played.ending != PETROV_ENDING_NONE) {
            EXPECT(best.played.ending == PETROV_ENDING_NO_MOVE && best.outcome == PETROV_OUTCOME_WIN);
            return plies;
        }
        position = best.played.after;
        clocks = best.played.clocks;
        outcome = reversed(outcome);
        EXPECT(probe(tables, position, clocks) == outcome);
    }
    throw std::runtime_error("the game does not end");
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: play TABLES\n");
        return 2;
    }
    try {
        const Handle tables = open(argv[1]);
        std::uint32_t largest = 0;
        check(petrov_largest_piece_count(tables.get(), &largest));
        EXPECT(largest == 4);

        // Three kings against one, wherever that stands; and kings against men on their way.
        const std::uint32_t kings = 0x7;
        int games = 0, longest = 0;
        for (int square = 4; square < 31; square++) {
            const std::uint32_t other = std::uint32_t(1) << square;
            const PetrovPosition starts[] = {
                {kings, other, kings | other, PETROV_WHITE},
                {kings, other, kings | other, PETROV_BLACK},
                {kings, other, kings, PETROV_WHITE},
                {kings & 3, other | std::uint32_t(1) << 31, kings & 3, PETROV_BLACK},
            };
            for (const PetrovPosition &start : starts) {
                const PetrovOutcome outcome = probe(tables, start, PetrovClocks{0, 0, 0});
                if (outcome != PETROV_OUTCOME_DRAW) {
                    const int plies = play(tables, start);
                    longest = plies > longest ? plies : longest;
                    games++;
                }
            }
        }
        EXPECT(games > 50);
        std::printf("play: %d games won, the longest in %d plies\n", games, longest);

        try {
            open("no/such/folder");
            PetrovPosition missing = {1, 2, 3, PETROV_WHITE};
            probe(open("no/such/folder"), missing, PetrovClocks{0, 0, 0});
            EXPECT(!"there is no table");
        } catch (const std::runtime_error &error) {
            EXPECT(std::string(error.what()).find("KvK.ptw") != std::string::npos);
        }
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
