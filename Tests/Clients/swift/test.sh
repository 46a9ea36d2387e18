# Swift: of each app the types and the round trip, and a client of todo over the socket of `adit serve`. Tests/Clients/test reads this.

swift_module() {
    swiftc -swift-version 6 -warnings-as-errors -parse-as-library -emit-library -static -emit-module -module-name AditTyped \
        -emit-module-path "$folder/AditTyped.swiftmodule" -o "$folder/libAditTyped.a" "$root"/bindings/swift/Sources/AditTyped/*.swift
}
check "AditTyped" swift_module

swift_build() {
    program=$1
    shift
    swiftc -swift-version 6 -warnings-as-errors -I "$folder" -L "$folder" -lAditTyped -o "$program" "$@"
}

# served_by SOCKET COMMAND...: runs a command while adit serve is at a socket.
served_by() (
    socket=$1
    shift
    rm -f "$socket"
    "$adit" serve "$cores" --unix "$socket" --trust &
    server=$!
    trap 'kill "$server"; wait "$server" || true' EXIT
    while [ ! -e "$socket" ]; do
        kill -0 "$server" || exit 1
        sleep 0.05
    done
    "$@"
)

test_swift_app() {
    generate "$folder/client.swift"
    rm -f "$folder/driver"
    check "swiftc $app" swift_build "$folder/driver" "$here/swift/driver/main.swift" "$folder/client.swift"
    [ "$app" != counter ] || check "lines of $app in Swift" short "$folder/client.swift" 160
    check "swift $app" round_trip --distinct "$app" "$work/$app.json" "$folder/driver"
}

test_swift_client() {
    check "the types of AditTyped" own swift "$root/bindings/swift/Sources/AditTyped/Protocol.swift"
    generate "$folder/client.swift" "$work/misunderstood.json"
    check "swiftc end to end" swift_build "$folder/todo" "$here/swift/end_to_end/main.swift" "$folder/client.swift"
    check "swift end to end" served_by "$folder/socket" timeout 60 "$folder/todo" "$folder/socket"
    mkdir -p "$folder/document"
    "$adit" generate --lang swift --output "$folder/document/todo.swift" "$cores:todo"
    check "the program in Swift" document "$folder/document" swift main.swift
    check "swiftc of the program" swift_build "$folder/document/program" "$folder/document/main.swift" "$folder/document/todo.swift"
    check "what the program in Swift prints" served_by "$folder/document/todo.socket" prints "$folder/document" ./program
}
