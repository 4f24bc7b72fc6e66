/*
 * petrov.h: endgame tables for draughts, exact under the draw clocks of the rules.
 *
 * Made by cbindgen from crates/petrov-capi/src. Do not edit; see crates/petrov-capi/README.md.
 *
 * Every function that can fail returns a PetrovStatus, 0 for success, and writes its answer through its last
 * pointer. If it fails, nothing is written but where its comment says so. Nothing prints, exits, or throws.
 *
 * Pointers are null or valid: to what the type says, readable or writable for as long as the call takes, texts
 * closed by a zero byte, a handle from petrov_open that is not closed. Where null is not allowed, null gives
 * PETROV_STATUS_NULL_POINTER.
 *
 * Threads: any number of threads may ask one handle at once, and without a lock between them once the tables
 * are in memory. Only petrov_close must be alone.
 *
 * Memory: the library keeps the files mapped. Replace a table by renaming a new file over it; a file that is cut
 * short in place while it is open makes the system raise SIGBUS, which no library can turn into an error.
 *
 * For those who know Fathom (the prober of Syzygy tables):
 *
 *   tb_init(path), tb_free()   petrov_open(folders, ...) and petrov_close(handle). There is no global state: several
 *                              handles, also of different rules, may be open at once. Folders are an array.
 *   TB_LARGEST                 petrov_largest_piece_count. It counts complete sets: N means that every position of up
 *                              to N pieces has an answer, not that some table of N pieces was found.
 *   tb_probe_wdl(...)          petrov_outcome, at clocks of zero. PetrovOutcome has the five values of TB_LOSS to
 *                              TB_WIN with the same numbers. TB_RESULT_FAILED is a status, with a reason.
 *   ... with rule50 > 0        petrov_probe. Fathom gives up there; here the clocks are two (king and material, in
 *                              plies) and the answer is exact at every reading of them.
 *   DTZ                        petrov_needs. Tables hold no distance but, for a win, the least plies that must be
 *                              left of each clock: a list of pairs, as a quiet man's move refills one clock only.
 *                              petrov_distance plays the game out to count it.
 *   tb_probe_root(...)         petrov_ranked_moves: the moves at some clocks, the best first. To play the first one
 *                              at every turn is enough; nothing need be remembered, and no position is repeated.
 *                              Unlike Fathom's it may be called by any thread.
 *   castling, en passant       do not exist, and a position with a capture to make needs no search before the probe:
 *                              compulsory captures are followed inside.
 *   (no counterpart)           petrov_legal_moves: a move generator, for those who have none.
 *
 *   Files: a class has two, KKMvKM.ptw with the outcomes and KKMvKM.ptn with the needs, of at most eight pieces.
 *   petrov_outcome and petrov_largest_piece_count read the former alone; petrov_probe at clocks that run, petrov_needs,
 *   petrov_ranked_moves and petrov_distance read both. Where a side has no piece no table is needed.
 *
 *   In a search: after a capture or a crowning all clocks stand at zero, so petrov_outcome is exact and cheap there;
 *   elsewhere carry the clocks (each PetrovMove has those after it) and use petrov_probe. What petrov_outcome
 *   says at clocks that are not at zero is exact too where it is a draw, a cursed win or a blessed loss: no clock
 *   makes a game of that. A win or a loss it may be no longer, which petrov_probe knows. At clocks of zero the two
 *   are the same and cost the same. Carry both clocks, under rules without a material limit too: {4, 0, 0} is
 *   PETROV_STATUS_BAD_CLOCKS, as no game comes to it. Repetitions are for the caller to count, as ever. examples/engine.c is a whole
 *   engine that does all this.
 */


#ifndef PETROV_H
#define PETROV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header; petrov_version() gives that of the library. */
#define PETROV_VERSION "0.1.0"


/**
 * `side_to_move` of a position in which White moves.
 */
#define PETROV_WHITE 0

/**
 * `side_to_move` of a position in which Black moves.
 */
#define PETROV_BLACK 1

/**
 * Most squares of the path of a move.
 */
#define PETROV_MAX_PATH 13

