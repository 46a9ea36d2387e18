// What it costs to read a dependency in a core, and to draw an id and a date.
//
//     DependencyBenchmark MODE COUNT
//
// MODE is one of
//     stored, read, scoped, overridden     a date is asked for: of a stored property; of a dependency, with nothing
//                                          overridden, in a scope that overrides another one, in one that overrides it
//     feature                              a feature is called that has overrides of its own, and reads nothing
//     makeUUID, drawUUID                   an id is asked for: of a stored property; by drawn()
//     makeDate, drawDate                   a date likewise
// The core brings a date and ids that cost next to nothing.

import Adit

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

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    fatalError("usage: DependencyBenchmark MODE COUNT")
}
let ownDate = DateGenerator.constant(.epoch)
let ownUUID = UUIDGenerator.constant(UUID(high: 1, low: 1))
let environment = CoreEnvironment(context: .live) {
    $0.date = ownDate
    $0.uuid = ownUUID
}

func repeated(_ body: () -> Int) -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= body() }
    return sum
}

func run(_ mode: String) -> Int {
    let reader = Reader()
    let owner = Owner()
    switch mode {
    case "stored", "makeDate": return repeated { owner.read() }
    case "read": return repeated { reader.read() }
    case "scoped":
        return withDependencies {
            $0.uuid = .incrementing
        } operation: {
            repeated { reader.read() }
        }
    case "overridden":
        return withDependencies {
            $0.date = .constant(.epoch)
        } operation: {
            repeated { reader.read() }
        }
    case "feature":
        let feature = Feature<Int> { _ in }.dependency(\.date, ownDate).dependency(\.uuid, ownUUID)
        return repeated {
            try? feature.input(1)
            return 1
        }
    case "makeUUID": return repeated { owner.makeUUID() }
    case "drawUUID": return repeated { UUID.drawn().hashValue }
    case "drawDate": return repeated { Timestamp.drawn().seconds }
    default: fatalError("there is no mode \(mode)")
    }
}

environment.enter()
let sum = run(CommandLine.arguments[1])
environment.leave()
precondition(sum != 1)
