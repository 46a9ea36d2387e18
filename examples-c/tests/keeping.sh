# What is kept from one run to the next, and where.
. "$(dirname "$0")/lib.sh"

cd "$scratch"

# Lists all with this XDG_DATA_HOME and this HOME.
list_at() {
    status=0
    env XDG_DATA_HOME="$1" HOME="$2" ${RUN:-} "$program" -c 'list all' >out 2>&1 || status=$?
}

# The last run listed this many tasks.
listed() {
    ended_with 0
    printed_line "^$1 of $1 task"
}

# By default the list is in the user's own file, which nobody else can read. Numbers are given anew.
config='{"clock":"virtual","with":{"date":"2026-01-06T08:00:00Z"}}'
run --config "$config" -c 'add Water the tomatoes' -c 'add Call Mum' -c 'tag 2 family' -c 'check 1' -c 'journal add Rain.'
ended_with 0
for directory in data data/adit; do
    [ "$(stat -c %a "$directory")" = 700 ] || fail "others can read $directory"
done
[ "$(stat -c %a data/adit/todo.adit)" = 600 ] || fail "others can read the list"
run -c 'check 2' -c 'list all' -c 'check 2' -c 'delete 1' -c 'add Last' -c 'list all' -c 'journal list 2026-01-06'
ended_with 1
# Where the delay of a review is a durable timer (Tests/OldApps), the one that the first run requested is due.
sed -i '/^You seem to like this/d' out
cat >expected <<'LINES'
todo: command 1: "2" is not the number of a task that has been shown
    1 [x] Water the tomatoes
    2 [ ] Call Mum  #family
2 of 2 tasks
Checked: 2 [x] Call Mum
Deleted: 1 [x] Water the tomatoes
Added: 3 [ ] Last
    2 [x] Call Mum  #family
    3 [ ] Last
2 of 2 tasks
    1 2026-01-06 Rain.
1 entry on 2026-01-06
LINES
printed expected

# What is imported is kept as well; a tag that was kept is not made again.
printf 'one +all\ntwo +all\n' >tasks.txt
run --store imported.adit tasks.txt -c 'list +all'
listed 2
run --store imported.adit tasks.txt -c 'tags'
ended_with 0
printed_line '^Imported 2 tasks (0 done) and 0 new tags$'
printed_line '^    4 +all$'

# Without XDG_DATA_HOME it is below HOME. Relative paths there are as none.
mkdir home
list_at '' "$scratch/home"
listed 0
[ -f home/.local/share/adit/todo.adit ] || fail "there is no list below HOME"
list_at '' home
ended_with 1
printed_line '^todo: HOME is no directory to keep the list in; name a file with --store, or use --memory$'
list_at home "$scratch/home"
listed 0
[ ! -e home/adit ] || fail "a relative XDG_DATA_HOME was taken"

# Another file, with messages as with commands; in memory; where a config says; messages by themselves.
run --store my.adit -c 'add Mine'
ended_with 0
echo '{"@get":{"path":"/items"}}' >get
run --raw --store my.adit <get
ended_with 0
printed_line '"text":"Mine"'
for _ in 1 2; do
    run --memory -c 'add Nothing' -c 'list all'
    listed 1
    run --config '{"state":{}}' -c 'add Nothing' -c 'list all'
    listed 1
done
run --config '{"store":{"path":"my.adit"}}' -c 'list'
listed 1
run --raw <get
ended_with 0
printed_line '"ids":\[\]'
run -c 'list all'
printed_line '^2 of 2 tasks$'

# One todo at a time has the file; the other says so, and finds all of it afterwards.
mkfifo in answers
${RUN:-} "$program" --store my.adit <in >answers 2>&1 &
exec 3>in 4<answers
echo 'add Held' >&3
read -r answer <&4
[ "$answer" = 'Added: 1 [ ] Held' ] || fail "$answer"
run --store my.adit -c list
ended_with 1
printed_line '^todo: .*/my.adit is open in another process'
exec 3>&- 4<&-
wait "$!" || fail "the todo that had the file failed"
run --store my.adit -c list
listed 2

# What is no list is refused, and stays as it is.
head -c 5000 /dev/urandom >noise
for broken in tasks.txt noise; do
    cp "$broken" before
    run --store "$broken" -c 'add x'
    ended_with 1
    printed_line "^todo: .*/$broken is no store"
    cmp "$broken" before >&2 || fail "$broken was changed"
done
run --raw --app counter --store my.adit </dev/null
ended_with 1
printed_line '^todo: .*/my.adit '
run --store my.adit -c list
listed 2

# What cannot be written is told, and is not there; what was is. (A limit on a file's size fails as a full disk does, but
# ThreadSanitizer, which keeps its notes in files of its own, does not stand it.)
awk 'BEGIN { for (i = 0; i < 100; i++) print "add something that is long enough for the disk to be full before long" }' >many
[ "${SANITIZER:-}" = thread ] && : >out || (
    trap '' XFSZ
    ulimit -f 200
    run --store my.adit <many
    ended_with 1
    printed_line '^todo: line 100: the core failed: .*/my.adit could not be written: .*(estore at todo.request.add)$'
)
kept=$(grep -c '^Added: ' out || true)
run --store my.adit -c list
listed "$((kept + 2))"

# Places where there can be no file.
run --store nowhere/my.adit -c list
ended_with 1
printed_line '^todo: nowhere/my.adit could not be created: '
run --store "$(printf '\377')" -c list
ended_with 1
printed_line '^todo: --store: the path is not UTF-8 text$'
list_at "$scratch/tasks.txt" "$scratch/home"
ended_with 1
printed_line '/tasks.txt/adit: the directory cannot be made: Not a directory$'

# Options that contradict one another.
for config in '{"store":{"path":"my.adit"}}' '{"state":{}}'; do
    run --store my.adit --config "$config" </dev/null
    ended_with 2
    printed_line '^todo: --store is not for a --config that has "store" or "state"$'
done
run --memory --config '{"store":{"path":"my.adit"}}' </dev/null
ended_with 2
printed_line '^todo: --memory is not for a --config that has "store"$'
run --raw --store my.adit --memory </dev/null
ended_with 2
printed_line '^todo: --store and --memory exclude each other$'
