import Adit
import AditC

/// The messages of the app `traps`: to end the process, in one way or another, and a message that does not trap.
@Message
enum Message: Sendable {
    case trap(Way)
    case relay(Way)
    case later(Way)
    case count
    case wasCounted(to: Int)

    enum Way: String, Sendable {
        case overflow, index, unwrapping, narrowing, failing, requiring, reaching, throwing, casting, text
    }
}

@Model
struct TrapState: State {
    private(set) var count = 0
    enum Change { case increase }
    mutating func apply(_: Change) { count += 1 }
}

/// Which numbers there are is not known to the compiler.
private struct Numbers {
    let all: [Int]
    let missing: Int?
    let any: Any
}

private struct Failure: Error {}

extension Message.Way {
    // The lines of these are in Tests/C/traps.c.
    fileprivate func go(_ numbers: Numbers) throws -> Int {
        switch self {
        case .overflow: return numbers.all[0] + .max
        case .index: return numbers.all[numbers.all.count + 2]
        case .unwrapping: return numbers.missing!
        case .narrowing: return Int(Int8(numbers.all[0] + 200))
        case .failing: fatalError("there are \(numbers.all.count) numbers")
        case .requiring:
            precondition(numbers.all.isEmpty, "the first is \(numbers.all[0])")
            return 0
        case .reaching: preconditionFailure("no way leads here")
        case .throwing: return try! numbers.all.map { if $0 > 0 { throw Failure() } else { $0 } }.count
        case .casting: return numbers.any as! Int
        case .text: return "abc"["abc".index("abc".startIndex, offsetBy: numbers.all.count + 3)].utf8.count
        }
    }
}

/// The app `traps`.
func trapsApp() -> App<TrapState, Message> {
    App("traps", state: TrapState()) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        return [
            Feature { message in
                let numbers = Numbers(all: [1, 2], missing: nil, any: "text")
                switch message {
                case .trap(let way): store.change(.increase); _ = try way.go(numbers)
                case .relay(let way): output(.trap(way))
                case .later(let way): effects.run { _ = try way.go(numbers) }
                case .count:
                    store.change(.increase)
                    output(.wasCounted(to: store.state().count))
                case .wasCounted: break
                }
            }
        ]
    }
}

/// The app of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(trapsApp()) }
