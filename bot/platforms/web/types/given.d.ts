// Made by `make page-types` of what stands in bot/platforms/web. A change belongs there.

/** Somebody sits in the window. `secret` is new; `match` is the one that they wish to see first. */
export interface SeatedFrame {
  type: "seated";
  id: string;
  name: string;
  build: string;
  language: string | null;
  theme: string | null;
  secret: string | null;
  match: string;
}

/** Somebody without a name looks on. */
export interface VisitingFrame {
  type: "visiting";
  build: string;
}

/** Nobody is there, and what was sent takes a name. */
export interface StrangerFrame {
  type: "stranger";
}

/** The sentence that says why somebody cannot come in. */
export interface RefusedFrame {
  type: "refused";
  text: string;
}

/** The data of who was here has been deleted. */
export interface ErasedFrame {
  type: "erased";
  text: string;
}

/** The devices of somebody, and their code for another one: who has given it, and how many seconds are left. */
export interface DevicesSentFrame {
  type: "devices";
  code: string;
  seconds: number;
  giver: string;
  devices: DeviceShown[];
}

/** A device of a person: its browser and system with a slash between, empty for the first, and when they were last there, in milliseconds since 1970. `here`: it is this one. */
export interface DeviceShown {
  id: string;
  browser: string;
  seen: number;
  here: boolean;
}

/** The state of a code that was given on this page: `secret` is that of `name`, once they have said yes. */
export interface TicketSentFrame {
  type: "ticket";
  state: "waits" | "no" | "yes" | "over";
  ticket: string;
  name: string;
  secret: string;
}

/** The sentence that says why a code is not taken. */
export interface RefusedCodeFrame {
  type: "refused_code";
  event: string;
  text: string;
}

/** An address as squares for a camera: so many wide and high with their margin, and the outline of the dark ones. */
export interface QrSentFrame {
  type: "qr";
  address: string;
  size: number;
  path: string;
}

/** The session of an activity is not known any more: the page is to come with a new code. */
export interface AgainFrame {
  type: "again";
}

/** The server is there. */
export interface PongFrame {
  type: "pong";
}

/** The end of a wish with this `event`; the match that it began, or why it was not done. */
export interface DoneFrame {
  type: "done";
  event: string;
  done: boolean;
  match: string;
  text: string;
}

/** A passing word; of a setting that was refused also the `event`. */
export interface ToastFrame {
  type: "toast";
  text: string;
  event: string;
}

/** The sentence that says why a name cannot be had. */
export interface RefusedNameFrame {
  type: "refused_name";
  event: string;
  text: string;
}

/** The sentence that says why a key does not open the management of the common room. */
export interface RefusedKeyFrame {
  type: "refused_key";
  event: string;
  text: string;
}

/** Messages of a room that are new or have changed; `all` that are shown, in place of those that stood there. */
export interface MessagesFrame {
  type: "messages";
  room: string;
  messages: (SaidShown | CardShown)[];
  all: boolean;
}

/** A line that somebody has said. */
export interface SaidShown {
  id: string;
  room: string;
  seq: number;
  changed: number;
  private: boolean;
  deleted: boolean;
  picture: string;
  kind: "said";
  author: string;
  text: string;
}

/** A card; `code` is text that is shown as it is, `match` the one that the card is about. */
export interface CardShown {
  id: string;
  room: string;
  seq: number;
  changed: number;
  private: boolean;
  deleted: boolean;
  picture: string;
  kind: "board" | "answer";
  title: string;
  text: string;
  code: string;
  links: (LinkShown | MomentShown)[];
  alt: string;
  size: [number, number] | null;
  rows: (MenuShown | ButtonsShown)[];
  file: FileShown | null;
  match: string;
  movable: boolean;
  touch?: TouchShown;
  field?: FieldShown;
  graph?: MatchGraph;
  hint?: BoardHint;
}

/** Words of a text that lead to a message. */
export interface LinkShown {
  words: string;
  room: string;
  message: string;
}

/** Words of a text that tell a moment. */
export interface MomentShown {
  words: string;
  moment: string;
  style: string;
}

/** A menu of a message. */
export interface MenuShown {
  kind: "menu";
  payload: string;
  prompt: string;
  options: OptionShown[];
}

/** A line of a menu. */
export interface OptionShown {
  label: string;
  value: string;
  detail: string;
  chosen: boolean;
}

/** A row of buttons of a message. */
export interface ButtonsShown {
  kind: "buttons";
  buttons: (ButtonShown | InviteShown)[];
}

/** A button that is pressed by its `payload`. */
export interface ButtonShown {
  label: string;
  payload: string;
  style: string;
  disabled: boolean;
  name?: string;
  piece?: string;
}

/** A button by which a `link` is copied together with `words`. */
export interface InviteShown {
  label: string;
  link: string;
  words: string;
  style: string;
  disabled: boolean;
}

