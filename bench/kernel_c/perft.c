/* The kernel's perft once more, in C: the same tables, the same steps, to measure what the Python one loses.
 * layout.h is written by bench/kernel.py from engine/search/layout.py and move_code.py: both records and all codes. */

#include "layout.h"

#define LOWEST(word) __builtin_ctzll(word)
#define MANY(word) __builtin_popcountll(word)

typedef int64_t i64;

static i64 seen(i64 word, i64 by) { return by > 0 ? word >> by : word << -by; }

static int is_victim(const tables *t, const state *s, i64 point, i64 enemy) {
    if (point < 0 || t->side[s->board[point]] != enemy) return 0;
    if (t->stacks && !t->leapt_twice) return !(s->taken[t->home[point]] & t->bit[point][t->home[point]]);
    return 1;
}

static i64 first_victim(const tables *t, const state *s, i64 kind, const i64 *ray) {
    i64 place = 0;
    if (t->capture_reach[kind] == LONG_LEAP)
        while (ray[place] >= 0 && s->board[ray[place]] == EMPTY) place++;
    return place;
}

static i64 first_landing(const tables *t, const state *s, i64 kind, const i64 *ray, i64 first) {
    i64 enemy = 1 - t->side[kind], place = first + 1;
    if (!is_victim(t, s, ray[first], enemy)) return -1;
    if (t->odd_rows[kind]) {
        while (is_victim(t, s, ray[place], enemy)) place++;
        if (!((place - first) & 1)) return -1;
    }
    return ray[place] >= 0 && s->board[ray[place]] == EMPTY ? place : -1;
}

static int goes_back(const tables *t, i64 kind, const i64 *ray, i64 before) {
    if (!t->no_turning_back[kind] || before < 0) return 0;
    for (; *ray >= 0; ray++)
        if (*ray == before) return 1;
    return 0;
}

static int can_capture(const tables *t, const state *s, i64 kind, i64 point, i64 before) {
    for (i64 rays = t->capture_rays[kind][point]; rays; rays &= rays - 1) {
        const i64 *ray = t->ray[point][LOWEST(rays)];
        if (goes_back(t, kind, ray, before)) continue;
        if (first_landing(t, s, kind, ray, first_victim(t, s, kind, ray)) >= 0) return 1;
    }
    return 0;
}

static i64 find_capturers(const tables *t, state *s, i64 side) {
    i64 many = 0;
    for (int word = 0; word < WORDS; word++) s->taken[word] = 0;
    for (i64 word = 0; word < t->words; word++) {
        i64 enemy = s->side_points[1 - side][word], free = ~(s->side_points[0][word] | s->side_points[1][word]);
        i64 able = 0;
        for (i64 kind = 0; kind < t->kinds; kind++) {
            if (t->side[kind] != side) continue;
            if (t->capture_reach[kind] == SHORT_LEAP && !t->odd_rows[kind]) {
                i64 pieces = s->kind_points[kind][word];
                if (!pieces) continue;
                for (i64 group = 0; group < t->leap_groups[kind]; group++)
                    able |= pieces & t->leap_mask[kind][group][word] & seen(enemy, t->victim_shift[kind][group]) &
                            seen(free, t->leap_shift[kind][group]);
            } else if (t->capture_reach[kind] != NO_CAPTURE) {
                for (i64 pieces = s->kind_points[kind][word] & t->core[word]; pieces; pieces &= pieces - 1)
                    if (can_capture(t, s, kind, t->point[word][LOWEST(pieces)], -1)) able |= pieces & -pieces;
            }
        }
        s->capturers[word] = able;
        many += MANY(able);
    }
    return many;
}

static void set_move_points(state *s, i64 move) {
    for (int word = 0; word < WORDS; word++) s->move_set[move][word] = s->taken[word];
}

static int is_known(const state *s, i64 code) {
    for (i64 move = s->group_move; move < s->move_top; move++) {
        int same = s->move_code[move] == code;
        for (int word = 0; word < WORDS; word++) same &= s->move_set[move][word] == s->taken[word];
        if (same) return 1;
    }
    return 0;
}

