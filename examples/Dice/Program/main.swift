import AditSwiftHost
import DiceCore

/// The actions by their words.
let throwActions: [String: (Die.Action) -> Game.Action] = [
    "header left": { .header(.left($0)) }, "header right": { .header(.right($0)) },
    "footer left": { .footer(.left($0)) }, "footer right": { .footer(.right($0)) },
]

/// Throws a die for each line, such as `header left` or `high footer right`, and prints what all dice show.
@MainActor func run() async throws {
    let core = try AppCore(diceApp())
    while let line = readLine() {
        let isHigh = line.hasPrefix("high ")
        guard let action = throwActions[String(isHigh ? line.dropFirst(5) : line[...])] else {
            let known = throwActions.keys.sorted().joined(separator: ", ")
            print("\(line): no die; \(known) is expected, with or without \"high\" before it")
            continue
        }
        core.send(action(isHigh ? .isThrownHigh : .isThrown))
        core.process()
        while let time = core.timeToNext {
            try await Task.sleep(for: time)
            core.process()
        }
        let state = core.state
        print(
            "header \(state.header.left.pips) \(state.header.right.pips),",
            "footer \(state.footer.left.pips) \(state.footer.right.pips)")
    }
}

try await run()
