# Who waits for the answer to one line before writing the next gets it, be it good or bad.
. "$(dirname "$0")/lib.sh"

mkfifo "$scratch/in" "$scratch/answers"
${RUN:-} "$program" --raw --app counter <"$scratch/in" >"$scratch/answers" &
exec 3>"$scratch/in" 4<"$scratch/answers"

echo '{"counter":{"request":{"increment":{"by":2}}}}' >&3
read -r answer <&4
[ "$answer" = '{"counter":{"response":{"wasIncremented":{"to":2}}}}' ] || fail "$answer"
echo 'nonsense' >&3
read -r answer <&4
[ "${answer#*@refused}" != "$answer" ] || fail "$answer"
exec 3>&-
read -r answer <&4
[ "$answer" = '{"@closed":{}}' ] || fail "$answer"

status=0
wait "$!" || status=$?
[ "$status" -eq 1 ] || fail "the status is $status"
