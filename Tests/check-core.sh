#!/bin/sh
# Whether scripts/check-core finds what does not belong in a core, and says what to use instead.
#
# usage: check-core.sh ROOT
set -u
cd "$1" || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
    printf '%s: %s\n' "$0" "$*" >&2
    exit 1
}

# GIVEN the example cores, and that of docs/writing-a-core.md WHEN they are checked THEN there is nothing to say
for core in examples/Cores/[!A]*/; do
    scripts/check-core "$core" || fail "found the above in the core $core"
done
for document in examples/documents/00*; do
    scripts/check-core "$document" || fail "found the above in $document"
done
scripts/check-core Tests/Package/Sources/ShelfCore || fail "found the above in the core of the package"

# GIVEN a core with a mistake of each kind
mkdir "$folder/Core"
cat >"$folder/Core/Bad.swift" <<'SWIFT'
import Adit
import Foundation
@preconcurrency import Dispatch
public import struct Foundation.Date

let a = Date()
let b = UUID()
let c = Int.random(in: 0..<max(1, 2))
let d = [1, 2].shuffled()
let e = ContinuousClock().now
func f() async throws {
    try await Task.sleep(for: .seconds(1))
    Task { print("x") }
    Task.detached { }
    Task(priority: .low) { }
    DispatchQueue.global().async { }
}
SWIFT
# and what only looks like one
cat >"$folder/Core/Good.swift" <<'SWIFT'
import Adit

// Date(), and UUID() are not for cores; nor is import Foundation.
/* Task.sleep
   Task { } */
let a = "Task.sleep \(1) UUID()"
let b = """
    import Foundation
    Task { }
    """