/** A file: a picture has its `address` and its `size`, any other one its `text`. */
export interface FileShown {
  name: string;
  address?: string;
  size?: [number, number];
  text?: string;
}

/** The board of a panel, with the names that a live board has. */
export interface TouchShown {
  payload: string;
  ruleset: string;
  ply: number;
  bottom: number;
  turn: number;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  pieces: Record<string, PieceShown>;
  sides: [string, string];
  last: Move | null;
  steps: Node[] | null;
  ask: string;
  puts: string[];
  marks: [number, number][];
}

/** The side and the name of a kind of piece. */
export interface PieceShown {
  side: number;
  name: string;
}

/** One whole turn, by points. */
export interface Move {
  path: number[];
  captured: number[];
  drops: number[];
  huff: number | null;
  forfeit: number | null;
  removed: number[];
}

export type Node = [ends: boolean, count: number, steps: Step[]];

export type Step = [point: number, node: number, takes?: number[], price?: number[], vacated?: boolean];

/** A text that a message asks for: it is sent as the value of its `payload`. */
export interface FieldShown {
  payload: string;
  label: string;
  value: string;
  most: number;
  send: string;
}

/** The course of a match: the first side's chance to win in percent, in each position from the beginning on, and the best play from there. */
export interface MatchGraph {
  code: string;
  caption: string;
  chances: number[];
  marks: TurnMark[];
  lines: BestLine[];
}

/** A move that turned a match, the one after `ply` moves: `told` in a sentence, and the `way` of a better one. */
export interface TurnMark {
  ply: number;
  told: string;
  way: number[];
}

/** The best play from a position of a match: the first turns as people read them, and the `way` of the first one. */
export interface BestLine {
  told: string;
  way: number[];
}

/** A hint on the board of a match after so many moves: rings round points, and the way of a move. */
export interface BoardHint {
  code: string;
  ply: number;
  rings: number[];
  way: number[];
}

/** Completions of a typed line. */
export interface SuggestionsFrame {
  type: "suggestions";
  line: string;
  suggestions: SuggestionShown[];
}

/** A completion of a typed line: what it is called, and the whole line. */
export interface SuggestionShown {
  label: string;
  line: string;
}

/** A call to one's turn, with the `message` that shows the board, if any does. */
export interface TurnCallFrame {
  type: "turn";
  text: string;
  message: string;
}

/** The names of those who are in the room. */
export interface PeopleFrame {
  type: "people";
  people: string[];
}

/** The number of windows in which somebody looks on at a match. */
export interface OnlookersFrame {
  type: "onlookers";
  code: string;
  count: number;
}

/** The matches of a person, and those that they may join or watch. */
export interface LobbyListsFrame {
  mine: ListedMatch[];
  invitations: ListedMatch[];
  watched: ListedMatch[];
  today: TodaysPuzzle | null;
  mistake: MistakeToTry | null;
  ladder: boolean;
  type: "lobby";
}

/** A match in a list: its code, the key and the name of its game, against whom, and how it stands. */
export interface ListedMatch {
  code: string;
  game: string;
  players: string;
  state: string;
  waits: boolean;
  left: number | null;
  ruleset: string;
  ply: number;
  bottom: number;
  cells: string;
  stacks: [number, number][];
  last: Move | null;
}

/** The puzzle of today: its game, what is to be reached, and how many have solved it, empty where nobody counts. */
export interface TodaysPuzzle {
  game: string;
  goal: string;
  solved: string;
  ruleset: string;
  ply: number;
  bottom: number;
  cells: string;
  stacks: [number, number][];
  last: Move | null;
}

/** A turn of a person's own that turned a match, to be tried again: a sentence, and the words that lead there. */
export interface MistakeToTry {
  text: string;
  label: string;
}

/** Finished matches of a person behind the first `skipped`. */
export interface FinishedMatchesFrame {
  matches: ListedMatch[];
  next: number | null;
  type: "finished";
  skipped: number;
}

/** The page of a person. */
export interface PersonPageFrame {
  name: string;
  own: boolean;
  numbers: [string, string][];
  ratings: RatingShown[];
  note: string;
  scores: ScoreShown[];
  none: string;
  badges: BadgeShown[];
  more: string;
  matches: ListedMatch[];
  met: ScoreShown[];
  followed: boolean | null;
  type: "person";
  who: string;
}

/** A rating in words under its `label`, and what it was after each of the last matches, where that is told. */
export interface RatingShown {
  label: string;
  text: string;
  course: number[];
}

/** A score under its `label`, and in words; `who` is the key of the page of whom it is against, if there is. */
export interface ScoreShown {
  label: string;
  told: string;
  won: number;
  drawn: number;
  lost: number;
  who: string;
}

