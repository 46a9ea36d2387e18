# Go: of each app the types and the round trip, and a client of todo over the binding. Tests/Clients/test reads this.

export GOFLAGS=-mod=mod GOPROXY=off CGO_ENABLED=1

# go_project NAME PROGRAM...: a module with these programs.
go_project() {
    project=$folder/$1
    shift
    mkdir -p "$project"
    ln -sfn "$root/bindings/go" "$project/adit"
    cp "$here/go/go.mod" "$project"
    for program in "$@"; do
        mkdir -p "$project/$program"
        cp "$here/go/$program/main.go" "$project/$program"
    done
}
go_vet() { (cd "$project" && go vet ./...); }
# A file that gofmt would write otherwise is a failure.
go_format() { gofmt -d "$1" | tee "$work/gofmt" && [ ! -s "$work/gofmt" ]; }
go_build() { (cd "$project" && go build -o "$1" "./$1"); }

test_go_app() {
    go_project app driver
    mkdir -p "$project/client"
    generate "$project/client/client.go"
    rm -f "$project/driver/driver"
    check "go vet $app" go_vet
    [ "$app" = hard ] || check "gofmt $app" go_format "$project/client"
    [ "$app" != counter ] || check "lines of $app in Go" short "$project/client/client.go" 100
    check "go build $app" go_build driver
    check "go $app" round_trip "$app" "$work/$app.json" "$project/driver/driver"
}

test_go_client() {
    check "the types of adit/typed in Go" own go "$root/bindings/go/typed/protocol.go"
    check "gofmt of adit/typed" go_format "$root/bindings/go/typed"
    go_project misunderstood end_to_end
    mkdir -p "$project/client"
    mkdir -p "$project/other"
    generate "$project/client/client.go" "$work/misunderstood.json"
    generate "$project/other/other.go" "$work/other.json"
    check "go vet end to end" go_vet
    check "go build end to end" go_build end_to_end
    mkdir -p "$project/wrong"
    printf 'package main\n\nimport "example/client"\n\nfunc main() { var todo client.Client; todo.Send("text") }\n' >"$project/wrong/main.go"
    check "go refuses a text as a message" refuses "does not implement typed.ToCore" go_build wrong
    rm -r "$project/wrong"
    check "go end to end" timeout 120 "$project/end_to_end/end_to_end" "$cores"
    go_project chat source
    mkdir -p "$project/client"
    "$adit" generate --lang go --package client --output "$project/client/client.go" "$showcase:chat"
    check "go build source" go_build source
    check "go source" timeout 120 "$project/source/source" "$showcase"
    go_project document
    mkdir -p "$project/todo" "$project/program"
    "$adit" generate --lang go --output "$project/todo/todo.go" "$cores:todo"
    check "the program in Go" document "$project" go program/main.go
    check "go vet of the program" go_vet
    check "go build of the program" go_build program
    check "what the program in Go prints" prints "$project" program/program
}