/**
 * What a function returns: 0 is success. `petrov_error_message` says it in words, `petrov_last_error` in
 * detail.
 */
typedef enum {
  /**
   * Answered.
   */
  PETROV_STATUS_OK = 0,
  /**
   * A pointer that must not be null is null.
   */
  PETROV_STATUS_NULL_POINTER = 1,
  /**
   * A text is not UTF-8.
   */
  PETROV_STATUS_BAD_TEXT = 2,
  /**
   * No rule set has this name.
   */
  PETROV_STATUS_UNKNOWN_RULES = 3,
  /**
   * What was given as a folder of tables is something else. (A folder that does not exist is no error: it
   * has no tables.)
   */
  PETROV_STATUS_NOT_A_FOLDER = 4,
  /**
   * The memory for the cache cannot be had.
   */
  PETROV_STATUS_OUT_OF_MEMORY = 5,
  /**
   * The bitboards are no position: two pieces on a square, a king without a colour, a man on its last row,
   * more than twelve pieces a side, a side to move that is neither.
   */
  PETROV_STATUS_BAD_POSITION = 6,
  /**
   * No game can be going on with these clocks: the king clock or the road clock is ahead of the material
   * clock, the road clock runs where nothing counts it, or a clock has reached its limit (the game is drawn).
   */
  PETROV_STATUS_BAD_CLOCKS = 7,
  /**
   * There are more pieces than tables can have, which is eight.
   */
  PETROV_STATUS_TOO_MANY_PIECES = 8,
  /**
   * A table that the answer needs is in none of the folders.
   */
  PETROV_STATUS_MISSING_TABLE = 9,
  /**
   * A table is of another class, made under other rules, or written by a newer program.
   */
  PETROV_STATUS_WRONG_TABLE = 10,
  /**
   * A table is damaged; `petrov_last_error` names the file and the block.
   */
  PETROV_STATUS_DAMAGED_TABLE = 11,
  /**
   * The system would not open or read a table that is there.
   */
  PETROV_STATUS_CANNOT_READ = 12,
  /**
   * There is more than fits; what fits was written, and `*count` says how much there is.
   */
  PETROV_STATUS_BUFFER_TOO_SMALL = 13,
  /**
   * A fault of the library. Please report it with the text of `petrov_last_error`.
   */
  PETROV_STATUS_INTERNAL = 14,
} PetrovStatus;

/**
 * What a position is worth to the side to move, or a move to the side that makes it. The numbers are those
 * of TB_LOSS to TB_WIN in Fathom; a larger one is better.
 */
typedef enum {
  /**
   * Lost within the limits.
   */
  PETROV_OUTCOME_LOSS = 0,
  /**
   * Lost if no plies were counted; the clocks save a draw.
   */
  PETROV_OUTCOME_BLESSED_LOSS = 1,
  /**
   * Drawn.
   */
  PETROV_OUTCOME_DRAW = 2,
  /**
   * Won if no plies were counted; the opponent reaches a draw by count.
   */
  PETROV_OUTCOME_CURSED_WIN = 3,
  /**
   * Won within the limits.
   */
  PETROV_OUTCOME_WIN = 4,
} PetrovOutcome;

/**
 * How a game ends with a move. A third repetition is for the caller to see.
 */
typedef enum {
  /**
   * It goes on.
   */
  PETROV_ENDING_NONE = 0,
  /**
   * The opponent has no move and has lost.
   */
  PETROV_ENDING_NO_MOVE = 1,
  /**
   * Drawn: the king clock reached its limit.
   */
  PETROV_ENDING_KING_CLOCK = 2,
  /**
   * Drawn: the material clock reached its limit.
   */
  PETROV_ENDING_MATERIAL_CLOCK = 3,
  /**
   * Drawn: the road clock reached its limit.
   */
  PETROV_ENDING_ROAD_CLOCK = 4,
} PetrovEnding;

/**
 * The tables of a rule set, opened by `petrov_open`.
 */
typedef struct PetrovTables PetrovTables;

