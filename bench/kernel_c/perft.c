/* The kernel's perft once more, in C: the same tables, the same steps, to measure what the Python one loses.
 * layout.h is written by bench/kernel.py from engine/search/layout.py and move_code.py: both records and all codes. */

#include "layout.h"

#define LOWEST(word) __builtin_ctzll(word)
#define MANY(word) __builtin_popcountll(word)

typedef int64_t i64;

static i64 seen(i64 word, i64 by) { return by > 0 ? word >> by : word << -by; }

static int can_capture(const tables *t, const state *s, i64 kind, i64 point) {
    i64 enemy = 1 - t->side[kind], far = t->capture_reach[kind] == LONG_LEAP;
    for (i64 rays = t->capture_rays[kind][point]; rays; rays &= rays - 1) {
        const i64 *ray = t->ray[point][LOWEST(rays)];
        i64 place = 0;
        if (far)
            while (ray[place] >= 0 && s->board[ray[place]] == EMPTY) place++;
        i64 victim = ray[place];
        if (victim >= 0 && t->side[s->board[victim]] == enemy) {
            i64 landing = ray[place + 1];
            if (landing >= 0 && s->board[landing] == EMPTY) return 1;
        }
    }
    return 0;
}

static i64 find_capturers(const tables *t, state *s, i64 side) {
    i64 many = 0;
    for (i64 word = 0; word < t->words; word++) {
        i64 enemy = s->side_points[1 - side][word], free = ~(s->side_points[0][word] | s->side_points[1][word]);
        i64 able = 0;
        for (i64 kind = 0; kind < t->kinds; kind++) {
            if (t->side[kind] != side) continue;
            if (t->capture_reach[kind] == SHORT_LEAP) {
                i64 pieces = s->kind_points[kind][word];
                if (!pieces) continue;
                for (i64 group = 0; group < t->leap_groups[kind]; group++)
                    able |= pieces & t->leap_mask[kind][group][word] & seen(enemy, t->victim_shift[kind][group]) &
                            seen(free, t->leap_shift[kind][group]);
            } else if (t->capture_reach[kind] == LONG_LEAP) {
                for (i64 pieces = s->kind_points[kind][word] & t->core[word]; pieces; pieces &= pieces - 1)
                    if (can_capture(t, s, kind, t->point[word][LOWEST(pieces)])) able |= pieces & -pieces;
            }
        }
        s->capturers[word] = able;
        many += MANY(able);
    }
    return many;
}

static void add_capture(const tables *t, state *s, i64 code, i64 last, i64 taken) {
    if (t->capture_precedence) {
        if (taken < s->longest) return;
        if (taken > s->longest) {
            s->longest = taken;
            s->move_top = s->group_move;
            s->route_top = s->group_route;
        }
    }
    code |= last << TO | taken << TAKEN;
    if (s->merge_routes)
        for (i64 move = s->group_move; move < s->move_top; move++)
            if (s->move_code[move] == code && s->move_set0[move] == s->taken[0] && s->move_set1[move] == s->taken[1])
                return;
    if (s->move_top >= MOVES || s->route_top + taken > ROUTES) {
        s->overflow = 1;
        return;
    }
    i64 move = s->move_top++;
    s->move_code[move] = code;
    s->move_set0[move] = s->taken[0];
    s->move_set1[move] = s->taken[1];
    s->move_route[move] = s->route_top;
    for (i64 landing = 1; landing <= taken; landing++) s->routes[s->route_top++] = (int8_t)s->path[landing];
}

static int extend_capture(const tables *t, state *s, i64 kind, i64 point, i64 taken, i64 code) {
    int went = 0;
    i64 enemy = 1 - t->side[kind], far = t->capture_reach[kind] == LONG_LEAP;
    i64 rays = (taken && t->single_capture[kind]) || taken >= CHAIN - 2 ? 0 : t->capture_rays[kind][point];
    for (; rays; rays &= rays - 1) {
        const i64 *ray = t->ray[point][LOWEST(rays)];
        i64 place = 0;
        if (far)
            while (ray[place] >= 0 && s->board[ray[place]] == EMPTY) place++;
        i64 victim = ray[place];
        if (victim < 0 || t->side[s->board[victim]] != enemy) continue;
        i64 landing = ray[place + 1];
        if (landing < 0 || s->board[landing] != EMPTY) continue;
        i64 was = s->board[victim], home = t->home[victim];
        s->board[victim] = t->immediate_removal ? EMPTY : DEAD;
        s->taken[home] ^= t->bit[victim][home];
        int picky = 0;
        if (far && t->must_continue[kind])
            for (i64 look = place + 1; ray[look] >= 0 && s->board[ray[look]] == EMPTY && !picky; look++)
                picky = can_capture(t, s, kind, ray[look]);
        while (landing >= 0 && s->board[landing] == EMPTY) {
            if (!picky || can_capture(t, s, kind, landing)) {
                went = 1;
                s->path[taken + 1] = landing;
                i64 then = t->promotes_in_passing[kind] ? t->becomes[kind][landing] : kind;
                extend_capture(t, s, then, landing, taken + 1, code);
            }
            if (!far) break;
            place++;
            landing = ray[place + 1];
        }
        s->taken[home] ^= t->bit[victim][home];
        s->board[victim] = was;
    }
    if (taken && !went) add_capture(t, s, code | t->becomes[kind][point] << BECOMES, point, taken);
    return went;
}