/** A badge, with what stands on it: the level of the computer that was beaten and its name, or the shield of a ladder; in which game, and when. */
export interface BadgeShown {
  mark: string;
  name: string;
  game: string;
  day: string;
}

/** The sentence that says why there is no page of a person. */
export interface NoPersonFrame {
  type: "person";
  who: string;
  text: string;
}

/** Name and settings of who sits here. `manages` the common room? None where there is none. */
export interface PreferencesFrame {
  name: string;
  spoken: string;
  settings: Setting[];
  theme: string;
  type: "me";
  manages: boolean | null;
}

/** One setting in the reader's language: its `prompt` stands above its `choices`. */
export interface Setting {
  name: string;
  group: string;
  tab: string;
  prompt: string;
  chosen: string | null;
  choices: [string, string][];
  note: string;
  open: boolean;
}

/** The sentence that says why a piece cannot go a way, and the points that it names. */
export interface WhyNotFrame {
  code: string;
  text: string;
  points: number[];
  reason: string;
  type: "why_not";
}

/** The sentence that says why a match is not shown, or is shown no more. */
export interface NoBoardFrame {
  type: "no_board";
  code: string;
  text: string;
}

/** All positions of a match. */
export interface PastFrame {
  code: string;
  positions: PastPosition[];
  type: "past";
}

/** A match as it stood after some of its moves: what is seen of it, and nothing to touch. */
export interface PastPosition {
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  last: Move | null;
}

/** A match after turns that somebody tries out; the fields are those of `ExploredPosition`. */
export interface ExploredFrame {
  code: string;
  ply: number;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  last: Move | null;
  turn: number;
  steps: Node[] | null;
  ask: string;
  puts: string[];
  type: "explored";
  moves: string[];
  turns: [number, string][];
}

/** A position that somebody sets up; the fields are those of `EditedPosition`. */
export interface EditedFrame {
  type: "edited";
  event: string;
  ruleset: string;
  game: string;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  turn: number;
  opening: boolean;
  text: string;
  problem: string;
  pieces: Record<string, PieceShown>;
  sides: [string, string];
  tall: [string, number, number][];
  most: [string, number][];
  opens: string;
}

/** A match some moves ahead; the fields are those of `AheadPosition`. */
export interface AheadFrame {
  code: string;
  ply: number;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  last: Move | null;
  turn: number;
  steps: Node[] | null;
  ask: string;
  puts: string[];
  type: "ahead";
  answers: boolean;
  planned: string;
  confirm: string;
  give_up: string;
}

/** The turns that somebody who waits may plan; the fields are those of `PremovePosition`. */
export interface PremoveFrame {
  code: string;
  ply: number;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  last: Move | null;
  turn: number;
  steps: Node[] | null;
  ask: string;
  puts: string[];
  type: "premove";
  points: number[];
  planned: string;
  give_up: string;
  lapsed: string;
}

/** A live board; the fields are those of `LiveBoard`, moments in milliseconds since 1970. */
export interface BoardFrame {
  type: "board";
  code: string;
  version: number;
  now: number;
  ply: number;
  status: string;
  days: boolean;
  ruleset: string;
  game: string;
  inviting: boolean;
  mine: number[];
  bottom: number;
  turn: number;
  theme: string;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  pieces: Record<string, PieceShown>;
  names: [string, string];
  people: [string, string];
  sides: [string, string];
  levels: [number | null, number | null];
  taken: [number, number];
  last: Move | null;
  steps: Node[] | null;
  ask: string;
  puts: string[];
  title: string;
  facts: string;
  text: string;
  links: (LinkShown | MomentShown)[];
  actions: ActionShown[];
  talk: string;
  shared: SharedShown | null;
  offer: string;
  lapses: number | null;
  clock: ClockShown | null;
  ready: ReadyShown | null;
  moves: string[];
  turns: [number, string][];
  first: number;
  arrival: string;
  moved: string;
  awaits: string[];
  result: string;
  stamp: string;
  winner: number | null;
  rematch: string;
}

/** A button beside a live board; the fields are those of `BoardAction`. */
export interface ActionShown {
  kind: string;
  place: string;
  label: string;
  style: string;
  disabled: boolean;
  explained: string;
  choice: string;
}

/** The marks of those who consult on the board: one's own, and those of the others; and the `line` that one shows, as the choice of its button. */
export interface SharedShown {
  mine: [number, number][];
  others: [number, number][];
  line: string;
}

/** The times of both sides as they are at the `now` of the board. */
export interface ClockShown {
  live: boolean;
  runs: number | null;
  sides: SeatTimeShown[];
}

/** The time of a seat, in milliseconds, and where it runs out the words that tell when. */
export interface SeatTimeShown {
  move: number;
  bank: number;
  state: string;
  until: MomentShown | null;
}

