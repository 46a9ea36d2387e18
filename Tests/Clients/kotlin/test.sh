# Kotlin: of each app the types and the round trip, and a client of todo over the binding for Java. Tests/Clients/test reads this.

jar=$folder/java/adit.jar
check "adit.jar" "$root/bindings/java/build" "$folder/java"

kotlin_build() {
    program=$1
    shift
    rm -f "$program"
    # The client with all hard names needs more memory than the compiler takes by default.
    JAVA_OPTS=-Xmx2g kotlinc -nowarn -cp "$jar" "$@" -include-runtime -d "$program"
}
kotlin_run() {
    program=$1
    shift
    timeout 120 java -Dfile.encoding=UTF-8 -cp "$program:$jar" "$@"
}

test_kotlin_app() {
    generate "$folder/client.kt"
    [ "$app" != counter ] || check "lines of $app in Kotlin" short "$folder/client.kt" 100
    check "kotlinc $app" kotlin_build "$folder/driver.jar" "$here/kotlin/driver.kt" "$folder/client.kt"
    check "kotlin $app" round_trip "$app" "$work/$app.json" java -Dfile.encoding=UTF-8 -cp "$folder/driver.jar:$jar" DriverKt
}

test_kotlin_client() {
    mkdir -p "$folder/document"
    generate "$folder/misunderstood.kt" "$work/misunderstood.json"
    "$adit" generate --lang kotlin --package other --output "$folder/other.kt" "$work/other.json"
    check "kotlinc end to end" kotlin_build "$folder/end_to_end.jar" "$here/kotlin/end_to_end.kt" "$folder/misunderstood.kt" \
        "$folder/other.kt"
    check "kotlin end to end" kotlin_run "$folder/end_to_end.jar" End_to_endKt "$cores"
    "$adit" generate --lang kotlin --output "$folder/document/todo.kt" "$cores:todo"
    check "the program in Kotlin" document "$folder/document" kotlin program.kt
    check "kotlinc of the program" kotlin_build "$folder/document/program.jar" "$folder/document/program.kt" "$folder/document/todo.kt"
    printf 'fun wrong(client: todo.TodoClient) = client.send("text")\n' >"$folder/wrong.kt"
    check "kotlinc refuses a text as a message" refuses "none of the following functions can be called" \
        kotlin_build "$folder/wrong.jar" "$folder/wrong.kt" -cp "$folder/document/program.jar:$jar"
    check "what the program in Kotlin prints" prints "$folder/document" java -cp "program.jar:$jar" ProgramKt
}
