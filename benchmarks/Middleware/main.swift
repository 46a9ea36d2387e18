// What middleware costs a message that goes in and out as JSON.
//
//     MiddlewareBenchmark none|five|logging|figures|analytics|crashes COUNT
//
// COUNT messages are sent to a core of the counter, one a batch: through no middleware, through five that look at each
// message and forward it, or through one of those in the box.

import Adit
import AditC
import CAdit

/// A counter with middleware.
func app(
    _ name: String, _ middleware: @escaping @Sendable (CoreBuilder<CounterState, Message>) -> [Middleware<Message>]
)
    -> App<CounterState, Message>
{
    App(name, state: CounterState()) { core in
        core.middleware = middleware(core)
        return [
            Feature(.counter) { message in
                guard case .counter(.request(.increment(let number))) = message else { return }
                core.store.change(.add(number))
                core.output(.counter(.response(.wasIncremented(to: core.store.state().value))))
            }
        ]
    }
}

/// Looks at each message: whether it would come to nothing.
func look(_ limit: Int) -> Middleware<Message> {
    { message, next in
        if case .counter(.request(.increment(let number))) = message, number > limit { return }
        try next(message)
    }
}

@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer {
    export(
        app("none") { _ in [] }, app("five") { _ in (1...5).map { look(1_000_000 + $0) } },
        app("logging") { _ in [loggingMiddleware()] },
        app("figures") {
            $0.useFigures()
            return []
        },
        app("analytics") { _ in [analyticsMiddleware { _ in }] },
        app("crashes") { _ in [crashReportMiddleware { _ in }] })
}

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    fatalError("usage: MiddlewareBenchmark none|five|logging|figures|analytics|crashes COUNT")
}
var core: adit_core = 0
var heard = 0
let hear: adit_message_fn = { context, _, _, length in context?.assumingMemoryBound(to: Int.self).pointee += length }
guard adit_open(UInt32(ADIT_ABI_VERSION), CommandLine.arguments[1], "{}", -1, hear, &heard, nil, &core, nil) == 0 else {
    fatalError("there is no such core")
}
for _ in 0..<count {
    adit_send(core, #"{"counter":{"request":{"increment":{"by":1}}}}"#, -1, nil)
    adit_process(core, 0)
}
precondition(adit_close(core, 0) == 0 && heard > count)