/** The terms that both are to be ready for; the button of one who has not said so. */
export interface ReadyShown {
  terms: string;
  button: ActionShown | null;
}

export type SentFrame =
  | SeatedFrame
  | VisitingFrame
  | StrangerFrame
  | RefusedFrame
  | ErasedFrame
  | DevicesSentFrame
  | TicketSentFrame
  | RefusedCodeFrame
  | QrSentFrame
  | AgainFrame
  | PongFrame
  | DoneFrame
  | ToastFrame
  | RefusedNameFrame
  | RefusedKeyFrame
  | MessagesFrame
  | SuggestionsFrame
  | TurnCallFrame
  | PeopleFrame
  | OnlookersFrame
  | LobbyListsFrame
  | FinishedMatchesFrame
  | PersonPageFrame
  | NoPersonFrame
  | PreferencesFrame
  | WhyNotFrame
  | NoBoardFrame
  | PastFrame
  | ExploredFrame
  | EditedFrame
  | AheadFrame
  | PremoveFrame
  | BoardFrame;

/** Somebody gives a name, and joins. */
export interface SitFrame {
  type: "sit";
  name: string;
  language?: string;
  room?: string;
  quiet?: boolean;
}

/** Somebody comes back by their secret; `since` is the last change they have seen. */
export interface HelloFrame {
  type: "hello";
  secret: string;
  room?: string;
  since?: number;
  quiet?: boolean;
}

/** Somebody looks on without a name. */
export interface VisitFrame {
  type: "visit";
  language?: string;
  room?: string;
  since?: number;
  quiet?: boolean;
}

/** Somebody has opened the page inside a chat, which says so in signed `data`; with the key of their session. */
export interface LaunchFrame {
  type: "launch";
  data: string;
  key?: string;
  language?: string;
  room?: string;
  since?: number;
  quiet?: boolean;
}

/** Somebody leaves the page inside a chat: their launch lets nobody in any more. */
export interface LeaveFrame {
  type: "leave";
}

/** The page asks whether it is heard. */
export interface PingFrame {
  type: "ping";
}

/** The page shows a match from now on, of which it has a version, and what was said beside it until `since`. */
export interface WatchFrame {
  type: "watch";
  code: string;
  version?: number;
  since?: number;
}

/** The page shows a match no more. */
export interface UnwatchFrame {
  type: "unwatch";
  code: string;
}

/** Somebody begins to look at a match as it stood before: at any of its positions. */
export interface LookFrame {
  type: "look";
  code: string;
}

/** The page shows the lobby; also from now on, if it stays open. */
export interface LobbyFrame {
  type: "lobby";
  open?: boolean;
}

/** The page shows the finished matches of its person, after so many. */
export interface FinishedFrame {
  type: "finished";
  skipped?: number;
}

/** The page shows what is told of a person: by their name in the room, or by the id at a seat; empty for oneself. */
export interface PersonFrame {
  type: "person";
  who: string;
  follow?: boolean | null;
}

/** A typed line, in answer to the message `reply`, beside the match `code`. */
export interface SayFrame {
  event?: string;
  type: "say";
  text: string;
  reply?: string;
  code?: string;
}

/** A button or menu of a message. */
export interface PressFrame {
  event?: string;
  type: "press";
  payload: string;
  values?: string[];
  message?: string;
}

/** A line that is being typed. */
export interface CompleteFrame {
  event?: string;
  type: "complete";
  line: string;
}

/** A message is to be taken away that only this person sees. */
export interface DismissFrame {
  event?: string;
  type: "dismiss";
  message: string;
}

/** A turn by the points touched on a live board; `price`: although it costs a piece. */
export interface TurnFrame {
  event?: string;
  type: "turn";
  code: string;
  ply?: number;
  picks?: number[];
  price?: boolean;
}

/** A way that was touched on a live board, and that no piece can go. */
export interface WhyFrame {
  event?: string;
  type: "why";
  code: string;
  ply?: number;
  way?: number[];
}

/** A player who waits looks at a match after turns that they expect, by the points touched for each. */
export interface PlanFrame {
  event?: string;
  type: "plan";
  code: string;
  ply?: number;
  turns?: number[][];
  drop?: boolean;
  premove?: boolean;
  guess?: boolean;
}

/** All that somebody has drawn on a board for those with whom they share a side. */
export interface DrawFrame {
  type: "draw";
  code: string;
  ply?: number;
  marks?: [number, number][];
}

/** The turns that somebody has tried out from the present position on, for those with whom they share a side. */
export interface ShowLineFrame {
  type: "show_line";
  code: string;
  ply?: number;
  turns?: number[][];
}

/** Somebody tries out turns for either side from a position of a match, by the points touched for each. */
export interface ExploreFrame {
  event?: string;
  type: "explore";
  code: string;
  ply?: number;
  turns?: number[][];
}

