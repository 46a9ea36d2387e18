# A terminal for `adit shell`: a tmux server of the test's own. Included behind lib.sh.
command -v tmux >/dev/null || fail "tmux is needed; scripts/setup --tests installs it"
export LC_ALL=C.UTF-8 TMUX_TMPDIR="$scratch" XDG_STATE_HOME="$scratch/state" TERM=xterm-256color
unset TMUX
tmux="tmux -u -L adit-shell -f /dev/null"
trap '$tmux kill-server 2>/dev/null; rm -rf "$scratch"' EXIT

# The screen of the session has a line like this, now or soon.
shows() {
    for _ in $(seq 200); do
        $tmux capture-pane -p -t run >"$scratch/screen"
        if grep -q -e "$1" "$scratch/screen"; then return; fi
        sleep 0.05
    done
    cat "$scratch/screen" >&2
    fail "no line like $1"
}
types() { $tmux send-keys -t run "$@"; }
