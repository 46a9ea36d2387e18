import Adit

let ownDate = DateGenerator.constant(.epoch)
let ownUUID = UUIDGenerator.constant(UUID(high: 1, low: 1))

/// Something that has dependencies, as use cases and models do.
final class Reader {
    @Dependency(\.date) var date

    @inline(never) func read() -> Int { date().seconds }
}

/// The same with values of its own.
final class Owner {
    let date = ownDate
    let uuid = ownUUID

    @inline(never) func read() -> Int { date().seconds }
    @inline(never) func makeUUID() -> Int { uuid().hashValue }
}

@Message enum Message: Sendable {
    case run
    case nothing
}

@Model struct Sum: State {
    var value = 0

    enum Change { case add(Int) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let number): value &+= number
        }
    }
}

private func repeated(_ count: Int, _ body: () -> Int) -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= body() }
    return sum
}

/// Measures a mode of a reader.
func run(_ mode: String, _ count: Int) -> Int {
    let reader = Reader()
    let owner = Owner()
    switch mode {
    case "stored", "makeDate": return repeated(count) { owner.read() }
    case "read": return repeated(count) { reader.read() }
    case "scoped":
        return withDependencies {
            $0.uuid = .incrementing
        } operation: {
            repeated(count) { reader.read() }
        }
    case "overridden":
        return withDependencies {
            $0.date = .constant(.epoch)
        } operation: {
            repeated(count) { reader.read() }
        }
    case "makeUUID": return repeated(count) { owner.makeUUID() }
    case "drawUUID": return repeated(count) { UUID.drawn().hashValue }
    case "drawDate": return repeated(count) { Timestamp.drawn().seconds }
    default: fatalError("there is no mode \(mode)")
    }
}