/**
 * A position. Bit s of a set is square s: 0 = a1, 1 = c1, 2 = e1, 3 = g1, 4 = b2, ... 31 = h8, the dark
 * squares along the rows.
 */
typedef struct {
  /**
   * Squares of White's pieces, men and kings.
   */
  uint32_t white;
  /**
   * Squares of Black's pieces, men and kings.
   */
  uint32_t black;
  /**
   * Squares of the kings of both.
   */
  uint32_t kings;
  /**
   * `PETROV_WHITE` or `PETROV_BLACK`.
   */
  uint32_t side_to_move;
} PetrovPosition;

/**
 * What the clocks show before the side to move plays, in plies (a move of each side is two).
 */
typedef struct {
  /**
   * Plies in a row that were king moves without a capture. A man's move, a crowning or a capture sets it
   * to 0.
   */
  uint16_t king;
  /**
   * Plies since the last capture or crowning; a man's quiet move does not set it to 0. Never below `king`.
   */
  uint16_t material;
  /**
   * Plies in a row of a lone king on the main road a1-h8 against three pieces; 0 but under
   * `russian-main-road`.
   */
  uint16_t road;
} PetrovClocks;

/**
 * Plies that must be left before each clock reaches its limit so that a win can still be forced. 0 where a
 * clock has no limit or does not run.
 */
typedef struct {
  /**
   * Of the king clock.
   */
  uint16_t king;
  /**
   * Of the material clock.
   */
  uint16_t material;
  /**
   * Of the road clock.
   */
  uint16_t road;
} PetrovNeed;

/**
 * A legal move.
 */
typedef struct {
  /**
   * The position after it; the opponent is to move.
   */
  PetrovPosition after;
  /**
   * The clocks after it.
   */
  PetrovClocks clocks;
  /**
   * How the game ends with it, if it does.
   */
  PetrovEnding ending;
  /**
   * Squares of the captured pieces.
   */
  uint32_t captured;
  /**
   * Whether a man is crowned.
   */
  bool crowning;
  /**
   * Whether it is a capture or a crowning: all clocks stand at zero after it.
   */
  bool conversion;
  /**
   * Number of squares in `path`, at least 2.
   */
  uint8_t path_length;
  /**
   * The squares that the piece touches down on, the first and the last among them.
   */
  uint8_t path[PETROV_MAX_PATH];
} PetrovMove;

/**
 * A legal move and what the tables say of it.
 */
typedef struct {
  /**
   * The move.
   */
  PetrovMove played;
  /**
   * What the mover has after it, at the clocks after it. Where `played.ending` says that a clock has run
   * out it is never a win or a loss: the game is drawn, and a cursed win or a blessed loss tells what would
   * be without clocks.
   */
  PetrovOutcome outcome;
  /**
   * What the mover would have if all clocks stood at zero after it.
   */
  PetrovOutcome outcome_at_zero;
} PetrovRankedMove;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, as in `PETROV_VERSION` of the header that it came with.
 */
const char *petrov_version(void);

/**
 * Opens the tables in `folder_count` folders, the first that has a table counting.
 *
 * `rule_set` is `russian`, `russian-main-road`, `ukrainian`, `ukrainian-64`, `english` or `brazilian`.
 * `cache_bytes` is how much memory unpacked blocks may take, 0 for the default of 64 MiB. `folders` may be null if
 * there are none.
 *
 * A table is opened when it is first needed, and what was found is remembered, a missing file too: open
 * anew after adding tables. A folder that does not exist has none, so ask `petrov_largest_piece_count` whether
 * there is anything. The handle goes to `*tables`, null if there was an error; `petrov_close` frees it.
 */
PetrovStatus petrov_open(const char *const *folders,
                         size_t folder_count,
                         const char *rule_set,
                         size_t cache_bytes,
                         PetrovTables **tables);

/**
 * Closes tables. No other thread may still be asking them. Null is nothing to close.
 */
void petrov_close(PetrovTables *tables);