static void generate_captures(const tables *t, state *s, i64 huff) {
    s->group_move = s->move_top;
    s->group_route = s->route_top;
    s->longest = 0;
    for (i64 word = 0; word < t->words; word++)
        for (i64 able = s->capturers[word]; able; able &= able - 1) {
            i64 point = t->point[word][LOWEST(able)], kind = s->board[point];
            if (t->capture_precedence != PRECEDENCE_ALL) {
                s->group_move = s->move_top;
                s->group_route = s->route_top;
                s->longest = 0;
            }
            s->board[point] = EMPTY;
            s->taken[0] = s->taken[1] = 0;
            s->path[0] = point;
            extend_capture(t, s, kind, point, 0, point | huff << HUFF | kind << KIND);
            s->board[point] = kind;
        }
}

static void add_quiet(const tables *t, state *s, i64 code, i64 start, i64 end) {
    if (s->move_top >= MOVES) {
        s->overflow = 1;
        return;
    }
    i64 kind = s->board[start];
    s->move_code[s->move_top] = code | start | end << TO | t->becomes[kind][end] << BECOMES | kind << KIND;
    s->move_set0[s->move_top] = s->move_set1[s->move_top] = 0;
    s->move_top++;
}

static void generate_quiets(const tables *t, state *s, i64 code) {
    for (i64 kind = 0; kind < t->kinds; kind++) {
        if (t->side[kind] != s->turn || !s->kind_count[kind]) continue;
        for (i64 word = 0; word < t->words; word++) {
            i64 free = ~(s->side_points[0][word] | s->side_points[1][word]);
            if (t->slides[kind]) {
                for (i64 pieces = s->kind_points[kind][word] & t->core[word]; pieces; pieces &= pieces - 1) {
                    i64 start = t->point[word][LOWEST(pieces)];
                    for (i64 rays = t->move_rays[kind][start]; rays; rays &= rays - 1)
                        for (const i64 *end = t->ray[start][LOWEST(rays)]; *end >= 0 && s->board[*end] == EMPTY; end++)
                            add_quiet(t, s, code, start, *end);
                }
                continue;
            }
            for (i64 group = 0; group < t->step_groups[kind]; group++) {
                i64 by = t->step_shift[kind][group];
                i64 movers = s->kind_points[kind][word] & t->step_mask[kind][group][word] & seen(free, by);
                for (; movers; movers &= movers - 1)
                    add_quiet(t, s, code, t->point[word][LOWEST(movers)], t->point[word][LOWEST(movers) + by]);
            }
        }
    }
}

static void generate_drops(const tables *t, state *s, i64 kind, i64 left, i64 word, i64 free, i64 code) {
    for (;;) {
        while (!free) {
            if (++word >= t->words) return;
            free = ~(s->side_points[0][word] | s->side_points[1][word]) & t->drop_region[kind][word];
        }
        i64 bit = free & -free;
        free ^= bit;
        s->taken[word] |= bit;
        if (left > 1) {
            generate_drops(t, s, kind, left - 1, word, free, code);
        } else if (s->move_top >= MOVES) {
            s->overflow = 1;
        } else {
            i64 point = t->point[word][LOWEST(bit)];
            s->move_code[s->move_top] = code | point | point << TO;
            s->move_set0[s->move_top] = s->taken[0];
            s->move_set1[s->move_top] = s->taken[1];
            s->move_top++;
        }
        s->taken[word] ^= bit;
    }
}