static void add_capture(const tables *t, state *s, i64 code, i64 last, i64 leaps, i64 taken) {
    if (t->capture_precedence) {
        if (taken < s->longest) return;
        if (taken > s->longest) {
            s->longest = taken;
            s->move_top = s->group_move;
            s->route_top = s->group_route;
        }
    }
    code |= last << TO | taken << TAKEN | leaps << LEAPS;
    if (s->merge_routes && !t->leapt_twice && is_known(s, code)) return;
    if (s->move_top >= MOVES || s->route_top + leaps > ROUTES) {
        s->overflow = 1;
        return;
    }
    i64 move = s->move_top++;
    s->move_code[move] = code;
    set_move_points(s, move);
    s->move_route[move] = s->route_top;
    for (i64 landing = 1; landing <= leaps; landing++) s->routes[s->route_top++] = (int8_t)s->path[landing];
}

static i64 take_victim(const tables *t, state *s, i64 point) {
    i64 was = s->board[point], home = t->home[point];
    s->taken[home] |= t->bit[point][home];
    if (!t->immediate_removal)
        s->board[point] = DEAD;
    else if (s->below[point])
        s->below[point]--;
    else
        s->board[point] = EMPTY;
    return was;
}

static void return_victim(const tables *t, state *s, i64 point, i64 was) {
    if (t->immediate_removal && s->board[point] != EMPTY) s->below[point]++;
    s->board[point] = was;
}

static int extend_capture(const tables *t, state *s, i64 arrived, i64 point, i64 leaps, i64 taken, i64 code) {
    int went = 0;
    i64 kind = leaps && t->promotes_in_passing[arrived] ? t->becomes[arrived][point] : arrived;
    i64 rays = (leaps && t->single_capture[kind]) || leaps >= CHAIN - 2 ? 0 : t->capture_rays[kind][point];
    i64 before = leaps ? s->path[leaps - 1] : -1, far = t->capture_reach[kind] == LONG_LEAP;
    for (; rays; rays &= rays - 1) {
        const i64 *ray = t->ray[point][LOWEST(rays)];
        if (goes_back(t, kind, ray, before)) continue;
        i64 first = first_victim(t, s, kind, ray), end = first_landing(t, s, kind, ray, first), place = end;
        if (end < 0) continue;
        i64 taken_before[WORDS];
        for (int word = 0; word < WORDS; word++) taken_before[word] = s->taken[word];
        i64 row = s->row_top;
        for (i64 each = first; each < end; each++) s->row_kind[s->row_top++] = take_victim(t, s, ray[each]);
        int demanding = 0;
        if (far && t->must_continue[kind])
            for (i64 look = place; ray[look] >= 0 && s->board[ray[look]] == EMPTY && !demanding; look++)
                demanding = can_capture(t, s, kind, ray[look], point);
        for (i64 landing; (landing = ray[place]) >= 0 && s->board[landing] == EMPTY; place++) {
            if (!demanding || can_capture(t, s, kind, landing, point)) {
                went = 1;
                s->path[leaps + 1] = landing;
                extend_capture(t, s, kind, landing, leaps + 1, taken + end - first, code);
            }
            if (!far) break;
        }
        for (i64 each = end; each-- > first;) return_victim(t, s, ray[each], s->row_kind[--s->row_top]);
        s->row_top = row;
        for (int word = 0; word < WORDS; word++) s->taken[word] = taken_before[word];
    }
    if (leaps && (!went || t->may_stop[kind]))
        add_capture(t, s, code | t->becomes[arrived][point] << BECOMES, point, leaps, taken);
    return went;
}

static void keep_kings(const tables *t, state *s, i64 first) {
    i64 kept = first;
    for (i64 move = first; move < s->move_top; move++)
        if (t->king[s->move_code[move] >> KIND & KIND_MASK]) {
            s->move_code[kept] = s->move_code[move];
            s->move_route[kept] = s->move_route[move];
            for (int word = 0; word < WORDS; word++) s->move_set[kept][word] = s->move_set[move][word];
            kept++;
        }
    if (kept > first) s->move_top = kept;
}

