import Adit

/// Runs something as a core's loop does, with nothing overridden that the core does not bring.
func inCore<R>(
    _ context: DependencyContext = .test, bringing bring: (inout DependencyValues) -> Void = { _ in },
    _ body: (CoreEnvironment) throws -> R
) rethrows -> R {
    let environment = CoreEnvironment(context: context, bring)
    environment.watchStrayTasks()
    environment.enter()
    defer { environment.leave() }
    return try body(environment)
}

extension Timestamp {
    /// 2026-11-21T19:00:00Z.
    static let evening = Timestamp(seconds: 1_795_287_600) ?? .epoch
    /// Half a day later.
    static let morning = evening.advanced(byNanoseconds: 43_200_000_000_000)
}
