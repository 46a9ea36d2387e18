import Adit

/// The work that follows an action, and ends in further actions. It runs with the dependencies of the reducer that
/// returned it.
public struct ReducerEffect<Action> {
    /// Some work, on the core's loop: it sends the actions in which it ends.
    public typealias Work = (_ send: @escaping (Action) -> Void) async throws -> Void

    /// The works, each with the dependencies of its reducer.
    private var works: [(DependencyValues.Continuation, Work)] = []

    /// No work.
    public static var none: Self { Self() }

    /// Some work, with the current dependencies.
    public static func run(_ work: @escaping Work) -> Self {
        withEscapedDependencies { Self(works: [($0, work)]) }
    }

    /// This work and another one, side by side.
    public func merged(with other: Self) -> Self { Self(works: works + other.works) }

    /// The same work with actions of a parent.
    public func map<Parent>(_ embed: @escaping (Action) -> Parent) -> ReducerEffect<Parent> {
        ReducerEffect<Parent>(
            works: works.map { continuation, work in (continuation, { send in try await work { send(embed($0)) } }) })
    }

    /// Starts the works as effects of a core. The core's loop.
    ///
    /// - Parameters:
    ///   - effects: runs them.
    ///   - output: receives their actions.
    public func start(by effects: Effects, output: @escaping Output<Action>) {
        for (continuation, work) in works {
            continuation.yield { effects.run { try await work(output) } }
        }
    }
}
