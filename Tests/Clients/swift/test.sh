# Swift: of each app the types and the round trip, and a client of todo over a transport, for which there is no binding. Tests/Clients/test
# reads this.

swift_build() {
    program=$1
    shift
    swiftc -swift-version 6 -warnings-as-errors -o "$program" "$@"
}

test_swift_app() {
    generate "$folder/client.swift"
    rm -f "$folder/driver"
    check "swiftc $app" swift_build "$folder/driver" "$here/swift/driver/main.swift" "$folder/client.swift"
    check "swift $app" round_trip --distinct "$app" "$work/$app.json" "$folder/driver"
}

test_swift_client() {
    generate "$folder/client.swift" "$work/misunderstood.json"
    check "swiftc end to end" swift_build "$folder/todo" "$here/swift/end_to_end/main.swift" "$folder/client.swift"
    check "swift end to end" python3 "$here/swift/host.py" "$folder/todo"
    mkdir -p "$folder/document"
    "$adit" generate --lang swift --output "$folder/document/todo.swift" "$cores:todo"
    check "the program in Swift" document "$folder/document" swift main.swift
    check "swiftc of the program" swift_build "$folder/document/program" "$folder/document/main.swift" "$folder/document/todo.swift"
    check "what the program in Swift prints" prints "$folder/document" ./program
}
