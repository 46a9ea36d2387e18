# TypeScript: of each app the types and the round trip, and a client of todo over the binding. Tests/Clients/test reads this.

export ADIT_NODE_ADDON="$folder/adit.node"
check "the addon of Node" node "$root/bindings/node/scripts/build.js" "$ADIT_NODE_ADDON"

# project NAME: a folder in which the compiler finds the package.
typescript_project() {
    project=$folder/$1
    mkdir -p "$project/node_modules"
    ln -sfn "$root/bindings/node" "$project/node_modules/adit"
    cp "$here/typescript/tsconfig.json" "$project"
    echo '{"type":"module"}' >"$project/package.json"
}

test_typescript_app() {
    typescript_project "$app"
    cp "$here/typescript/driver.ts" "$project"
    generate "$project/client.ts"
    check "tsc $app" tsc -p "$project"
    [ "$app" != counter ] || check "lines of $app in TypeScript" short "$project/client.ts" 100
    check "typescript $app" round_trip "$app" "$work/$app.json" node "$project/driver.js"
}

test_typescript_client() {
    "$adit" generate --lang typescript --protocol-types --output "$folder/protocol.js" "$work/todo.json"
    check "the types of adit/typed" own typescript "$root/bindings/node/lib/protocol.d.ts"
    check "the checks of adit/typed" diff "$root/bindings/node/lib/protocol.js" "$folder/protocol.js"
    typescript_project misunderstood
    cp "$here/typescript/end_to_end.ts" "$project"
    generate "$project/client.ts" "$work/misunderstood.json"
    generate "$project/other.ts" "$work/other.json"
    check "tsc end to end" tsc -p "$project"
    check "typescript end to end" timeout 120 node "$project/end_to_end.js" "$cores"
    without_serve || check "typescript in adit serve" serving "$cores" timeout 120 node "$project/end_to_end.js" "$served"
    typescript_project chat-source
    cp "$here/typescript/source.ts" "$project"
    "$adit" generate --lang typescript --output "$project/client.ts" "$showcase:chat"
    check "tsc source" tsc -p "$project"
    check "typescript source" timeout 120 node "$project/source.js" "$showcase"
    typescript_project document
    "$adit" generate --lang typescript --output "$project/todo.ts" "$cores:todo"
    check "the program in TypeScript" document "$project" typescript program.ts
    check "tsc of the program" tsc -p "$project"
    check "what the program in TypeScript prints" prints "$project" node program.js
}
