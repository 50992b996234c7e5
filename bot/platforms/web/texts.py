"""The texts of the page itself, in one place so that they are in the catalogues."""

from bot.words import N_, language_of, words

_TEXTS = {
    "welcome": N_("Sit down"),
    "explain": N_(
        "Papan is the place to play the traditional board games of the Malay archipelago. Play the computer now, or "
        "send a friend a link."
    ),
    "device_title": N_("On another device"),
    "you_title": N_("I play on another device"),
    "nowhere": N_("There is nothing at this address"),
    "nowhere_why": N_("Perhaps the link is cut off, or what it led to is gone."),
    "pages": N_("Pages"),
    "name": N_("Your name"),
    "sit": N_("Sit down"),
    "again": N_("Sit here again as {name}"),
    "send": N_("Send"),
    "people": N_("In this room"),
    "here": N_("Here now"),
    "private": N_("Only you see this"),
    "dismiss": N_("Dismiss"),
    "reply": N_("Answer with a move"),
    "cancel": N_("Cancel"),
    "suggestions": N_("Suggestions"),
    "log": N_("Conversation"),
    "copied": N_("The link is copied."),
    "turn": N_("Your turn"),
    "board": N_("Board"),
    "about": N_("About"),
    "me": N_("You"),
    "over": N_("over"),
    "invited": N_("invitation"),
    "close": N_("Close the tab"),
    "answers": N_("Answers to you"),
    "say": N_("Write to those at this board"),
    "write_here": N_("Write..."),
    "why": N_("Why?"),
    "nothing_said": N_("Nothing has been said yet."),
    "no_moves": N_("No move has been made yet."),
    "first_position": N_("The beginning"),
    "pencil": N_("Draw arrows and rings for yourself"),
    "alone": N_("The board alone"),
    "all_again": N_("Everything again"),
    "ask_before": N_("Play this move?"),
    "play_now": N_("Play now"),
    "both_sides": N_("Both sides"),
    "games": N_("Games"),
    "choose": N_("Choose..."),
    "against": N_("Against whom?"),
    "level": N_("Level"),
    "pace": N_("Pace"),
    "play": N_("Play"),
    "rules": N_("Rules"),
    "more": N_("More"),
    "slow_line": N_("The connection is slow."),
    "next": N_("Next"),
    "easy": N_("easy to learn"),
    "first_games": N_("Begin here"),
    "find_game": N_("Find a game"),
    "none_found": N_("No game is called that, or described so."),
    "my_matches": N_("Your matches"),
    "finished": N_("Finished matches"),
    "none_finished": N_("You have not finished a match yet."),
    "open_seats": N_("Open seats"),
    "to_watch": N_("To watch"),
    "talk": N_("Talk"),
    "lobby": N_("Home"),
    "puzzles": N_("Puzzles"),
    "learn": N_("Learn"),
    "today": N_("Today"),
    "begin": N_("Begin"),
    "with_friend": N_("With a friend"),
    "morning": N_("Good morning, {name}"),
    "afternoon": N_("Good afternoon, {name}"),
    "evening": N_("Good evening, {name}"),
    "go_on": N_("Go on"),
    "all_of_them": N_("all {count}"),
    "todays_puzzle": N_("Puzzle of the day"),
    "solve": N_("Solve"),
    "explain_title": N_("Sit down and play the old boards of the Malay world"),
    "explain_how": N_("With a friend or the computer. No account."),
    "your_turn": N_("Your turn"),
    "waiting": N_("{count} waiting"),
    "send_link": N_("Send this link to your friend. Whoever opens it may sit down."),
    "copy": N_("Copy"),
    "onlookers": N_("Looking on: {count}"),
    "show_film": N_("Show the film"),
    "open_board": N_("Open the board"),
    "moves": N_("Moves"),
    "parts": N_("Parts of the match"),
    "newer": N_("New"),
    "back": N_("Back"),
    "earlier": N_("The move before"),
    "later": N_("The next move"),
    "now": N_("Back to the game"),
    "flip": N_("Turn the board"),
    "before": N_("As it stood after {move}."),
    "match_log": N_("What happens"),
    "taken_back": N_("Taken back."),
    "resign_ask": N_("Give up this match?"),
    "resign_yes": N_("Yes, resign"),
    "resign_no": N_("Play on"),
    "hint": N_("hint"),
    "play_on": N_("Play on from here"),
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
    "nobody_yet": N_("Nobody yet"),
    "not_your_turn": N_("It is not your turn."),
    "no_drop": N_("Nothing can be put on {point}. The marked points are free for it."),
    "ask_elsewhere": N_("Which piece do you put elsewhere?"),
    "ask_leave": N_("Touch {point} again to leave them there."),
    "price_yes": N_("Play it"),
    "not_kept": N_("This browser keeps nothing for this page. Your name and settings are gone when you close it."),
    "kept_broken": N_(
        "Something that this browser kept for this page could not be read, and was set aside. Please look at your "
        "settings."
    ),
    "not_loaded": N_("This could not be fetched. It is tried again when the connection is back."),
    "variants": N_("The same game by other rules"),
    "settings": N_("Settings"),
    "groups": N_("Groups of settings"),
    "preview": N_("As you see it"),
    "preview_note": N_("What you choose changes at once."),
    "latest": N_("Latest matches"),
    "other_here": N_("Somebody else in this tab"),
    "change": N_("Change"),
    "device_sound": N_("Sounds"),
    "my_data": N_("My data"),
    "data_kept": N_("What is kept about me"),
    "data_file": N_("My data as a file"),
    "data_delete": N_("Delete my data"),
}
"""Those of the way to the first board, and of every screen."""
_LATER = {
    "what_next": N_("What next?"),
    "share_link": N_("Pass it on"),
    "best_arrows": N_("Arrows of the computer"),
    "own_line": N_("Your own line."),
    "your_line": N_("Your line"),
    "for_you_alone": N_("for you alone"),
    "to_match": N_("To the match"),
    "clock_bank": N_("bank {time}"),
    "clock_then": N_("then {time}"),
    "clock_in_bank": N_("from the bank"),
    "seconds_left": N_("{count} seconds left"),
    "price_one": N_("You can capture. Play this instead, and lose the piece on {points}?"),
    "price_several": N_("You can capture. Play this instead, and let your opponent take one of {points} away?"),
}
"""Those of other screens, which are fetched with the first of them."""
"""Those of the way to the first board, and of every screen."""
_LATER = {
    "no_script": N_("Papan shows its boards with JavaScript. Please allow it for this page, then load the page again."),
    "device_stranger": N_("You have no name here yet. Take one, and you can be the same person on another device."),
    "device_scan": N_("On the other device, scan this, or open {address}."),
    "device_qr": N_("Squares for a camera; they lead to {address}"),
    "device_type": N_("If you have not scanned it, type this code there:"),
    "device_say": N_("Then say here that it was you."),
    "device_time": N_("The code is for one device, for {time} more minutes."),
    "device_again": N_("Make a new code"),
    "device_over": N_("The code does not hold any more."),
    "device_asks": N_("Is this you?"),
    "device_asks_note": N_(
        "Your code has just been given on a device: {device}. It will see your matches and play as {name}."
    ),
    "device_yes": N_("Yes, it is me"),
    "device_no": N_("No, keep it out"),
    "device_added": N_("You are on your other device too now."),
    "device_refused": N_("The other device was not let in."),
    "devices": N_("Your devices"),
    "device_first": N_("The device on which you came first"),
    "device_here": N_("this one"),
    "device_seen": N_("last there on {when}"),
    "device_is": N_("{browser} on {system}"),
    "device_unknown": N_("An unknown device"),
    "sign_out": N_("Sign out"),
    "you_note": N_("On the device on which you play already, open You, then On another device: it shows a code."),
    "you_code": N_("The code"),
    "you_give": N_("Go on"),
    "you_waits": N_("Now say on your other device, where you are {name}, that it was you."),
    "you_no": N_("The other device said no. Nothing has changed here."),
    "you_over": N_("The code does not hold any more. Make a new one on your other device."),
    "you_done": N_("You are {name} here now."),
    "old_browser": N_(
        "This browser is too old to show the boards of Papan. Please update it, or open this page in another."
    ),
    "by_computer": N_("The computer"),
    "by_friend": N_("A friend, by a link"),
    "by_anybody": N_("Anybody here"),
    "by_myself": N_("Both sides yourself"),
    "own_level": N_("The one that fits you"),
    "your_side": N_("Your side"),
    "either_side": N_("Either side"),
    "for_me": N_("One for me"),
    "my_mistakes": N_("From my matches"),
    "all_games": N_("All games"),
    "your_name": N_("Name"),
    "sounds_on": N_("Sounds on"),
    "sounds_off": N_("Sounds off"),
    "data_state": N_("See it, take it with you, delete it"),
    "ratings": N_("Ratings"),
    "course": N_("{game}: from {first} to {last} in {count} matches"),
    "results": N_("Results"),
    "badges": N_("Badges"),
    "most_met": N_("Most played with"),
    "against_you": N_("Against you"),
    "tab_same": N_("You are {name} in every tab of this browser."),
    "renamed": N_("You are called {name} now."),
    "this_device": N_("This device"),
    "device_ask": N_("Ask before a move is played"),
    "ask_never": N_("Never"),
    "ask_days": N_("In matches over days"),
    "ask_always": N_("Always"),
    "device_hand": N_("How you move a piece"),
    "device_once": N_("One touch plays a piece that has one way"),
    "hand_touch": N_("Touch it, then where it goes"),
    "hand_drag": N_("Drag it"),
    "hand_both": N_("Either"),
    "device_coordinates": N_("Letters and numbers beside the board"),
    "device_notify": N_("Notify me when it is my turn"),
    "notify_refused": N_("Your browser does not let this page notify you. You can allow it in the browser's settings."),
    "notify_missing": N_("This browser cannot notify you from this page."),
}
"""Those of other screens, which are fetched with the first of them."""