/** Somebody sets up a position of a game: by a `text`, or by what stands on the board, or as at the start. */
export interface EditFrame {
  event?: string;
  type: "edit";
  game: string;
  text?: string;
  cells?: string;
  stacks?: [number, number][];
  hands?: [string, number][];
  turn?: number;
  opening?: boolean;
}

/** A button beside a live board. */
export interface WishFrame {
  event?: string;
  type: "wish";
  code: string;
  kind: string;
  choice?: string;
  ply?: number;
  label?: string;
  kept?: boolean;
}

/** A match is begun by its game; its board stands in the common room, or in one's own corner. */
export interface BeginFrame {
  event?: string;
  pace?: string;
  watched?: boolean;
  mirror?: boolean;
  bid?: string;
  our_number?: boolean;
  type: "begin";
  game?: string;
  opponent?: string;
  level?: string;
  side?: string;
  corner?: boolean;
  code?: string;
  ply?: number;
  start?: string;
}

/** Somebody looks at their settings. */
export interface MeFrame {
  event?: string;
  type: "me";
}

/** Somebody changes a setting. */
export interface PreferFrame {
  event?: string;
  type: "prefer";
  field: string;
  value: string;
}

/** Somebody takes another name. */
export interface RenameFrame {
  event?: string;
  type: "rename";
  name: string;
}

/** Somebody enters the key of the common room. */
export interface ManageFrame {
  event?: string;
  type: "manage";
  key: string;
}

/** Somebody looks at their devices; `fresh`: they want a code for another one. */
export interface DevicesFrame {
  event?: string;
  type: "devices";
  fresh?: boolean;
}

/** Somebody says whether the device that has given their code is theirs. */
export interface AllowFrame {
  event?: string;
  type: "allow";
  agrees: boolean;
}

/** Somebody signs out of one of their devices. */
export interface SignOutFrame {
  event?: string;
  type: "sign_out";
  device: string;
}

/** Somebody gives a code, to be here who they are on another device. */
export interface CodeFrame {
  event?: string;
  type: "code";
  code: string;
}

/** Somebody who has given a code asks what is said to it. */
export interface TicketFrame {
  event?: string;
  type: "ticket";
  ticket: string;
}

/** Somebody wants to show an address to a camera. */
export interface QrFrame {
  event?: string;
  type: "qr";
  address: string;
}

export type PageFrame =
  | SitFrame
  | HelloFrame
  | VisitFrame
  | LaunchFrame
  | LeaveFrame
  | PingFrame
  | WatchFrame
  | UnwatchFrame
  | LookFrame
  | LobbyFrame
  | FinishedFrame
  | PersonFrame
  | SayFrame
  | PressFrame
  | CompleteFrame
  | DismissFrame
  | TurnFrame
  | WhyFrame
  | PlanFrame
  | DrawFrame
  | ShowLineFrame
  | ExploreFrame
  | EditFrame
  | WishFrame
  | BeginFrame
  | MeFrame
  | PreferFrame
  | RenameFrame
  | ManageFrame
  | DevicesFrame
  | AllowFrame
  | SignOutFrame
  | CodeFrame
  | TicketFrame
  | QrFrame;

export type EventFrame =
  | SayFrame
  | PressFrame
  | CompleteFrame
  | DismissFrame
  | TurnFrame
  | WhyFrame
  | PlanFrame
  | ExploreFrame
  | EditFrame
  | WishFrame
  | BeginFrame
  | MeFrame
  | PreferFrame
  | RenameFrame
  | ManageFrame
  | DevicesFrame
  | AllowFrame
  | SignOutFrame
  | CodeFrame
  | TicketFrame
  | QrFrame;

