# Read by .ci/chromium, .ci/fribidi and .ci/postgresql, which first set NAME, PACKAGE (of Debian) and TESTS, what needs it; OLDER is
# the package of an older Debian that does not know PACKAGE.

# Say in one line why the program is missing, and end: its tests will be left out. Where CI is set, all must run: fail.
missing() {
    if [ -n "${CI:-}" ]; then
        echo "The tests of $TESTS need $NAME: $1." >&2
        exit 1
    fi
    echo "The tests of $TESTS that need $NAME will be left out: $1." >&2
    exit 0
}

# Say what will be installed, or end where that is not possible.
announce() {
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        missing "it is not installed, and only root can install it, with apt-get (Debian: sudo apt install $PACKAGE)"
    fi
    echo "Installing $NAME on this machine for the tests of $TESTS: the package $PACKAGE and those that it needs."
}

# Install the package; arguments are further options of apt-get.
fetch() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || missing "apt-get cannot install the package $PACKAGE"
    for package in "$PACKAGE" ${OLDER:-}; do
        if apt-get install -qq --no-install-recommends "$@" "$package" >/dev/null; then return; fi
    done
    missing "apt-get cannot install the package $PACKAGE"
}
