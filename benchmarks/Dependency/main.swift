// What it costs to read a dependency in a core, and to draw an id and a date.
//
//     DependencyBenchmark MODE COUNT
//
// MODE is one of
//     stored, read, scoped, overridden     a date is asked for: of a stored property; of a dependency, with nothing
//                                          overridden, in a scope that overrides another one, in one that overrides it
//     plain, overriding                    a feature is called; it has overrides of its own
//     makeUUID, drawUUID                   an id is asked for: of a stored property; by drawn()
//     makeDate, drawDate                   a date likewise
// The core brings a date and ids that cost next to nothing.

import Adit
import AditSwiftHost

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    fatalError("usage: DependencyBenchmark MODE COUNT")
}
let mode = CommandLine.arguments[1]
let app = App<Sum, Message>("dependency", state: Sum()) { core in
    let overridden = Feature<Message> { if case .nothing = $0 { core.store.change(.add(1)) } }
        .dependency(\.date, ownDate).dependency(\.uuid, ownUUID)
    let plain = Feature<Message> { message in
        switch message {
        case .run: core.store.change(.add(run(mode, count)))
        case .nothing: core.store.change(.add(1))
        }
    }
    return [mode == "overriding" ? overridden : plain]
}
let core = try AppCore(app) {
    $0.date = ownDate
    $0.uuid = ownUUID
}
switch mode {
case "plain", "overriding":
    for _ in 0..<count {
        core.send(.nothing)
        core.process()
    }
default:
    core.send(.run)
    core.process()
}
precondition(core.state.value != 1)