export type Texts = {
  language: string;
  welcome: string;
  explain: string;
  you_title: string;
  nowhere: string;
  pages: string;
  name: string;
  sit: string;
  again: string;
  send: string;
  people: string;
  here: string;
  private: string;
  dismiss: string;
  reply: string;
  cancel: string;
  log: string;
  copied: string;
  turn: string;
  board: string;
  about: string;
  me: string;
  over: string;
  invited: string;
  close: string;
  close_page: string;
  answers: string;
  say: string;
  write_here: string;
  why: string;
  nothing_said: string;
  no_moves: string;
  first_position: string;
  pencil: string;
  alone: string;
  all_again: string;
  ask_before: string;
  play_now: string;
  both_sides: string;
  games: string;
  choose: string;
  against: string;
  level: string;
  pace: string;
  play: string;
  rules: string;
  more: string;
  slow_line: string;
  next: string;
  easy: string;
  first_games: string;
  find_game: string;
  none_found: string;
  my_matches: string;
  finished: string;
  none_finished: string;
  open_seats: string;
  to_watch: string;
  talk: string;
  lobby: string;
  puzzles: string;
  learn: string;
  today: string;
  begin: string;
  with_friend: string;
  morning: string;
  afternoon: string;
  evening: string;
  go_on: string;
  all_of_them: string;
  fewer: string;
  ladder: string;
  stacked: string;
  kept_games: string;
  todays_puzzle: string;
  solve: string;
  explain_title: string;
  explain_how: string;
  your_turn: string;
  next_board: string;
  send_link: string;
  copy: string;
  onlookers: string;
  show_film: string;
  open_board: string;
  moves: string;
  parts: string;
  newer: string;
  back: string;
  earlier: string;
  later: string;
  now: string;
  flip: string;
  before: string;
  match_log: string;
  taken_back: string;
  resign_ask: string;
  resign_yes: string;
  resign_no: string;
  hint: string;
  play_on: string;
  offline: string;
  free: string;
  movable: string;
  target: string;
  way: string;
  in_hand: string;
  taken: string;
  typed: string;
  no_match: string;
  ask_piece: string;
  ask_goes: string;
  ask_where: string;
  ask_way: string;
  ask_on: string;
  ask_off: string;
  nobody_yet: string;
  no_drop: string;
  ask_elsewhere: string;
  ask_leave: string;
  price_yes: string;
  not_kept: string;
  kept_broken: string;
  not_loaded: string;
  not_your_turn: string;
  settings: string;
  latest: string;
  change: string;
  device_sound: string;
  clock_bank: string;
  clock_then: string;
  clock_in_bank: string;
  seconds_left: string;
  price_one: string;
  price_several: string;
  other_here: string;
  tab_same: string;
  write: string;
  write_short: string;
  answering: string;
  empty: string;
  rooms: string;
  practice: string;
  common: string;
  why_name: string;
  look_on: string;
  me_stranger: string;
  give_name: string;
  tab_other: string;
  common_room: string;
  manages: string;
  room_key: string;
  enter_key: string;
  room_key_note: string;
  data_delete: string;
  data_file: string;
  data_kept: string;
  device_title: string;
  follow_person: string;
  followed: string;
  groups: string;
  my_data: string;
  nowhere_why: string;
  preview: string;
  preview_note: string;
  stop_person: string;
  suggestions: string;
  variants: string;
  edit_title: string;
  set_how: string;
  play_from: string;
  analyse_it: string;
  kinds: string;
  eraser: string;
  to_move: string;
  in_hand_of: string;
  set_empty: string;
  set_start: string;
  position_text: string;
  text_copied: string;
  what_next: string;
  share_link: string;
  best_arrows: string;
  own_line: string;
  your_line: string;
  for_you_alone: string;
  to_match: string;
  show_team: string;
  hide_line: string;
  for_my_team: string;
  no_script: string;
  device_stranger: string;
  device_scan: string;
  device_qr: string;
  device_type: string;
  device_say: string;
  device_time: string;
  device_again: string;
  device_over: string;
  device_asks: string;
  device_asks_note: string;
  device_yes: string;
  device_no: string;
  device_added: string;
  device_refused: string;
  devices: string;
  device_first: string;
  device_here: string;
  device_seen: string;
  device_is: string;
  device_unknown: string;
  sign_out: string;
  you_note: string;
  you_code: string;
  you_give: string;
  you_waits: string;
  you_no: string;
  you_over: string;
  you_done: string;
  old_browser: string;
  by_computer: string;
  by_friend: string;
  by_anybody: string;
  by_myself: string;
  own_level: string;
  your_side: string;
  either_side: string;
  for_me: string;
  my_mistakes: string;
  all_games: string;
  your_name: string;
  sounds_on: string;
  sounds_off: string;
  data_state: string;
  ratings: string;
  course: string;
  results: string;
  badges: string;
  most_met: string;
  against_you: string;
  renamed: string;
  this_device: string;
  device_ask: string;
  ask_never: string;
  ask_days: string;
  ask_always: string;
  device_hand: string;
  device_once: string;
  hand_touch: string;
  hand_drag: string;
  hand_both: string;
  device_coordinates: string;
  device_notify: string;
  install: string;
  notify_refused: string;
  notify_missing: string;
};