let c = UUID(from: reader)
let d = Int.random(in: 0..<2, using: &generator)
let e = [1].shuffled(using: &generator)
let f = MyTask { }
let g = message.Date()
enum ClockKey: DependencyKey {
    static var liveValue: ContinuousClock { ContinuousClock() }  // check-core: allow, as it is the live one
}
struct UploadTask { let task: Task<Void, Never> }
SWIFT
# WHEN it is checked THEN each is named with its line and its remedy, and nothing else
found=$(cd "$folder" && "$OLDPWD/scripts/check-core" Core)
[ $? -eq 1 ] || fail "expected the exit status 1"
date='use @Dependency(\.date), or Timestamp.drawn() for an initial value'
random='use @Dependency(\.random): random { … .random(in: …, using: &$0) }'
effect='start an effect, effects.run { … }; inside of one, use async let or a task group'
module='a core imports Adit alone; put what it needs of the system behind a dependency or a gateway'
expected="Core/Bad.swift:2: found Foundation; $module
Core/Bad.swift:3: found Dispatch; $module
Core/Bad.swift:4: found Foundation; $module
Core/Bad.swift:6: found Date(); $date
Core/Bad.swift:7: found UUID(); use @Dependency(\.uuid), or UUID.drawn() for an initial value
Core/Bad.swift:8: found .random(in: 0..<max(1, 2)); $random
Core/Bad.swift:9: found .shuffled(); $random
Core/Bad.swift:10: found ContinuousClock; use @Dependency(\.clock): it is the core's, which tests and hosts can move
Core/Bad.swift:12: found Task.sleep; use try await clock.sleep(for: …) with @Dependency(\.clock), or effects.after(…)
Core/Bad.swift:13: found Task {; $effect
Core/Bad.swift:13: found print(; use @Dependency(\.logger), or put out a message
Core/Bad.swift:14: found Task.detached; $effect
Core/Bad.swift:15: found Task(priority; $effect
Core/Bad.swift:16: found DispatchQueue; $effect"
[ "$found" = "$expected" ] || fail "expected
$expected
found
$found"

# GIVEN a use case that calls features, and a feature that calls another WHEN they are checked THEN each call is named, and what goes the
# way of the messages is not
mkdir "$folder/Way"
cat >"$folder/Way/Way.swift" <<'SWIFT'
import Adit

struct AddUseCase: UseCase {
    let tell: Input<Message>
    let output: @escaping Output<Message>
    let respond: (Response) -> Void
    func request(_ request: Request) throws {
        try createTagFeature(store: store, output: output)(.tag)
        respond(.wasAdded)
    }
}
extension AddUseCase {
    final class Interactor { let feature = Feature(.tag) { _ in } }
}
func createTagFeature(store: Store, output: @escaping Output<Message>) -> Input<Message> {
    let adder = AddUseCase(store: store) { output(.wasAdded) }
    return { message in adder.request(.add) }
}
func createListFeature(store: Store, tags: @escaping Input<Message>, output: @escaping Output<Message>) -> Input<Message> {
    let inner = createTagFeature(store: store, output: output)
    return { message in try inner(message) }
}
func createFeatures() -> [Feature<Message>] { [Feature(.tag, createTagFeature()), Feature(createListFeature())] }
SWIFT
found=$(cd "$folder" && "$OLDPWD/scripts/check-core" Way)
[ $? -eq 1 ] || fail "expected the exit status 1 for calls against the direction"
responds='the use case AddUseCase responds, and its feature makes a message of the response'
calls='createListFeature calls use cases only; what other features are to hear is a message that it puts out'
expected="Way/Way.swift:4: found Input; $responds
Way/Way.swift:5: found Output; $responds
Way/Way.swift:8: found createTagFeature; $responds
Way/Way.swift:13: found Feature; $responds
Way/Way.swift:19: found Input; $calls
Way/Way.swift:20: found createTagFeature; $calls"
[ "$found" = "$expected" ] || fail "expected
$expected
found
$found"

# GIVEN a folder without sources WHEN it is checked THEN that is no success
mkdir "$folder/Empty"
scripts/check-core "$folder/Empty" 2>/dev/null && fail "expected a failure of a folder without sources"
scripts/check-core 2>/dev/null && fail "expected a failure without a folder"

# GIVEN iterations over dictionaries and sets WHEN they are checked THEN those are named whose order goes into something that has one
mkdir "$folder/Order"
cat >"$folder/Order/Bad.swift" <<'SWIFT'
import Adit

struct State {
    var tags: Set<String> = []
    var prices: [String: Int] = [:]
    var names: [String] = []
    var byList: Dictionary<Int, [Int]>?
}
enum Change { case set(labels: Set<String>), order([String]) }

func f(state: State, output: (String) -> Void, marks: [Int: String]) {
    for tag in state.tags { output(tag) }
    for (_, price) in state.prices where price > 0 {
        list.append(price)
    }
    let a = Array(state.tags)
    let b = state.prices.map { $0.key }
    let c = state.prices.keys.filter { $0 != "" }.compactMap { Int($0) }
    state.prices.values.forEach { output("\($0)") }
    let d = state.tags.first
    list.append(contentsOf: marks.values)
    let seen = Set(state.names)
    for name in seen.union(other) { respond(.was(name)) }
    let e = store.state().tags.joined(separator: ",")
    for key in state.byList!.keys { if key > 1 { return key } }
    let g = state.prices.reduce("") { $0 + $1.key }
}
typealias Labels = Set<String>
func k(state: State, labels: Labels, output: (String) -> Void) {
    let tags = state.tags
    for tag in tags { output(tag) }
    if let lists = state.byList { output(lists.map { $0.key }) }
    guard let more = state.byList?.keys else { return }
    for key in more { output("\(key)") }
    let (cheap, again) = (1, tags)
    let kept = tags.filter { $0 != "" }
    for tag in kept { output(tag) }
    for label in labels { output(label) }
}
func h(_ change: Change) -> Set<String> {
    if case .set(let labels) = change { return Set(labels.map { $0 + "" }) }
    for x in h(change) { output(x) }
}
SWIFT
cat >"$folder/Order/Good.swift" <<'SWIFT'
import Adit

struct Other {
    var rows: Table<Int, Row> = []
    var codes: Set<Int> = []
    var sizes: [Int: Int] = [:]
    var lists: [[Int: Int]] = []
    let made: (Int) -> [Int: Int]
}
func g(_ other: Other, _ names: [String]) {
    for code in other.codes.sorted() { output(code) }
    for (id, size) in other.sizes { total += size; copy[id] = size }
    for row in other.rows { output(row) }
    for list in other.lists { output(list) }
    for size in other.sizes.values { if size > 3 { return true } }
    let a = other.codes.map { $0 + 1 }.sorted()
    let b = Set(other.codes.map { $0 * 2 })
    let c = other.sizes.values.reduce(0, +) + other.sizes.values.reduce(0) { $0 + $1 }
    let d = other.sizes[3].map { $0 }
    let e = other.codes.contains(3) || other.codes.allSatisfy { $0 > 1 }
    let f = other.sizes.mapValues { $0 + 1 }
    for code in other.codes { output(code) }  // check-core: allow, as nobody listens
    let codes = names
    for code in codes { output(code) }
    let h = other.sizes.keys.map { $0 }.max()
    let i = other.codes.reduce(into: [:]) { $0[$1] = true }
    var sizes = other.sizes
    sizes[3] = nil
    Table(other.rows).map(\.id)
    let sorted = other.codes.sorted()
    for code in sorted { output(code) }
    let rows = other.rows
    for row in rows { output(row) }
    let first = other.codes.count
    let texts = other.sizes.values.map { "\($0)" }.sorted()
    for text in texts { output(text) }
}
SWIFT
found=$(cd "$folder" && "$OLDPWD/scripts/check-core" Order)
[ $? -eq 1 ] || fail "expected the exit status 1 for iterations"
expected=$(for each in 12:tags 13:prices 16:tags 17:prices 18:prices 19:prices 20:tags 21:marks 23:seen 24:tags 25:byList 26:prices 31:tags 32:lists 34:more 37:kept 38:labels 42:h; do
    echo "Order/Bad.swift:${each%%:*}: found ${each#*:}; iterate over .sorted(), or keep the elements in a Table: the order differs from process to process, and so would a replay"
done)
[ "$found" = "$expected" ] || fail "expected
$expected
found
$found"
