"""The texts of the page itself, in one place so that they are in the catalogues."""

from bot.words import N_, language_of, words

_TEXTS = {
    "title": N_("Papan - the web room"),
    "welcome": N_("Sit down"),
    "explain": N_(
        "Papan is the place to play the traditional board games of the Malay archipelago. To try both sides, open a "
        "second window, or ask a friend to sit down."
    ),
    "name": N_("Your name"),
    "sit": N_("Sit down"),
    "again": N_("Sit here again as {name}"),
    "write": N_("Write a message, a move, or / for commands"),
    "send": N_("Send"),
    "people": N_("In this room"),
    "rooms": N_("Rooms"),
    "practice": N_("Practice corner"),
    "common": N_("Everybody"),
    "private": N_("Only you see this"),
    "dismiss": N_("Dismiss"),
    "reply": N_("Answer with a move"),
    "answering": N_("Answering the board {code}"),
    "cancel": N_("Cancel"),
    "choose": N_("Choose"),
    "connected": N_("Connected."),
    "lost": N_("The connection is lost. Trying again ..."),
    "suggestions": N_("Suggestions"),
    "log": N_("Conversation"),
    "copied": N_("The invitation link is copied."),
    "empty": N_("Nothing has been said here yet. Try /play"),
    "turn": N_("Your turn"),
    "board": N_("Board"),
    "guest": N_("Guest"),
    "play_now": N_("Play now"),
    "invite_friend": N_("Invite a friend"),
    "invite_anybody": N_("Invite anybody here"),
    "both_sides": N_("Both sides"),
    "rules": N_("Rules"),
    "more": N_("More"),
    "easy": N_("easy to learn"),
    "first_games": N_("Begin here"),
    "find_game": N_("Find a game"),
    "none_found": N_("No game is called that, or described so."),
    "my_matches": N_("Your matches"),
    "open_seats": N_("Open seats"),
    "to_watch": N_("To watch"),
    "talk": N_("Talk"),
    "lobby": N_("Games"),
    "your_turn": N_("Your turn"),
    "send_link": N_("Send this link to your friend. Whoever opens it may sit down."),
    "copy": N_("Copy"),
    "open_board": N_("Open the board"),
    "moves": N_("Moves"),
    "back": N_("Back"),
    "earlier": N_("The move before"),
    "later": N_("The next move"),
    "now": N_("Back to the game"),
    "flip": N_("Turn the board"),
    "before": N_("As it stood after move {count}."),
    "offline": N_("No connection since {time}. What you play or press is kept, and sent once."),
    "free": N_("free"),
    "movable": N_("can be chosen"),
    "target": N_("can go there"),
    "way": N_("way {number}"),
    "in_hand": N_("{count} in hand"),
    "taken": N_("took {count}"),
    "typed": N_("Type a move"),
    "no_match": N_("You cannot see this match here."),
    "ask_piece": N_("Which piece?"),
    "ask_goes": N_("Which piece goes to {point}?"),
    "ask_where": N_("Where to?"),
    "ask_way": N_("Which way?"),
    "ask_on": N_("Go on, or touch it again to stop there."),
    "ask_off": N_("Which piece do you take off? ({number} of {count})"),
    "ask_drop": N_("Where do they go? ({number} of {count})"),
    "ask_elsewhere": N_("Which piece do you put elsewhere?"),
    "ask_leave": N_("Touch {point} again to leave them there."),
    "price_one": N_("You can capture. Play this instead, and lose the piece on {points}?"),
    "price_several": N_("You can capture. Play this instead, and let your opponent take one of {points} away?"),
    "price_yes": N_("Play it"),
}

_FIELDS = {name: f"{{{name}}}" for name in ("name", "code", "count", "points", "number", "point", "time")}
"""The page itself fills these in."""


def page_texts(locale: str) -> dict[str, str]:
    """The texts of the page in the language a locale asks for."""
    say = words(language_of(locale))
    return {"language": say.language} | {key: say(text, **_FIELDS) for key, text in _TEXTS.items()}
