# C++: of each app the types and the round trip, and a client of todo over the binding. Tests/Clients/test reads this.

cpp_flags="-std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Weffc++ -Werror"

# cpp_build COMPILER PROGRAM SOURCE FOLDER...: a program, with the headers in these folders.
cpp_build() {
    compiler=$1 program=$2 source=$3
    shift 3
    includes=
    for each in "$@"; do includes="$includes -I $each"; done
    # shellcheck disable=SC2086
    $compiler $cpp_flags $includes -I "$root/include" -o "$program" "$source" -ldl -pthread
}
# clang checks the programs that gcc builds, of which the types of all apps would take it long.
cpp_check() {
    # shellcheck disable=SC2086
    clang++ $cpp_flags -fsyntax-only -I "$2" -I "$root/include" "$1"
}
cpp_names() {
    # shellcheck disable=SC2086
    timeout 300 g++ $cpp_flags -fsyntax-only -I "$1" -I "$root/include" "$1/names.cpp"
}
cpp_format() { clang-format --style="file:$root/.clang-format" --dry-run --Werror "$@"; }

test_cpp_app() {
    mkdir -p "$folder/$app"
    generate "$folder/$app/client.hpp"
    # Code for some thousand structs would need 7 GB: of the hard names, the compiler checks the header alone.
    if [ "$app" = hard ]; then
        echo '#include "client.hpp"' >"$folder/hard/names.cpp"
        check "g++ hard" cpp_names "$folder/hard"
        return
    fi
    check "g++ $app" cpp_build g++ "$folder/$app/driver" "$here/cpp/driver.cpp" "$folder/$app"
    check "clang-format $app" cpp_format "$folder/$app/client.hpp"
    [ "$app" != counter ] || check "lines of $app in C++" short "$folder/$app/client.hpp" 100
    check "cpp $app" round_trip "$app" "$work/$app.json" "$folder/$app/driver"
}

test_cpp_client() {
    mkdir -p "$folder/misunderstood" "$folder/source" "$folder/document"
    check "the types of adit_protocol.hpp" own cpp "$root/include/adit_protocol.hpp"
    check "clang-format of C++" cpp_format "$root"/include/adit_coding.hpp \
        "$root"/include/adit_nlohmann.hpp "$root"/include/adit_protocol.hpp "$root"/include/adit_typed.hpp "$here"/cpp/*.cpp
    generate "$folder/misunderstood/client.hpp" "$work/misunderstood.json"
    "$adit" generate --lang cpp --package other --output "$folder/misunderstood/other.hpp" "$work/other.json"
    check "g++ end to end" cpp_build g++ "$folder/misunderstood/test" "$here/cpp/end_to_end.cpp" "$folder/misunderstood"
    check "clang++ end to end" cpp_check "$here/cpp/end_to_end.cpp" "$folder/misunderstood"
    check "cpp end to end" timeout 120 "$folder/misunderstood/test" "$cores"
    "$adit" generate --lang cpp --package client --output "$folder/source/client.hpp" "$showcase:chat"
    check "g++ source" cpp_build g++ "$folder/source/test" "$here/cpp/source.cpp" "$folder/source"
    check "cpp source" timeout 120 "$folder/source/test" "$showcase"
    "$adit" generate --lang cpp --output "$folder/document/todo.hpp" "$cores:todo"
    check "the program in C++" document "$folder/document" cpp program.cpp
    check "g++ of the program" cpp_build g++ "$folder/document/program" "$folder/document/program.cpp" "$folder/document"
    check "clang++ of the program" cpp_check "$folder/document/program.cpp" "$folder/document"
    check "what the program in C++ prints" prints "$folder/document" ./program
}