static void generate_captures(const tables *t, state *s, i64 huff) {
    i64 start = s->move_top;
    s->group_move = s->move_top;
    s->group_route = s->route_top;
    s->longest = 0;
    s->row_top = 0;
    for (i64 word = 0; word < t->words; word++)
        for (i64 able = s->capturers[word]; able; able &= able - 1) {
            i64 point = t->point[word][LOWEST(able)], kind = s->board[point], below = s->below[point];
            if (t->capture_precedence != PRECEDENCE_ALL) {
                s->group_move = s->move_top;
                s->group_route = s->route_top;
                s->longest = 0;
            }
            if (below)
                s->below[point] = below - 1;
            else
                s->board[point] = EMPTY;
            for (int each = 0; each < WORDS; each++) s->taken[each] = 0;
            s->path[0] = point;
            extend_capture(t, s, kind, point, 0, 0, point | huff << HUFF | kind << KIND);
            s->board[point] = kind;
            s->below[point] = below;
        }
    if (t->king_first) keep_kings(t, s, start);
}

static void add_quiet(const tables *t, state *s, i64 code, i64 start, i64 end) {
    if (s->move_top >= MOVES) {
        s->overflow = 1;
        return;
    }
    i64 kind = s->board[start];
    s->move_code[s->move_top] = code | start | end << TO | t->becomes[kind][end] << BECOMES | kind << KIND;
    for (int word = 0; word < WORDS; word++) s->move_set[s->move_top][word] = 0;
    s->move_top++;
}

static void generate_slides(const tables *t, state *s, i64 code, i64 kind, i64 word) {
    for (i64 pieces = s->kind_points[kind][word] & t->core[word]; pieces; pieces &= pieces - 1) {
        i64 start = t->point[word][LOWEST(pieces)];
        for (i64 rays = t->move_rays[kind][start]; rays; rays &= rays - 1) {
            const i64 *end = t->ray[start][LOWEST(rays)];
            for (; *end >= 0 && s->board[*end] == EMPTY; end++) add_quiet(t, s, code, start, *end);
            if (*end >= 0 && s->board[*end] == kind && t->rejoin[kind][t->home[*end]] & t->bit[*end][t->home[*end]])
                add_quiet(t, s, code, start, *end);
        }
    }
}

static void generate_quiets(const tables *t, state *s, i64 code) {
    for (i64 kind = 0; kind < t->kinds; kind++) {
        if (t->side[kind] != s->turn || !s->kind_count[kind]) continue;
        for (i64 word = 0; word < t->words; word++) {
            if (t->slides[kind]) {
                generate_slides(t, s, code, kind, word);
                continue;
            }
            i64 free = ~(s->side_points[0][word] | s->side_points[1][word]);
            free |= s->kind_points[kind][word] & t->rejoin[kind][word];
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
            set_move_points(s, s->move_top);
            s->move_top++;
        }
        s->taken[word] ^= bit;
    }
}

static void add_opening(state *s, i64 start, i64 end) {
    if (s->move_top >= MOVES) {
        s->overflow = 1;
        return;
    }
    i64 kind = s->board[start];
    s->move_code[s->move_top] = 1LL << OPENS | start | end << TO | kind << KIND | kind << BECOMES;
    set_move_points(s, s->move_top);
    s->move_top++;
}

static void add_openings(const tables *t, state *s, i64 removed) {
    add_opening(s, removed, removed);
    if (!t->opening_relocates) return;
    for (i64 start = 0; start < t->points; start++) {
        if (t->side[s->board[start]] != s->turn) continue;
        for (i64 end = 0; end < t->points; end++) {
            i64 home = t->home[end], gone = (s->taken[home] & t->bit[end][home]) && !s->below[end];
            if (s->board[end] == EMPTY || gone) add_opening(s, start, end);
        }
    }
}

static void generate_openings(const tables *t, state *s, i64 left, i64 word, i64 enemies) {
    for (;;) {
        while (!enemies) {
            if (++word >= t->words) return;
            enemies = s->side_points[1 - s->turn][word] & t->core[word];
        }
        i64 bit = enemies & -enemies;
        enemies ^= bit;
        s->taken[word] |= bit;
        if (left > 1)
            generate_openings(t, s, left - 1, word, enemies);
        else
            add_openings(t, s, t->point[word][LOWEST(bit)]);
        s->taken[word] ^= bit;
    }
}

