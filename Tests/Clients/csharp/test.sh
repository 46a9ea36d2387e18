# C#: of each app the types and the round trip, and a client of todo over the binding. Tests/Clients/test reads this.

# csharp_build FILE ARGUMENT...: compiles, with all warnings as errors.
csharp_build() {
    built=$1
    shift
    mcs -langversion:7.2 -warn:4 -warnaserror -out:"$built" "$@"
}
check "Adit.dll" csharp_build "$folder/Adit.dll" -target:library -recurse:"$root/bindings/csharp/Adit/*.cs"

# csharp_client FILE CATALOG NAMESPACE: a client of a catalog.
csharp_client() { "$adit" generate --lang csharp --package "$3" --output "$1" "$2"; }

test_csharp_app() {
    csharp_client "$folder/Client.cs" "$work/$app.json" Client
    check "mcs $app" csharp_build "$folder/Driver.exe" -r:"$folder/Adit.dll" "$here/csharp/Driver.cs" "$folder/Client.cs"
    [ "$app" != counter ] || check "lines of $app in C#" short "$folder/Client.cs" 110
    class=$(sed -n 's/^    public sealed class \([A-Za-z0-9]*\) : Client$/\1/p' "$folder/Client.cs")
    check "mono $app" round_trip "$app" "$work/$app.json" mono "$folder/Driver.exe" "Client.$class"
}

test_csharp_client() {
    check "the types of Adit.Typed" own csharp "$root/bindings/csharp/Adit/Typed/Protocol.cs"
    csharp_client "$folder/Client.cs" "$work/misunderstood.json" Client
    csharp_client "$folder/Other.cs" "$work/other.json" Other
    "$adit" catalog --json "$showcase" chat >"$folder/chat.json"
    csharp_client "$folder/Chat.cs" "$folder/chat.json" Chat
    check "mcs end to end" csharp_build "$folder/EndToEnd.exe" -r:"$folder/Adit.dll" "$here/csharp/EndToEnd.cs" \
        "$folder/Client.cs" "$folder/Other.cs" "$folder/Chat.cs"
    printf 'class Wrong { void Send(Client.TodoClient client) { client.Send("text"); } }\n' >"$folder/Wrong.cs"
    check "mcs refuses a text as a message" refuses "Adit.Typed.IToCore" \
        csharp_build "$folder/Wrong.dll" -target:library -r:"$folder/Adit.dll" "$folder/Wrong.cs" "$folder/Client.cs"
    check "mono end to end" timeout 120 mono "$folder/EndToEnd.exe" "$cores" "$showcase"
    without_serve || check "mono in adit serve" serving "$cores" timeout 120 mono "$folder/EndToEnd.exe" "$served" "$showcase"
    program=$folder/document
    mkdir -p "$program"
    "$adit" generate --lang csharp --output "$program/Todo.cs" "$work/todo.json"
    check "the program in C#" document "$program" csharp Program.cs
    cp "$folder/Adit.dll" "$program"
    check "mcs of the program" csharp_build "$program/Program.exe" -r:"$folder/Adit.dll" "$program/Program.cs" "$program/Todo.cs"
    check "what the program in C# prints" prints "$program" mono Program.exe
}
