/* The kernel's perft once more, in C: the same tables, the same steps, to measure what the Python one loses.
 * layout.h is written by bench/kernel.py from engine/search/layout.py; it has both records and their sizes. */

#include "layout.h"

enum { TO = 7, TAKEN = 14, BECOMES = 20, HUFF = 23, FORFEIT = 30, DECLINES = 37, DROPS = 38, KIND = 39 };
enum { POINT = 127, FEW = 63, CAPTURE = 1, PROMOTION = 2, DROP = 4, MAN_MOVE = 8 };

#define LOWEST(word) __builtin_ctzll(word)
#define MANY(word) __builtin_popcountll(word)

typedef int64_t i64;

static i64 seen(i64 word, i64 by) { return by > 0 ? word >> by : word << -by; }

static int has_hop(const tables *t, const state *s, i64 kind, i64 point) {
    i64 enemy = 1 - t->side[kind], far = t->takes[kind] == 2;
    for (i64 rays = t->take_rays[kind][point]; rays; rays &= rays - 1) {
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

static i64 find_able(const tables *t, state *s, i64 side) {
    i64 many = 0;
    for (i64 word = 0; word < t->words; word++) {
        i64 enemy = s->own[1 - side][word], free = ~(s->own[0][word] | s->own[1][word]), able = 0;
        for (i64 kind = 0; kind < t->kinds; kind++) {
            if (t->side[kind] != side) continue;
            if (t->takes[kind] == 1) {
                i64 pieces = s->of[kind][word];
                if (!pieces) continue;
                for (i64 group = 0; group < t->leaps[kind]; group++)
                    able |= pieces & t->leap_from[kind][group][word] & seen(enemy, t->leap_over[kind][group]) &
                            seen(free, t->leap_by[kind][group]);
            } else if (t->takes[kind] == 2) {
                for (i64 pieces = s->of[kind][word] & t->area[word]; pieces; pieces &= pieces - 1)
                    if (has_hop(t, s, kind, t->point[word][LOWEST(pieces)])) able |= pieces & -pieces;
            }
        }
        s->able[word] = able;
        many += MANY(able);
    }
    return many;
}

static void emit(const tables *t, state *s, i64 code, i64 last, i64 taken) {
    if (t->choice) {
        if (taken < s->longest) return;
        if (taken > s->longest) {
            s->longest = taken;
            s->top = s->first;
            s->routes_top = s->first_route;
        }
    }
    code |= last << TO | taken << TAKEN;
    if (s->merge)
        for (i64 move = s->first; move < s->top; move++)
            if (s->code[move] == code && s->set0[move] == s->taken[0] && s->set1[move] == s->taken[1]) return;
    if (s->top >= MOVES || s->routes_top + taken > ROUTES) {
        s->overflow = 1;
        return;
    }
    i64 move = s->top++;
    s->code[move] = code;
    s->set0[move] = s->taken[0];
    s->set1[move] = s->taken[1];
    s->route[move] = s->routes_top;
    for (i64 landing = 1; landing <= taken; landing++) s->routes[s->routes_top++] = (int8_t)s->path[landing];
}

static int chain(const tables *t, state *s, i64 kind, i64 point, i64 taken, i64 code) {
    int went = 0;
    i64 enemy = 1 - t->side[kind], far = t->takes[kind] == 2;
    i64 rays = (taken && t->single[kind]) || taken >= CHAIN - 2 ? 0 : t->take_rays[kind][point];
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
        s->board[victim] = t->at_once ? EMPTY : DEAD;
        s->taken[home] ^= t->bit[victim][home];
        int picky = 0;
        if (far && t->must_go_on[kind])
            for (i64 look = place + 1; ray[look] >= 0 && s->board[ray[look]] == EMPTY && !picky; look++)
                picky = has_hop(t, s, kind, ray[look]);
        while (landing >= 0 && s->board[landing] == EMPTY) {
            if (!picky || has_hop(t, s, kind, landing)) {
                went = 1;
                s->path[taken + 1] = landing;
                chain(t, s, t->in_passing[kind] ? t->becomes[kind][landing] : kind, landing, taken + 1, code);
            }
            if (!far) break;
            place++;
            landing = ray[place + 1];
        }
        s->taken[home] ^= t->bit[victim][home];
        s->board[victim] = was;
    }
    if (taken && !went) emit(t, s, code | t->becomes[kind][point] << BECOMES, point, taken);
    return went;
}

static void captures(const tables *t, state *s, i64 huff) {
    s->first = s->top;
    s->first_route = s->routes_top;
    s->longest = 0;
    for (i64 word = 0; word < t->words; word++)
        for (i64 able = s->able[word]; able; able &= able - 1) {
            i64 point = t->point[word][LOWEST(able)], kind = s->board[point];
            if (t->choice != 2) {
                s->first = s->top;
                s->first_route = s->routes_top;
                s->longest = 0;
            }
            s->board[point] = EMPTY;
            s->taken[0] = s->taken[1] = 0;
            s->path[0] = point;
            chain(t, s, kind, point, 0, point | huff << HUFF | kind << KIND);
            s->board[point] = kind;
        }
}

static void quiet(const tables *t, state *s, i64 code, i64 start, i64 end) {
    if (s->top >= MOVES) {
        s->overflow = 1;
        return;
    }
    i64 kind = s->board[start];
    s->code[s->top] = code | start | end << TO | t->becomes[kind][end] << BECOMES | kind << KIND;
    s->set0[s->top] = s->set1[s->top] = 0;
    s->top++;
}

static void quiets(const tables *t, state *s, i64 code) {
    for (i64 kind = 0; kind < t->kinds; kind++) {
        if (t->side[kind] != s->turn || !s->count[kind]) continue;
        for (i64 word = 0; word < t->words; word++) {
            i64 free = ~(s->own[0][word] | s->own[1][word]);
            if (t->far_move[kind]) {
                for (i64 pieces = s->of[kind][word] & t->area[word]; pieces; pieces &= pieces - 1) {
                    i64 start = t->point[word][LOWEST(pieces)];
                    for (i64 rays = t->move_rays[kind][start]; rays; rays &= rays - 1)
                        for (const i64 *end = t->ray[start][LOWEST(rays)]; *end >= 0 && s->board[*end] == EMPTY; end++)
                            quiet(t, s, code, start, *end);
                }
                continue;
            }
            for (i64 group = 0; group < t->steps[kind]; group++) {
                i64 by = t->step_by[kind][group];
                i64 movers = s->of[kind][word] & t->step_from[kind][group][word] & seen(free, by);
                for (; movers; movers &= movers - 1)
                    quiet(t, s, code, t->point[word][LOWEST(movers)], t->point[word][LOWEST(movers) + by]);
            }
        }
    }
}

static void drops(const tables *t, state *s, i64 kind, i64 left, i64 word, i64 free, i64 code) {
    for (;;) {
        while (!free) {
            if (++word >= t->words) return;
            free = ~(s->own[0][word] | s->own[1][word]) & t->drop_area[kind][word];
        }
        i64 bit = free & -free;
        free ^= bit;
        s->taken[word] |= bit;
        if (left > 1) {
            drops(t, s, kind, left - 1, word, free, code);
        } else if (s->top >= MOVES) {
            s->overflow = 1;
        } else {
            i64 point = t->point[word][LOWEST(bit)];
            s->code[s->top] = code | point | point << TO;
            s->set0[s->top] = s->taken[0];
            s->set1[s->top] = s->taken[1];
            s->top++;
        }
        s->taken[word] ^= bit;
    }
}

static void turns(const tables *t, state *s, i64 huff) {
    for (i64 place = 0; place < KINDS && t->drop_order[place] >= 0; place++) {
        i64 kind = t->drop_order[place];
        if (t->side[kind] != s->turn || s->hand[kind] <= 0) continue;
        i64 each = t->drop_each[kind] < s->hand[kind] ? t->drop_each[kind] : s->hand[kind];
        s->taken[0] = s->taken[1] = 0;
        i64 free = ~(s->own[0][0] | s->own[1][0]) & t->drop_area[kind][0];
        drops(t, s, kind, each, 0, free, kind << KIND | kind << BECOMES | 1LL << DROPS | huff << HUFF);
        return;
    }
    i64 many = find_able(t, s, s->turn), code = huff << HUFF;
    if (!many) {
        quiets(t, s, code);
        return;
    }
    i64 lone = s->able[0] ? t->point[0][LOWEST(s->able[0])] : t->point[1][LOWEST(s->able[1])];
    captures(t, s, huff);
    if (t->obligation == 1) return;
    i64 first = s->top;
    quiets(t, s, t->obligation == 2 && many > 1 ? code | 1LL << DECLINES : code);
    if (t->obligation == 2 && many == 1)
        for (i64 move = first; move < s->top; move++) {
            i64 start = s->code[move] & POINT, end = s->code[move] >> TO & POINT;
            s->code[move] |= ((start == lone ? end : lone) + 1) << FORFEIT;
        }
}

static i64 put(const tables *t, state *s, i64 point, i64 kind) {
    i64 old = s->board[point], was = t->side[old], now = t->side[kind];
    for (int word = 0; word < WORDS; word++) {
        i64 bit = t->bit[point][word];
        s->own[was][word] ^= bit;
        s->own[now][word] ^= bit;
        s->of[old][word] ^= bit;
        s->of[kind][word] ^= bit;
    }
    s->count[old]--;
    s->count[kind]++;
    s->total[was]--;
    s->total[now]++;
    s->board[point] = kind;
    return old;
}

static i64 generate(const tables *t, state *s) {
    i64 first = s->top;
    if (!(s->pending[0] | s->pending[1])) {
        turns(t, s, 0);
        return s->top - first;
    }
    for (i64 word = 0; word < t->words; word++)
        for (i64 pending = s->pending[word]; pending; pending &= pending - 1) {
            i64 point = t->point[word][LOWEST(pending)], kind = put(t, s, point, EMPTY);
            turns(t, s, point + 1);
            put(t, s, point, kind);
        }
    return s->top - first;
}

static void change(const tables *t, state *s, i64 point, i64 kind) {
    i64 old = put(t, s, point, kind);
    s->change_point[s->changes] = point;
    s->change_kind[s->changes++] = old;
    s->hash ^= t->key_piece[old][point] ^ t->key_piece[kind][point];
    for (int phase = 0; phase < PHASES; phase++)
        s->value[phase] += t->piece_value[phase][kind][point] - t->piece_value[phase][old][point];
}

static int is_lone_king(const tables *t, const state *s, i64 sizes) {
    i64 kings[2] = {0, 0};
    for (i64 kind = 0; kind < t->kinds; kind++)
        if (t->king[kind]) kings[t->side[kind]] += s->count[kind];
    if (!kings[0] || !kings[1]) return 0;
    return (s->total[0] == 1 && sizes >> s->total[1] & 1) || (s->total[1] == 1 && sizes >> s->total[0] & 1);
}

static void make(const tables *t, state *s, i64 move) {
    i64 code = s->code[move], ply = s->ply, kind = code >> KIND & 7, events = 0;
    s->was_changes[ply] = s->changes;
    s->was_hash[ply] = s->hash;
    s->was_still[ply] = s->still;
    for (int word = 0; word < WORDS; word++) s->was_pending[ply][word] = s->pending[word];
    for (int number = 0; number < COUNTDOWNS; number++) s->was_counts[ply][number] = s->counts[number];
    for (int phase = 0; phase < PHASES; phase++) s->was_value[ply][phase] = s->value[phase];
    for (int word = 0; word < WORDS; word++) {
        for (i64 pending = s->pending[word]; pending; pending &= pending - 1)
            s->hash ^= t->key_pending[t->point[word][LOWEST(pending)]];
        s->pending[word] = 0;
    }
    i64 huff = code >> HUFF & POINT;
    if (huff) {
        change(t, s, huff - 1, EMPTY);
        events |= CAPTURE;
    }
    if (code >> DROPS & 1) {
        s->was_hand[ply][kind] = s->hand[kind];
        s->hash ^= t->key_hand[kind][s->hand[kind]];
        for (i64 word = 0; word < t->words; word++)
            for (i64 points = word ? s->set1[move] : s->set0[move]; points; points &= points - 1) {
                change(t, s, t->point[word][LOWEST(points)], kind);
                s->hand[kind]--;
            }
        s->hash ^= t->key_hand[kind][s->hand[kind]];
        events |= DROP;
    } else {
        i64 start = code & POINT, end = code >> TO & POINT, becomes = code >> BECOMES & 7;
        i64 forfeit = code >> FORFEIT & POINT;
        if (code >> DECLINES & 1) {
            find_able(t, s, s->turn);
            if (s->able[t->home[start]] & t->bit[start][t->home[start]]) {
                s->able[t->home[start]] ^= t->bit[start][t->home[start]];
                s->able[t->home[end]] |= t->bit[end][t->home[end]];
            }
            for (i64 word = 0; word < t->words; word++) {
                s->pending[word] = s->able[word];
                for (i64 pending = s->pending[word]; pending; pending &= pending - 1)
                    s->hash ^= t->key_pending[t->point[word][LOWEST(pending)]];
            }
        }
        change(t, s, start, EMPTY);
        if (code >> TAKEN & FEW) {
            events |= CAPTURE;
            for (i64 word = 0; word < t->words; word++)
                for (i64 points = word ? s->set1[move] : s->set0[move]; points; points &= points - 1)
                    change(t, s, t->point[word][LOWEST(points)], EMPTY);
        }
        change(t, s, end, becomes);
        if (forfeit) {
            change(t, s, forfeit - 1, EMPTY);
            events |= CAPTURE;
        }
        if (t->man[kind]) events |= MAN_MOVE;
        if (becomes != kind) events |= PROMOTION;
    }
    s->still = events & ~MAN_MOVE || t->one_way[kind] ? 0 : s->still + 1;
    for (i64 number = 0; number < t->no_progress_rules; number++) {
        i64 lone = t->count_lone[number];
        if (events & t->count_resets[number] || (lone && !is_lone_king(t, s, lone)))
            s->counts[number] = 0;
        else
            s->counts[number]++;
    }
    s->turn = 1 - s->turn;
    s->hash ^= t->key_turn;
    s->keys[s->nkeys++] = s->hash;
    s->ply = ply + 1;
}

static void unmake(const tables *t, state *s, i64 move) {
    i64 ply = --s->ply, code = s->code[move], kind = code >> KIND & 7;
    s->nkeys--;
    s->turn = 1 - s->turn;
    while (s->changes > s->was_changes[ply]) {
        s->changes--;
        put(t, s, s->change_point[s->changes], s->change_kind[s->changes]);
    }
    if (code >> DROPS & 1) s->hand[kind] = s->was_hand[ply][kind];
    s->hash = s->was_hash[ply];
    s->still = s->was_still[ply];
    for (int word = 0; word < WORDS; word++) s->pending[word] = s->was_pending[ply][word];
    for (int number = 0; number < COUNTDOWNS; number++) s->counts[number] = s->was_counts[ply][number];
    for (int phase = 0; phase < PHASES; phase++) s->value[phase] = s->was_value[ply][phase];
}

i64 perft(const tables *t, state *s, i64 depth, i64 bulk) {
    if (!depth) return 1;
    i64 first = s->top, first_route = s->routes_top, found = generate(t, s), last = s->top;
    if (depth > 1 || !bulk) {
        found = 0;
        for (i64 move = first; move < last; move++) {
            make(t, s, move);
            found += perft(t, s, depth - 1, bulk);
            unmake(t, s, move);
        }
    }
    s->top = first;
    s->routes_top = first_route;
    return found;
}
