# Java: of each app the types and the round trip, and a client of todo over the binding. Tests/Clients/test reads this.

jar=$folder/java/adit.jar
check "adit.jar" "$root/bindings/java/build" "$folder/java"

# java_build FOLDER SOURCE...: compiles, with all warnings as errors.
java_build() {
    classes=$1
    shift
    rm -rf "$classes"
    javac --release 17 -Xlint:all -Werror -cp "$jar" -d "$classes" "$@"
}
java_run() {
    classes=$1
    shift
    timeout 120 java -Dfile.encoding=UTF-8 -cp "$classes:$jar" "$@"
}
# java_client FOLDER CATALOG PACKAGE: a client of a catalog, in the file that has the name of its class; its path is $client.
java_client() {
    rm -rf "$1"
    mkdir -p "$1"
    "$adit" generate --lang java --package "$3" --output "$1/client.java" "$2"
    client=$1/$(sed -n 's/^public final class \([A-Za-z0-9]*\) {$/\1/p' "$1/client.java").java
    mv "$1/client.java" "$client"
}

test_java_app() {
    java_client "$folder/client" "$work/$app.json" client
    check "javac $app" java_build "$folder/classes" "$here/java/Driver.java" "$client"
    [ "$app" != counter ] || check "lines of $app in Java" short "$client" 100
    check "java $app" round_trip "$app" "$work/$app.json" \
        java -Dfile.encoding=UTF-8 -cp "$folder/classes:$jar" Driver "client.$(basename "$client" .java)"
}

test_java_client() {
    check "the types of dev.adit.typed" own java "$root/bindings/java/src/main/java/dev/adit/typed/Protocol.java"
    java_client "$folder/client" "$work/misunderstood.json" client
    java_client "$folder/other" "$work/other.json" other
    check "javac end to end" java_build "$folder/classes" "$here/java/EndToEnd.java" "$folder/client/TodoApp.java" "$folder/other/TodoApp.java"
    printf 'class Wrong { void send(client.TodoApp.TodoClient client) { client.send("text"); } }\n' >"$folder/Wrong.java"
    check "javac refuses a text as a message" refuses "no suitable method found for send(String)" \
        java_build "$folder/wrong" "$folder/Wrong.java" "$folder/client/TodoApp.java"
    check "java end to end" java_run "$folder/classes" EndToEnd "$cores"
    mkdir -p "$folder/document"
    java_client "$folder/todo" "$work/todo.json" todo
    check "the program in Java" document "$folder/document" java Program.java
    check "javac of the program" java_build "$folder/document/classes" "$folder/document/Program.java" "$client"
    check "what the program in Java prints" prints "$folder/document" java -cp "classes:$jar" Program
}