static void generate_turns(const tables *t, state *s, i64 huff) {
    for (i64 place = 0; place < KINDS && t->drop_order[place] >= 0; place++) {
        i64 kind = t->drop_order[place];
        if (t->side[kind] != s->turn || s->hand[kind] <= 0) continue;
        i64 each = t->drops_per_turn[kind] < s->hand[kind] ? t->drops_per_turn[kind] : s->hand[kind];
        s->taken[0] = s->taken[1] = 0;
        i64 free = ~(s->side_points[0][0] | s->side_points[1][0]) & t->drop_region[kind][0];
        generate_drops(t, s, kind, each, 0, free, kind << KIND | kind << BECOMES | 1LL << DROPS | huff << HUFF);
        return;
    }
    i64 many = find_capturers(t, s, s->turn), code = huff << HUFF;
    if (!many) {
        generate_quiets(t, s, code);
        return;
    }
    i64 lone = s->capturers[0] ? t->point[0][LOWEST(s->capturers[0])] : t->point[1][LOWEST(s->capturers[1])];
    generate_captures(t, s, huff);
    if (t->obligation == OBLIGATION_FORCED) return;
    i64 first = s->move_top;
    generate_quiets(t, s, t->obligation == OBLIGATION_FORFEIT && many > 1 ? code | 1LL << DECLINES : code);
    if (t->obligation == OBLIGATION_FORFEIT && many == 1)
        for (i64 move = first; move < s->move_top; move++) {
            i64 start = s->move_code[move] & POINT_MASK, end = s->move_code[move] >> TO & POINT_MASK;
            s->move_code[move] |= ((start == lone ? end : lone) + 1) << FORFEIT;
        }
}

static i64 set_piece(const tables *t, state *s, i64 point, i64 kind) {
    i64 old = s->board[point], was = t->side[old], now = t->side[kind];
    for (int word = 0; word < WORDS; word++) {
        i64 bit = t->bit[point][word];
        s->side_points[was][word] ^= bit;
        s->side_points[now][word] ^= bit;
        s->kind_points[old][word] ^= bit;
        s->kind_points[kind][word] ^= bit;
    }
    s->kind_count[old]--;
    s->kind_count[kind]++;
    s->side_count[was]--;
    s->side_count[now]++;
    s->board[point] = kind;
    return old;
}

static i64 generate(const tables *t, state *s) {
    i64 first = s->move_top;
    if (!(s->pending[0] | s->pending[1])) {
        generate_turns(t, s, 0);
        return s->move_top - first;
    }
    for (i64 word = 0; word < t->words; word++)
        for (i64 pending = s->pending[word]; pending; pending &= pending - 1) {
            i64 point = t->point[word][LOWEST(pending)], kind = set_piece(t, s, point, EMPTY);
            generate_turns(t, s, point + 1);
            set_piece(t, s, point, kind);
        }
    return s->move_top - first;
}

static void change_piece(const tables *t, state *s, i64 point, i64 kind) {
    i64 old = set_piece(t, s, point, kind);
    s->change_point[s->changes] = point;
    s->change_kind[s->changes++] = old;
    s->hash ^= t->zobrist_piece[old][point] ^ t->zobrist_piece[kind][point];
    for (int phase = 0; phase < PHASES; phase++)
        s->value[phase] += t->piece_value[phase][kind][point] - t->piece_value[phase][old][point];
}

static int is_lone_king(const tables *t, const state *s, i64 sizes) {
    i64 kings[2] = {0, 0};
    for (i64 kind = 0; kind < t->kinds; kind++)
        if (t->king[kind]) kings[t->side[kind]] += s->kind_count[kind];
    if (!kings[0] || !kings[1]) return 0;
    i64 first = s->side_count[0], second = s->side_count[1];
    return (first == 1 && sizes >> second & 1) || (second == 1 && sizes >> first & 1);
}

