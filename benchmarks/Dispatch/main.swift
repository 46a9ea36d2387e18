// What it costs to dispatch a message, with 4 features and with 256.
//
//     DispatchBenchmark 4|256 COUNT
//
// Each feature handles a case of its own. COUNT messages are handled, of one case after the other.

import Adit
import AditSwiftHost

@Model
struct Sum: State {
    var value = 0
    enum Change { case add(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let number): value &+= number
        }
    }
}

func run<M: WireMessage & SendableMetatype>(
    _: M.Type, _ features: @escaping @Sendable (StateStore<Sum>) -> [Feature<M>], _ messages: [M], count: Int
) -> Int {
    let core = try! AppCore(App("dispatch", state: Sum()) { features($0.store) })
    for first in stride(from: 0, to: count, by: 1_000) {
        for number in first..<min(first + 1_000, count) { core.send(messages[number % messages.count]) }
        core.process()
    }
    return core.state.value
}

/// A feature for each case, which adds the message's number to the sum.
func features<M: WireMessage>(_ store: StateStore<Sum>, _ number: @escaping (M) -> Int) -> [Feature<M>] {
    M.Case.allCases.map { name in Feature(name) { store.change(.add(number($0))) } }
}

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    fatalError("usage: DispatchBenchmark 4|256 COUNT")
}
let sum =
    switch CommandLine.arguments[1] {
    case "4":
        run(Cases4.self, { features($0) { $0.caseIndex } }, [.c000(0), .c001(1), .c002(2), .c003(3)], count: count)
    default:
        run(Cases256.self, { features($0) { $0.caseIndex } }, [.c000(0), .c085(1), .c170(2), .c255(3)], count: count)
    }
precondition(sum > 0 || count == 0)