/**
 * The largest N such that the outcomes of every class of 2 to N pieces (of both sides together) are there: any
 * position of up to N pieces has an answer at clocks of zero. 0 if not even all of two pieces are there. Tables
 * of some classes above N are used all the same.
 *
 * Opens what it looks at; ask once and keep the number. A damaged table is an error here too.
 */
PetrovStatus petrov_largest_piece_count(const PetrovTables *tables,
                                        uint32_t *count);

/**
 * What a position is worth to the side to move with all clocks at zero, as after a capture or a crowning.
 */
PetrovStatus petrov_outcome(const PetrovTables *tables,
                            const PetrovPosition *position,
                            PetrovOutcome *outcome);

/**
 * What a position is worth to the side to move at some clocks, exactly.
 */
PetrovStatus petrov_probe(const PetrovTables *tables,
                          const PetrovPosition *position,
                          const PetrovClocks *clocks,
                          PetrovOutcome *outcome);

/**
 * What a win (of the side to move) or a loss (then of its opponent) needs: it is one at just those clocks at
 * which some need has no part larger than what is left, limit less clock. In growing `king`; none if the
 * position is neither a win nor a loss at clocks of zero.
 *
 * Writes at most `capacity` needs (`needs` may be null if that is 0), and to `*count` how many there are. If there
 * are more than fit it returns `PETROV_STATUS_BUFFER_TOO_SMALL`. Up to eight occur with five pieces, and more with more.
 */
PetrovStatus petrov_needs(const PetrovTables *tables,
                          const PetrovPosition *position,
                          PetrovNeed *needs,
                          size_t capacity,
                          size_t *count);

/**
 * All legal moves at some clocks, the best first, so that to play the first one is enough: it wins what is won
 * within the limits, whatever was played before and wherever the clocks stand, and no position is repeated; it
 * holds what is drawn and sets the opponent the hardest problem there; in what is lost it resists the longest. None
 * where the side to move has lost.
 *
 * Writes at most `capacity` moves (`moves` may be null if that is 0), and to `*count` how many there are. If
 * there are more than fit it returns `PETROV_STATUS_BUFFER_TOO_SMALL`, with the best that fit written: with a
 * capacity of 1 that is the move to play. Room for 128 is enough for all moves without a capture that eight
 * pieces have.
 *
 * Meant for the root of a search: it probes what every move leads to, with its needs, and in a drawn position what
 * every reply to it leads to.
 */
PetrovStatus petrov_ranked_moves(const PetrovTables *tables,
                                 const PetrovPosition *position,
                                 const PetrovClocks *clocks,
                                 PetrovRankedMove *moves,
                                 size_t capacity,
                                 size_t *count);

/**
 * In how many plies a position is won or lost at some clocks if both sides play the first of the ranked moves; -1
 * if it is neither. It is what that game takes, not the shortest way.
 *
 * Costly: the game is played out, with `petrov_ranked_moves` for each ply. For a person who asks or for the end of
 * a game, not for a search.
 */
PetrovStatus petrov_distance(const PetrovTables *tables,
                             const PetrovPosition *position,
                             const PetrovClocks *clocks,
                             int32_t *plies);

/**
 * All legal moves at some clocks under the rules of a handle, in no order. No table is asked: it takes up to
 * twelve pieces a side, and a handle that was opened without a folder will do. None where the side to move has lost.
 *
 * Writes as `petrov_ranked_moves` does. Room for 128 is enough unless there are captures in great number. A
 * capture that can be made along several paths is one move.
 */
PetrovStatus petrov_legal_moves(const PetrovTables *tables,
                                const PetrovPosition *position,
                                const PetrovClocks *clocks,
                                PetrovMove *moves,
                                size_t capacity,
                                size_t *count);

/**
 * What a status means, in a few words; any number may be asked. The text is never freed.
 */
const char *petrov_error_message(int32_t status);

/**
 * What went wrong in the last call on this thread that returned something else than `PETROV_STATUS_OK`, in detail:
 * the file and the block, the table that is missing and how to make it, the square. Empty if nothing did. UTF-8.
 * The text stays until the next such call on this thread, or the thread's end.
 */
const char *petrov_last_error(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PETROV_H */