export type Elements = {
  opener: HTMLElementTagNameMap["button"];
  onward: HTMLElementTagNameMap["a"];
  tabs: HTMLElementTagNameMap["ul"];
  offline: HTMLElementTagNameMap["p"];
  screen: HTMLElementTagNameMap["div"];
  toast: HTMLElementTagNameMap["p"];
  door: HTMLElementTagNameMap["dialog"];
  sit: HTMLElementTagNameMap["form"];
  "door-title": HTMLElementTagNameMap["h2"];
  refused: HTMLElementTagNameMap["p"];
  name: HTMLElementTagNameMap["input"];
  "door-sit": HTMLElementTagNameMap["button"];
  again: HTMLElementTagNameMap["div"];
  "door-you": HTMLElementTagNameMap["a"];
  "door-close": HTMLElementTagNameMap["button"];
  "lobby-screen": HTMLElementTagNameMap["template"];
  explain: HTMLElementTagNameMap["section"];
  greeting: HTMLElementTagNameMap["h1"];
  ladder: HTMLElementTagNameMap["button"];
  people: HTMLElementTagNameMap["span"];
  log: HTMLElementTagNameMap["ol"];
  mistake: HTMLElementTagNameMap["p"];
  desk: HTMLElementTagNameMap["div"];
  mine: HTMLElementTagNameMap["section"];
  today: HTMLElementTagNameMap["section"];
  watched: HTMLElementTagNameMap["section"];
  invitations: HTMLElementTagNameMap["section"];
  families: HTMLElementTagNameMap["div"];
  search: HTMLElementTagNameMap["form"];
  find: HTMLElementTagNameMap["input"];
  none: HTMLElementTagNameMap["p"];
  games: HTMLElementTagNameMap["div"];
  finished: HTMLElementTagNameMap["details"];
  "none-finished": HTMLElementTagNameMap["p"];
  "match-screen": HTMLElementTagNameMap["template"];
  arrival: HTMLElementTagNameMap["h1"];
  spoken: HTMLElementTagNameMap["div"];
  resigning: HTMLElementTagNameMap["dialog"];
  "resign-ask": HTMLElementTagNameMap["h2"];
  "resign-yes": HTMLElementTagNameMap["button"];
  "resign-no": HTMLElementTagNameMap["button"];
  missing: HTMLElementTagNameMap["section"];
  "missing-text": HTMLElementTagNameMap["p"];
  "missing-sit": HTMLElementTagNameMap["button"];
  "seat-above": HTMLElementTagNameMap["div"];
  board: HTMLElementTagNameMap["papan-board"];
  end: HTMLElementTagNameMap["div"];
  invited: HTMLElementTagNameMap["div"];
  invite: HTMLElementTagNameMap["div"];
  link: HTMLElementTagNameMap["input"];
  "copy-link": HTMLElementTagNameMap["button"];
  "seat-below": HTMLElementTagNameMap["div"];
  "time-left": HTMLElementTagNameMap["p"];
  ask: HTMLElementTagNameMap["p"];
  agreed: HTMLElementTagNameMap["p"];
  offered: HTMLElementTagNameMap["div"];
  proposal: HTMLElementTagNameMap["div"];
  "not-yet": HTMLElementTagNameMap["button"];
  "play-it": HTMLElementTagNameMap["button"];
  "all-again": HTMLElementTagNameMap["button"];
  first: HTMLElementTagNameMap["button"];
  earlier: HTMLElementTagNameMap["button"];
  slider: HTMLElementTagNameMap["input"];
  later: HTMLElementTagNameMap["button"];
  now: HTMLElementTagNameMap["button"];
  actions: HTMLElementTagNameMap["div"];
  more: HTMLElementTagNameMap["div"];
  answers: HTMLElementTagNameMap["ol"];
  "moves-title": HTMLElementTagNameMap["h2"];
  flip: HTMLElementTagNameMap["button"];
  pencil: HTMLElementTagNameMap["button"];
  sound: HTMLElementTagNameMap["button"];
  alone: HTMLElementTagNameMap["button"];
  moves: HTMLElementTagNameMap["ol"];
  "typed-move": HTMLElementTagNameMap["details"];
  typing: HTMLElementTagNameMap["form"];
  typed: HTMLElementTagNameMap["input"];
  "said-title": HTMLElementTagNameMap["h2"];
  saying: HTMLElementTagNameMap["form"];
  said: HTMLElementTagNameMap["input"];
  title: HTMLElementTagNameMap["h2"];
  words: HTMLElementTagNameMap["p"];
  about: HTMLElementTagNameMap["p"];
  unread: HTMLElementTagNameMap["b"];
  "talk-screen": HTMLElementTagNameMap["template"];
  empty: HTMLElementTagNameMap["p"];
  composer: HTMLElementTagNameMap["form"];
  answering: HTMLElementTagNameMap["p"];
  "answering-text": HTMLElementTagNameMap["span"];
  "answering-cancel": HTMLElementTagNameMap["button"];
  suggestions: HTMLElementTagNameMap["ul"];
  line: HTMLElementTagNameMap["input"];
  "game-screen": HTMLElementTagNameMap["template"];
  "no-game": HTMLElementTagNameMap["div"];
  "no-game-text": HTMLElementTagNameMap["p"];
  game: HTMLElementTagNameMap["article"];
  "game-start": HTMLElementTagNameMap["papan-board"];
  "game-name": HTMLElementTagNameMap["h1"];
  "game-easy": HTMLElementTagNameMap["p"];
  "game-summary": HTMLElementTagNameMap["p"];
  "game-begin": HTMLElementTagNameMap["div"];
  "game-rules": HTMLElementTagNameMap["div"];
  "game-variants": HTMLElementTagNameMap["section"];
  "game-sources-title": HTMLElementTagNameMap["summary"];
  "game-sources": HTMLElementTagNameMap["div"];
  "nowhere-screen": HTMLElementTagNameMap["template"];
  "person-screen": HTMLElementTagNameMap["template"];
  "person-face": HTMLElementTagNameMap["span"];
  "person-name": HTMLElementTagNameMap["h1"];
  "person-text": HTMLElementTagNameMap["p"];
  "person-ways": HTMLElementTagNameMap["p"];
  "person-sit": HTMLElementTagNameMap["button"];
  "person-kept": HTMLElementTagNameMap["button"];
  "person-device": HTMLElementTagNameMap["a"];
  "person-you": HTMLElementTagNameMap["a"];
  "person-follows": HTMLElementTagNameMap["p"];
  "person-follow": HTMLElementTagNameMap["button"];
  "person-followed": HTMLElementTagNameMap["small"];
  "person-numbers": HTMLElementTagNameMap["dl"];
  "person-badges": HTMLElementTagNameMap["div"];
  "person-parts": HTMLElementTagNameMap["div"];
  "settings-screen": HTMLElementTagNameMap["template"];
  "me-stranger": HTMLElementTagNameMap["div"];
  "me-sit": HTMLElementTagNameMap["button"];
  "me-groups": HTMLElementTagNameMap["nav"];
  "me-options": HTMLElementTagNameMap["section"];
  "me-group": HTMLElementTagNameMap["h2"];
  "me-settings": HTMLElementTagNameMap["div"];
  "me-device": HTMLElementTagNameMap["div"];
  "me-notify": HTMLElementTagNameMap["p"];
  "me-naming": HTMLElementTagNameMap["form"];
  "me-name": HTMLElementTagNameMap["input"];
  "me-refused": HTMLElementTagNameMap["p"];
  "me-whose": HTMLElementTagNameMap["p"];
  "me-other": HTMLElementTagNameMap["button"];
  "me-again": HTMLElementTagNameMap["button"];
  "me-managing": HTMLElementTagNameMap["form"];
  "me-preview": HTMLElementTagNameMap["aside"];
  "me-board": HTMLElementTagNameMap["papan-board"];
};

