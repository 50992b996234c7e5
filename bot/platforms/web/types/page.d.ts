// What the modules of the page hand to each other.
import type {
  ActionShown,
  BoardFrame,
  CardShown,
  GameCard,
  GamePage,
  Elements,
  LobbyListsFrame,
  Move,
  Node,
  PieceName,
  PieceShown,
  RefusedFrame,
  SeatedFrame,
  SentFrame,
  VisitingFrame,
} from "./given";
import type { App } from "../static/main.js";
import type { PapanBoard } from "../static/board/papan-board.js";
import type { Fetched as Explore } from "../static/parts/explore.js";
import type { Fetched as Graph } from "../static/parts/graph.js";
import type { Fetched as Hint } from "../static/parts/hint.js";
import type { Fetched as Invitation } from "../static/parts/invitation.js";
import type { Fetched as Next } from "../static/parts/next.js";
import type { Fetched as Plan } from "../static/parts/plan.js";
import type { Fetched as Premove } from "../static/parts/premove.js";
import type { Fetched as Resign } from "../static/parts/resign.js";
import type { Fetched as Rules } from "../static/parts/rules.js";

/** Where one is on the page: the name of a screen, and what it shows. */
export interface Address {
  name: string;
  key: string;
}

/** What stands below the head of the page. `seen` is the latest change of what is said there. */
export interface Screen {
  root: HTMLElement;
  title: string;
  code?: string;
  seen?: number;
  scrolled?: number;
  shown(): void;
  hidden(): void;
  seated(frame: SeatedFrame | VisitingFrame): void;
  heard(frame: SentFrame): void;
  know?(): void;
  arrived?(): void;
  press?(action: Pressed): void;
}

export type ScreenClass = new (app: App, key: string, name: string, isBack: boolean) => Screen;

/** What the connection tells, and asks for. */
export interface Page {
  room(): { room: string; since: number; quiet: boolean };
  readonly isHurried: boolean;
  seated(frame: SeatedFrame): void;
  visiting(frame: VisitingFrame): void;
  heard(frame: SentFrame): void;
  refused(frame: RefusedFrame, asked: string): void;
  slow(isSlow: boolean): void;
  lost(): void;
}

/** A frame by which somebody comes in. */
export type Entering = ReturnType<Page["room"]> & { type: Entrance[0] };
export type Entrance = [type: "sit" | "hello" | "visit" | "launch" | "leave", fields: Record<string, string>];

/** What a card of the room can do; follow() and reply() where boards are live, and moves are typed. */
export interface Acts {
  app: App;
  press(message: string, payload: string, values: string[]): void;
  dismiss(message: string): void;
  copy(link: string, words?: string): void;
  piece(name: string): HTMLElement;
  reply?(message: CardShown): void;
  follow?(board: PapanBoard, code: string): void;
}

/** The lists of the lobby, with the moment at which they came. */
export type Lobby = LobbyListsFrame & { arrived: number };

/** The newest state of a match, with the moment at which it came, by performance.now(). */
export type LiveState = BoardFrame & { arrived: number };

/** What a board shows: a match as it stands or stood, or a position that is none. */
export interface BoardState {
  code: string;
  version?: number;
  ply: number;
  turn: number;
  bottom: number;
  ruleset: string;
  theme: string;
  cells: string;
  stacks: [number, number][];
  hands: [string, number][];
  pieces: Record<string, PieceShown>;
  mine: number[];
  moves: string[];
  last: Move | null;
  steps: Node[] | null;
  sides: [string, string];
  ask: string;
  puts: string[];
  result: string;
  game?: string;
  /** The ply of the match after which a line of one's own has gone on to this position; none for the match itself. */
  after?: number;
}

/** A position that is looked at in the place of that of the match. */
export type PastState = Pick<BoardState, "ply" | "cells" | "stacks" | "hands" | "last"> & Partial<BoardState>;

/** A turn so far (static/board/turns.js). */
export interface Turn {
  node: number;
  picks: number[];
  chosen: number[];
  taken: number[];
  price: number[];
  aim: number | null;
}

/** The turn to which a touch leads, and whether it is to be played. */
export interface Touched {
  at: Turn;
  ends: boolean;
}

/** A point of the board in its own measure, or how far something is from another. */
export type Spot = [x: number, y: number];

/** From one point to another; on one point it is a ring. */
export type Way = [from: number, to: number];

/** How one plays on this device. */
export interface DeviceValues {
  sound: boolean;
  ask: string;
  hand: string;
  once: boolean;
  coordinates: boolean;
  notify: boolean;
}

/** The event of Chromium by which a page may ask to be installed; no other browser has it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt;
  }
}

/** What is on or off on this device. */
export type Flag = { [K in keyof DeviceValues]: DeviceValues[K] extends boolean ? K : never }[keyof DeviceValues];

/** What was chosen for a game on its sheet; what its own terms are called, the game says. */
export type Choices = { against: string; level: string; side: string; pace: string; unwatched: boolean } & Record<
  string,
  string | boolean
>;

/** All about a game, with the build of the pictures of its boards. */
export type Game = Omit<GamePage, "pieces"> & { build: string; pieces: Record<string, PieceName> };

export interface Games {
  build: string;
  games: GameCard[];
}

/** A button that can be pressed beside a board. */
export type Pressed = Pick<ActionShown, "kind" | "choice" | "label">;

/** The parts of the screen of a match that are fetched when they are wanted. */
export interface FetchedParts {
  explore: Explore;
  graph: Graph;
  hint: Hint;
  invitation: Invitation;
  next: Next;
  plan: Plan;
  premove: Premove;
  resign: Resign;
  rules: Rules;
}

/** What the app of a chat says when it opens the page. */
export interface Launch {
  data: string;
  theme: string;
}

/** What Telegram tells: its colours, or how much of each side it covers. */
export type TelegramTold = { theme_params?: Record<string, string> } & Partial<
  Record<"top" | "right" | "bottom" | "left", number>
>;
type TelegramHears = (type: string, data?: TelegramTold) => void;

declare global {
  interface HTMLElementTagNameMap {
    "papan-board": PapanBoard;
  }
  // What a board tells.
  interface HTMLElementEventMap {
    turn: CustomEvent<{ picks: number[]; price: boolean }>;
    proposed: CustomEvent<{ at: Turn; price: boolean }>;
    forbidden: CustomEvent<{ way: number[] }>;
    unplaceable: CustomEvent<{ point: number }>;
    untimely: CustomEvent<{ point: number }>;
    touched: CustomEvent<undefined>;
    drew: CustomEvent<undefined>;
    moved: CustomEvent<{ ply: number; captures: number; mine: boolean; by: number }>;
    measured: CustomEvent<{ wide: number; ratio: string }>;
  }
  // The document has its elements, and whatever is looked for in it is HTML.
  interface Document {
    getElementById<K extends keyof Elements>(id: K): Elements[K];
  }
  interface ParentNode {
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    querySelector<K extends keyof Elements>(selectors: `#${K}`): Elements[K];
    querySelector(selectors: string): HTMLElement | null;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
  }
  // What Telegram has around the page, and calls in it.
  interface External {
    notify?(data: string): void;
  }
  var TelegramWebviewProxy: { postEvent(type: string, data: string): void } | undefined;
  var Telegram: { WebView: { receiveEvent: TelegramHears } };
  var TelegramGameProxy: { receiveEvent: TelegramHears };
  var TelegramGameProxy_receiveEvent: TelegramHears;
  interface Element {
    closest(selectors: string): HTMLElement | null;
  }
}
