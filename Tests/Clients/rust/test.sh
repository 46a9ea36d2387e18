# Rust: of each app the types and the round trip, and a client of todo over the binding. Tests/Clients/test reads this.

# rust_project NAME SOURCE...: a package of these programs; all are built in the same folder.
rust_project() {
    project=$folder/$1
    shift
    mkdir -p "$project/src/bin" "$project/.cargo"
    ln -sfn "$root/bindings/rust" "$project/adit"
    cp "$here/rust/Cargo.toml" "$project"
    [ $# -eq 0 ] || cp "$@" "$project/src/bin"
    printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n' \
        >"$project/.cargo/config.toml"
}
rust_build() {
    env RUSTFLAGS=-Dwarnings cargo build --quiet --offline --manifest-path "$project/Cargo.toml" \
        --config "$project/.cargo/config.toml" --target-dir "$folder/target"
}

test_rust_app() {
    rust_project app "$here/rust/src/bin/driver.rs"
    generate "$project/src/client.rs"
    rm -f "$folder/target/debug/driver"
    check "cargo $app" rust_build
    [ "$app" = hard ] || check "rustfmt $app" rustfmt --check --edition 2021 "$project/src/client.rs"
    [ "$app" != counter ] || check "lines of $app in Rust" short "$project/src/client.rs" 100
    check "rust $app" round_trip "$app" "$work/$app.json" "$folder/target/debug/driver"
}

test_rust_client() {
    check "the types of adit-typed" own rust "$root/bindings/rust/typed/src/protocol.rs"
    check "rustfmt of adit-typed" cargo fmt --check --manifest-path "$root/bindings/rust/typed/Cargo.toml"
    rust_project misunderstood "$here/rust/src/bin/end_to_end.rs"
    generate "$project/src/client.rs" "$work/misunderstood.json"
    generate "$project/src/other.rs" "$work/other.json"
    check "cargo end to end" rust_build
    check "rust end to end" timeout 120 "$folder/target/debug/end_to_end" "$cores"
    rust_project chat "$here/rust/src/bin/source.rs"
    "$adit" generate --lang rust --output "$project/src/client.rs" "$showcase:chat"
    check "cargo source" rust_build
    check "rust source" timeout 120 "$folder/target/debug/source" "$showcase"
    rust_project document
    "$adit" generate --lang rust --output "$project/src/todo.rs" "$cores:todo"
    check "the program in Rust" document "$project" rust src/main.rs
    check "cargo of the program" rust_build
    check "what the program in Rust prints" prints "$project" "$folder/target/debug/clients"
}