/** A game as it is offered: its key, its name and what it is about, the name of its family. */
export interface GameCard {
  key: string;
  name: string;
  summary: string;
  family: string;
  first: boolean;
  easy: boolean;
  taught: boolean;
  words: string;
}

/** All about a game, in the language of the reader; `sources` are the texts that its rules are taken from. */
export interface GamePage {
  key: string;
  name: string;
  summary: string;
  likeness: string;
  family: string;
  easy: boolean;
  sections: GameSection[];
  sources: GameSection;
  variants: GameVariant[];
  pictures: ShownPosition[];
  refusals: RuleCard[];
  pieces: PieceName[];
  sides: [string, string];
  levels: string[];
  paces: [string, string][];
  terms: GameTerm[];
}

/** A part of a game's rules: its key, its title, and its sentences. */
export interface GameSection {
  key: string;
  title: string;
  lines: string[];
}

/** The same game by other rules: its key, its name and how it differs. */
export interface GameVariant {
  key: string;
  name: string;
  difference: string;
}

/** A position in the rules of a game, to be seen and not touched; `caption` says what it shows, `alt` all of it. */
export interface ShownPosition {
  section: string;
  caption: string;
  alt: string;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  turn: number;
  last: Move | null;
  advice: [number, number][];
  forbidden: [number, number][];
}

/** The rule behind a `reason` for which a move is refused, in sentences, with an example. */
export interface RuleCard {
  reason: string;
  title: string;
  lines: string[];
  picture: ShownPosition;
}

/** A kind of piece: its letter, its side, and its name in the reader's language. */
export interface PieceName {
  letter: string;
  side: number;
  name: string;
}

/** A term of a match that the sheet of a game asks for, by its `name` in the frame that begins a match. */
export interface GameTerm {
  name: string;
  label: string;
  options: [string, string][];
  usual: boolean | null;
  paces: string[];
  beside_none: string[];
  alone: boolean;
}

/** The measures of a live board: its size, its points' middles by point, the radius of a piece and the edge of the square in which its picture stands. */
export interface Measures {
  width: number;
  height: number;
  radius: number;
  piece: number;
  points: [number, number][];
  names: string[];
  neighbours: number[][];
}