static void generate_turns(const tables *t, state *s, i64 huff) {
    for (i64 place = 0; place < KINDS && t->drop_order[place] >= 0; place++) {
        i64 kind = t->drop_order[place];
        if (t->side[kind] != s->turn || s->hand[kind] <= 0) continue;
        i64 each = t->drops_per_turn[kind] < s->hand[kind] ? t->drops_per_turn[kind] : s->hand[kind];
        for (int word = 0; word < WORDS; word++) s->taken[word] = 0;
        i64 free = ~(s->side_points[0][0] | s->side_points[1][0]) & t->drop_region[kind][0];
        generate_drops(t, s, kind, each, 0, free, kind << KIND | kind << BECOMES | 1LL << DROPS | huff << HUFF);
        return;
    }
    i64 many = find_capturers(t, s, s->turn), code = huff << HUFF, word = 0;
    if (!many) {
        generate_quiets(t, s, code);
        return;
    }
    while (!s->capturers[word]) word++;
    i64 lone = t->point[word][LOWEST(s->capturers[word])];
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

static i64 set_below(const tables *t, state *s, i64 point, i64 below) {
    i64 old = s->below[point], kind = s->board[point];
    s->kind_count[kind] += below - old;
    s->side_count[t->side[kind]] += below - old;
    s->stacked += below - old;
    s->below[point] = below;
    return old;
}

static i64 has_pending(const state *s) {
    i64 found = 0;
    for (int word = 0; word < WORDS; word++) found |= s->pending[word];
    return found;
}

static i64 generate(const tables *t, state *s) {
    i64 first = s->move_top;
    if (s->opening) {
        for (int word = 0; word < WORDS; word++) s->taken[word] = 0;
        generate_openings(t, s, s->opening, 0, s->side_points[1 - s->turn][0] & t->core[0]);
        return s->move_top - first;
    }
    if (!has_pending(s)) {
        generate_turns(t, s, 0);
        return s->move_top - first;
    }
    for (i64 word = 0; word < t->words; word++)
        for (i64 pending = s->pending[word]; pending; pending &= pending - 1) {
            i64 point = t->point[word][LOWEST(pending)], kind = s->board[point], below = s->below[point];
            if (below)
                set_below(t, s, point, below - 1);
            else
                set_piece(t, s, point, EMPTY);
            generate_turns(t, s, point + 1);
            if (below)
                set_below(t, s, point, below);
            else
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

static void change_below(const tables *t, state *s, i64 point, i64 below) {
    i64 kind = s->board[point], old = set_below(t, s, point, below);
    s->change_point[s->changes] = point;
    s->change_kind[s->changes++] = -1 - old;
    s->hash ^= t->zobrist_below[old][point] ^ t->zobrist_below[below][point];
    for (int phase = 0; phase < PHASES; phase++) s->value[phase] += t->piece_value[phase][kind][point] * (below - old);
}

static void lift_piece(const tables *t, state *s, i64 point) {
    if (s->below[point])
        change_below(t, s, point, s->below[point] - 1);
    else
        change_piece(t, s, point, EMPTY);
}

static void put_piece(const tables *t, state *s, i64 point, i64 kind) {
    if (s->board[point] == kind)
        change_below(t, s, point, s->below[point] + 1);
    else
        change_piece(t, s, point, kind);
}

static void lift_set(const tables *t, state *s, i64 move) {
    for (i64 word = 0; word < t->words; word++)
        for (i64 points = s->move_set[move][word]; points; points &= points - 1)
            lift_piece(t, s, t->point[word][LOWEST(points)]);
}

static void lift_route(const tables *t, state *s, i64 move) {
    i64 code = s->move_code[move], start = code & POINT_MASK, first = s->move_route[move];
    for (i64 leap = 0; leap < (code >> LEAPS & COUNT_MASK); leap++) {
        i64 end = s->routes[first + leap], found = 0;
        for (int way = 0; way < RAYS && !found; way++) {
            const i64 *ray = t->ray[start][way];
            i64 place = 0;
            while (ray[place] >= 0 && ray[place] != end) place++;
            found = ray[place] == end;
            for (i64 each = 0; found && each < place; each++)
                if (s->board[ray[each]] != EMPTY) lift_piece(t, s, ray[each]);
        }
        start = end;
    }
}

static int crown_few(const tables *t, state *s) {
    int found = 0;
    for (i64 side = 0; side < 2; side++) {
        i64 pieces = s->side_count[side];
        for (i64 kind = 0; kind < t->kinds; kind++)
            if (t->side[kind] == side) pieces += s->hand[kind];
        if (pieces > t->crowned_when) continue;
        for (i64 kind = 0; kind < t->kinds; kind++) {
            if (t->side[kind] != side || t->crowned[kind] == kind || !s->kind_count[kind]) continue;
            found = 1;
            for (i64 word = 0; word < t->words; word++)
                for (i64 men = s->kind_points[kind][word] & t->core[word]; men; men &= men - 1) {
                    i64 point = t->point[word][LOWEST(men)], below = s->below[point];
                    if (below) change_below(t, s, point, 0);
                    change_piece(t, s, point, t->crowned[kind]);
                    if (below) change_below(t, s, point, below);
                }
        }
    }
    return found;
}

static int is_lone_king(const tables *t, const state *s, i64 sizes) {
    i64 kings[2] = {0, 0};
    for (i64 kind = 0; kind < t->kinds; kind++)
        if (t->king[kind]) kings[t->side[kind]] += s->kind_count[kind];
    if (!kings[0] || !kings[1]) return 0;
    i64 first = s->side_count[0], second = s->side_count[1];
    return (first == 1 && sizes >> second & 1) || (second == 1 && sizes >> first & 1);
}

static i64 standing_rules(const tables *t, const state *s) {
    if (!t->rules_with_material || s->side_count[0] + s->side_count[1] > MATERIAL_PIECES) return t->rules_anywhere;
    i64 kings[2] = {0, 0};
    for (i64 kind = 0; kind < t->kinds; kind++)
        if (t->king[kind]) kings[t->side[kind]] += s->kind_count[kind];
    i64 others[2] = {s->side_count[0] - kings[0], s->side_count[1] - kings[1]};
    return t->rules_anywhere | t->material_rules[kings[0]][others[0]][kings[1]][others[1]];
}

static i64 roads_held(const tables *t, const state *s) {
    i64 held = 0;
    for (i64 number = 0; number < t->no_progress_rules; number++) {
        i64 road = 0, on[2] = {0, 0};
        for (i64 word = 0; word < t->words; word++) {
            i64 points = t->rule_road[number][word] & t->core[word];
            road |= points;
            for (int side = 0; side < 2; side++) on[side] += __builtin_popcountll(points & s->side_points[side][word]);
        }
        int alone = (on[0] == 1 && s->side_count[0] == 1) || (on[1] == 1 && s->side_count[1] == 1);
        if (!road || (alone && on[0] + on[1] == 1)) held |= (i64)1 << number;
    }
    return held;
}

static i64 move_piece(const tables *t, state *s, i64 move, i64 kind) {
    i64 code = s->move_code[move], events = 0, start = code & POINT_MASK, end = code >> TO & POINT_MASK;
    i64 becomes = code >> BECOMES & KIND_MASK, forfeit = code >> FORFEIT & POINT_MASK;
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
    lift_piece(t, s, start);
    if (code >> TAKEN & COUNT_MASK) {
        events |= EVENT_CAPTURE;
        if (t->leapt_twice)
            lift_route(t, s, move);
        else
            lift_set(t, s, move);
    }
    put_piece(t, s, end, becomes);
    if (forfeit) {
        lift_piece(t, s, forfeit - 1);
        events |= EVENT_CAPTURE;
    }
    if (t->man[kind]) events |= EVENT_MAN_MOVE;
    if (becomes != kind) events |= EVENT_PROMOTION;
    return events;
}

static void make(const tables *t, state *s, i64 move) {
    i64 code = s->move_code[move], ply = s->ply, kind = code >> KIND & KIND_MASK, events = 0;
    i64 stood = standing_rules(t, s), held = t->roads ? roads_held(t, s) : 0;
    s->undo_changes[ply] = s->changes;
    s->undo_hash[ply] = s->hash;
    s->undo_reversible[ply] = s->reversible;
    s->undo_opening[ply] = s->opening;
    for (int word = 0; word < WORDS; word++) s->undo_pending[ply][word] = s->pending[word];
    for (int number = 0; number < NO_PROGRESS_RULES; number++)
        s->undo_no_progress[ply][number] = s->no_progress[number];
    for (int phase = 0; phase < PHASES; phase++) s->undo_value[ply][phase] = s->value[phase];
    if (has_pending(s))
        for (i64 word = 0; word < t->words; word++) {
            for (i64 pending = s->pending[word]; pending; pending &= pending - 1)
                s->hash ^= t->zobrist_pending[t->point[word][LOWEST(pending)]];
            s->pending[word] = 0;
        }
    i64 huff = code >> HUFF & POINT_MASK;
    if (huff) {
        lift_piece(t, s, huff - 1);
        events |= EVENT_CAPTURE;
    }
    if (code >> OPENS & 1) {
        i64 start = code & POINT_MASK, end = code >> TO & POINT_MASK;
        lift_set(t, s, move);
        if (start != end) {
            lift_piece(t, s, start);
            put_piece(t, s, end, kind);
        }
        s->hash ^= t->zobrist_opening;
        s->opening = 0;
        events |= EVENT_CAPTURE;
    } else if (code >> DROPS & 1) {
        s->undo_hand[ply][kind] = s->hand[kind];
        s->hash ^= t->zobrist_hand[kind][s->hand[kind]];
        for (i64 word = 0; word < t->words; word++)
            for (i64 points = s->move_set[move][word]; points; points &= points - 1) {
                change_piece(t, s, t->point[word][LOWEST(points)], kind);
                s->hand[kind]--;
            }
        s->hash ^= t->zobrist_hand[kind][s->hand[kind]];
        events |= EVENT_DROP;
    } else {
        events |= move_piece(t, s, move, kind);
    }
    if (t->crowned_when && crown_few(t, s)) events |= EVENT_PROMOTION;
    s->reversible = events & ~EVENT_MAN_MOVE || t->irreversible[kind] ? 0 : s->reversible + 1;
    i64 both = stood & standing_rules(t, s), held_on = t->roads ? held & roads_held(t, s) : both;
    for (i64 number = 0; number < t->no_progress_rules; number++) {
        if (events & t->rule_resets[number] || !(both >> number & 1))
            s->no_progress[number] = 0;
        else if (held_on >> number & 1)
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
        i64 was = s->change_kind[s->changes];
        if (was < 0)
            set_below(t, s, s->change_point[s->changes], -1 - was);
        else
            set_piece(t, s, s->change_point[s->changes], was);
    }
    if (code >> DROPS & 1) s->hand[kind] = s->undo_hand[ply][kind];
    s->hash = s->undo_hash[ply];
    s->reversible = s->undo_reversible[ply];
    s->opening = s->undo_opening[ply];
    for (int word = 0; word < WORDS; word++) s->pending[word] = s->undo_pending[ply][word];
    for (int number = 0; number < NO_PROGRESS_RULES; number++)
        s->no_progress[number] = s->undo_no_progress[ply][number];
    for (int phase = 0; phase < PHASES; phase++) s->value[phase] = s->undo_value[ply][phase];
}

static int is_over(const tables *t, const state *s) {
    i64 pieces[2] = {s->side_count[0], s->side_count[1]}, hands[2] = {0, 0};
    for (i64 kind = 0; kind < t->kinds; kind++) {
        pieces[t->side[kind]] += s->hand[kind];
        hands[t->side[kind]] += s->hand[kind];
    }
    if (!pieces[0] || !pieces[1] || (t->few_left_side >= 0 && pieces[t->few_left_side] <= t->few_left_count)) return 1;
    if (t->drawn_lone_king && is_lone_king(t, s, t->drawn_lone_king)) return 1;
    return t->hand_used_up >= 0 && !hands[t->hand_used_up];
}

i64 perft(const tables *t, state *s, i64 depth, i64 bulk) {
    if (!depth) return 1;
    if (is_over(t, s)) return 0;
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