_FIELDS = {
    name: f"{{{name}}}"
    for name in (
        *("name", "code", "count", "points", "number", "point", "time", "move", "game", "first", "last"),
        *("address", "browser", "device", "system", "when"),
    )
}
"""The page itself fills these in."""


_IN_ROOM = {
    "write": N_("Write a message, a move, or / for commands"),
    "write_short": N_("Message, move or /"),
    "answering": N_("Answering the board {code}"),
    "empty": N_("Nothing has been said here yet. Try /play"),
    "rooms": N_("Rooms"),
    "practice": N_("Practice corner"),
    "common": N_("Everybody"),
    "why_name": N_("Others see it beside the board and in the talk. You can change it later."),
    "look_on": N_("Only look on"),
    "me_stranger": N_("You look on without a name. Give one to play, to talk and to keep your settings."),
    "give_name": N_("Give a name"),
    "tab_other": N_("You are {name} in this tab only."),
    "common_room": N_("Common room"),
    "manages": N_("You manage the common room: /setup and /mod in the talk are yours."),
    "room_key": N_("The key of the room"),
    "enter_key": N_("Enter"),
    "room_key_note": N_("Whoever enters it manages the common room. Papan prints it when it first starts."),
}
"""Those of names, of the talk and of who manages it, which there are not inside a chat."""
_IN_CHAT = {
    "other_here": N_("Leave"),
    "tab_same": N_("You are {name} here as in the chat."),
}
"""Those that are others in the page inside a chat."""


def page_texts(locale: str, *, in_chat: bool = False) -> dict[str, str]:
    """The texts of the page in the language a locale asks for."""
    return first_texts(locale, in_chat=in_chat) | later_texts(locale)


def first_texts(locale: str, *, in_chat: bool = False) -> dict[str, str]:
    """Those that are fetched first."""
    return _said(_TEXTS | (_IN_CHAT if in_chat else _IN_ROOM), locale)


def later_texts(locale: str) -> dict[str, str]:
    """Those that are fetched with the first screen besides lobby and match."""
    return _said(_LATER, locale)


def _said(texts: dict[str, str], locale: str) -> dict[str, str]:
    say = words(language_of(locale))
    return {"language": say.language} | {key: say(text, **_FIELDS) for key, text in texts.items()}
