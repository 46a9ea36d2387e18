import Adit
import AditState
public import Observation

/// The state of a core for views: each part is observed by itself.
///
/// ```swift
/// withObservationTracking { label.text = "\(viewState.items.count)" } onChange: { … }
/// ```
///
/// A read of `viewState.items` is followed by changes of that part of the state only, once after each batch that changed
/// it. Used where the core is driven.
///
/// Source: "Core|UI: Example Feature", 003, where it is an observable object with a `handle(msg:)` among the receivers.
@dynamicMemberLookup
public final class ViewState<S: State, Message>: Observable {
    private let store: StateStore<S>
    private let registrar = ObservationRegistrar()
    /// The parts that were read, which the store's observers follow.
    private var followed: Set<AnyKeyPath> = []
    private var last: Message?

    /// Follows a store.
    public init(store: StateStore<S>) { self.store = store }

    /// The whole state. Its observers are notified of every change.
    public var state: S { self[dynamicMember: \.self] }

    /// A part of the state.
    public subscript<Value>(dynamicMember path: KeyPath<S, Value>) -> Value {
        follow(path)
        registrar.access(self, keyPath: \.[dynamicMember: path])
        return store.state()[keyPath: path]
    }

    /// The last message that the core has handled; nil before the first.
    public var message: Message? {
        registrar.access(self, keyPath: \.message)
        return last
    }

    /// Receives a message, as a receiver of the core.
    public func handle(msg: Message) { registrar.withMutation(of: self, keyPath: \.message) { last = msg } }

    private func follow<Value>(_ path: KeyPath<S, Value>) {
        guard followed.insert(path).inserted else { return }
        store.updated(path) { [weak self] in
            guard let self else { return }
            registrar.withMutation(of: self, keyPath: \.[dynamicMember: path]) {}
        }
    }
}