static void make(const tables *t, state *s, i64 move) {
    i64 code = s->move_code[move], ply = s->ply, kind = code >> KIND & KIND_MASK, events = 0;
    s->undo_changes[ply] = s->changes;
    s->undo_hash[ply] = s->hash;
    s->undo_reversible[ply] = s->reversible;
    for (int word = 0; word < WORDS; word++) s->undo_pending[ply][word] = s->pending[word];
    for (int number = 0; number < NO_PROGRESS_RULES; number++)
        s->undo_no_progress[ply][number] = s->no_progress[number];
    for (int phase = 0; phase < PHASES; phase++) s->undo_value[ply][phase] = s->value[phase];
    for (int word = 0; word < WORDS; word++) {
        for (i64 pending = s->pending[word]; pending; pending &= pending - 1)
            s->hash ^= t->zobrist_pending[t->point[word][LOWEST(pending)]];
        s->pending[word] = 0;
    }
    i64 huff = code >> HUFF & POINT_MASK;
    if (huff) {
        change_piece(t, s, huff - 1, EMPTY);
        events |= EVENT_CAPTURE;
    }
    if (code >> DROPS & 1) {
        s->undo_hand[ply][kind] = s->hand[kind];
        s->hash ^= t->zobrist_hand[kind][s->hand[kind]];
        for (i64 word = 0; word < t->words; word++)
            for (i64 points = word ? s->move_set1[move] : s->move_set0[move]; points; points &= points - 1) {
                change_piece(t, s, t->point[word][LOWEST(points)], kind);
                s->hand[kind]--;
            }
        s->hash ^= t->zobrist_hand[kind][s->hand[kind]];
        events |= EVENT_DROP;
    } else {
        i64 start = code & POINT_MASK, end = code >> TO & POINT_MASK, becomes = code >> BECOMES & KIND_MASK;
        i64 forfeit = code >> FORFEIT & POINT_MASK;
        if (code >> DECLINES & 1) {
            find_capturers(t, s, s->turn);
            if (s->capturers[t->home[start]] & t->bit[start][t->home[start]]) {
                s->capturers[t->home[start]] ^= t->bit[start][t->home[start]];
                s->capturers[t->home[end]] |= t->bit[end][t->home[end]];
            }
            for (i64 word = 0; word < t->words; word++) {
                s->pending[word] = s->capturers[word];
                for (i64 pending = s->pending[word]; pending; pending &= pending - 1)
                    s->hash ^= t->zobrist_pending[t->point[word][LOWEST(pending)]];
            }
        }
        change_piece(t, s, start, EMPTY);
        if (code >> TAKEN & COUNT_MASK) {
            events |= EVENT_CAPTURE;
            for (i64 word = 0; word < t->words; word++)
                for (i64 points = word ? s->move_set1[move] : s->move_set0[move]; points; points &= points - 1)
                    change_piece(t, s, t->point[word][LOWEST(points)], EMPTY);
        }
        change_piece(t, s, end, becomes);
        if (forfeit) {
            change_piece(t, s, forfeit - 1, EMPTY);
            events |= EVENT_CAPTURE;
        }
        if (t->man[kind]) events |= EVENT_MAN_MOVE;
        if (becomes != kind) events |= EVENT_PROMOTION;
    }
    s->reversible = events & ~EVENT_MAN_MOVE || t->irreversible[kind] ? 0 : s->reversible + 1;
    for (i64 number = 0; number < t->no_progress_rules; number++) {
        i64 lone = t->rule_lone_king[number];
        if (events & t->rule_resets[number] || (lone && !is_lone_king(t, s, lone)))
            s->no_progress[number] = 0;
        else
            s->no_progress[number]++;
    }
    s->turn = 1 - s->turn;
    s->hash ^= t->zobrist_turn;
    s->keys[s->key_count++] = s->hash;
    s->ply = ply + 1;
}

static void unmake(const tables *t, state *s, i64 move) {
    i64 ply = --s->ply, code = s->move_code[move], kind = code >> KIND & KIND_MASK;
    s->key_count--;
    s->turn = 1 - s->turn;
    while (s->changes > s->undo_changes[ply]) {
        s->changes--;
        set_piece(t, s, s->change_point[s->changes], s->change_kind[s->changes]);
    }
    if (code >> DROPS & 1) s->hand[kind] = s->undo_hand[ply][kind];
    s->hash = s->undo_hash[ply];
    s->reversible = s->undo_reversible[ply];
    for (int word = 0; word < WORDS; word++) s->pending[word] = s->undo_pending[ply][word];
    for (int number = 0; number < NO_PROGRESS_RULES; number++)
        s->no_progress[number] = s->undo_no_progress[ply][number];
    for (int phase = 0; phase < PHASES; phase++) s->value[phase] = s->undo_value[ply][phase];
}

static int is_lost(const tables *t, const state *s) {
    i64 pieces[2] = {s->side_count[0], s->side_count[1]};
    for (i64 kind = 0; kind < t->kinds; kind++) pieces[t->side[kind]] += s->hand[kind];
    return !pieces[0] || !pieces[1] || (t->few_left_side >= 0 && pieces[t->few_left_side] <= t->few_left_count);
}

i64 perft(const tables *t, state *s, i64 depth, i64 bulk) {
    if (!depth) return 1;
    if (is_lost(t, s)) return 0;
    i64 first = s->move_top, first_route = s->route_top, found = generate(t, s), last = s->move_top;
    if (depth > 1 || !bulk) {
        found = 0;
        for (i64 move = first; move < last; move++) {
            make(t, s, move);
            found += perft(t, s, depth - 1, bulk);
            unmake(t, s, move);
        }
    }
    s->move_top = first;
    s->route_top = first_route;
    return found;
}
