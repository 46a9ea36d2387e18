# adit store, on a core in the database of $ADIT_POSTGRES.
#
# Called with three more arguments: a library with stores in PostgreSQL, one without, and one of other apps.
. "$(dirname "$0")/../../examples-c/tests/lib.sh"
subcommand=store
library=$2 without=$3 showcase=$4
cd "$scratch"
# The address as a URL: a socket's folder is in its parameters.
folder=${ADIT_POSTGRES#host=}
database="postgresql:///postgres?user=adit&host=${folder%% *}"

# -- The tables. --

run check "$database" "$library" todo --core list
ended_with 2
printed_line 'has no tables of Adit; adit store init --postgres creates them$'
run init --postgres "$database" "$without"
ended_with 1
printed_line '^adit store init: the tables could not be created: this library has no stores in PostgreSQL; one that was built with '
run init --postgres "$database" "$library"
ended_with 0
printed_line '^created: postgresql://.*/postgres has tables of version 2$'
run init --postgres "$database" "$library"
ended_with 0
printed_line '^fine: postgresql://.*/postgres has tables of version 2$'

# -- A store in a file moves there and back. --

echo '{"value": 7}' >seven.json
run import counter.store seven.json "$library" counter
ended_with 0
run move counter.store "$database" "$library"
ended_with 2
printed_line '^adit store move: found a database without the name of a core in it; --core NAME is expected$'
run move counter.store other.store "$library"
ended_with 2
run move nowhere.store "$database" "$library" --core list
ended_with 2
printed_line '^adit store move: nowhere.store: No such file or directory$'
run move counter.store "$database" "$without" --core list
ended_with 1
printed_line 'this library has no stores in PostgreSQL'
run move counter.store "$database" "$library" --core list
ended_with 0
printed_line '^moved: the core "list" has all of counter.store, revision 1. counter.store is as it was; open it no more, and remove it$'
run check "$database" "$library" counter --core list
ended_with 0
printed_line '^fine: version 1$'
run check "$database" "$library" todo --core list
ended_with 2
printed_line 'is of the app "counter"; one of "todo" is expected$'
# Bug: the app had to be named, although the database has its name.
run check "$database" "$library" --core list
ended_with 0
printed_line '^fine: version 1$'
run export "$database" named.json "$library" --core list
ended_with 0
[ "$(cat named.json)" = '{"@schema":1,"value":7}' ] || fail "$(cat named.json)"
run move "$database" named.store "$library" --core list
ended_with 0
run stats named.store
printed_line '^{"app":"counter","schemaVersion":1,"revision":1,'
subcommand=replay
run "$library" "$database" --core list
ended_with 0
printed_line '^the same: .*, revision 1'
run "$library" "$database" todo --core list
ended_with 2
printed_line 'is of the app "counter"; one of "todo" is expected$'
subcommand=store
run check "$database" "$showcase" --core list
ended_with 2
printed_line '^adit store check: the core "list" is of the app "counter"; .* holds chat, .*\. Give its own library$'
run check "$database" "$library" --core lost
ended_with 2
printed_line ' holds counter, todo; name one of them behind it$'
run check "$database" --core list
ended_with 2
run export "$database" out.json "$library" counter --core list
ended_with 0
[ "$(cat out.json)" = '{"@schema":1,"value":7}' ] || fail "$(cat out.json)"
echo '{"value": 8}' >eight.json
run import "$database" eight.json "$library" counter --core list
ended_with 0
printed_line '^imported: the core "list" has revision 2$'
run move "$database" counter.store "$library" counter --core list
ended_with 2
printed_line '^adit store move: counter.store is there already; a new file is expected$'
run move "$database" back.store "$library" counter --core list
ended_with 0
run check back.store
ended_with 0
run stats back.store
printed_line '^{"app":"counter","schemaVersion":1,"revision":2,'
run export back.store back.json "$library"
ended_with 0
[ "$(cat back.json)" = '{"@schema":1,"value":8}' ] || fail "$(cat back.json)"
