import Adit
import AditHost
import AditJSON
import AditSQLite
import AditState

/// A core of an app in a Swift program.
///
/// ```swift
/// let core = try AppCore(todoApp(), store: .file("todos.adit"), gateways: [reviewHost.served { print($0) }])
/// let viewState = core.viewState
/// core.send(.todo(.request(.add(item: TodoItem(text: "milk")))))
/// core.process()
/// print(viewState.items.count)
/// ```
///
/// It has no thread. The program drives it: by ``process()`` from its own loop, or by `run()` as a task. All
/// members are used on one thread or actor at a time; ``sender`` sends from others. A core that is released closes.
public final class AppCore<S: State, Message> {
    let hosted: HostedCore
    let listener: TypedListener<Message>
    let server: GatewayServer
    let wakeup: Wakeup
    var subscribers: [Int: AsyncStream<AppCoreOutput<Message>>.Continuation] = [:]
    var lastSubscriber = 0
    var isDriving = false
    /// The store of the state, for observers. Messages change the state: a change outside of one has no journal entry.
    public let store: StateStore<S>
    /// The state for views, with the last message.
    public let viewState: ViewState<S, Message>

    /// Opens a core with its state in memory.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - state: the initial state; nil for the app's own.
    ///   - receivers: receive every message before the features do, after the app's own receivers.
    ///   - gateways: the gateways and sources that the program serves.
    ///   - limits: the limits of queues and effects.
    ///   - clock: the clock of effects.
    ///   - undo: whether messages can be undone; the app has to offer it.
    ///   - dependencies: sets the core's dependencies.
    /// - Throws: ``AppCoreError`` if a limit is out of range, or the app offers no undo.
    public convenience init(
        _ app: App<S, Message>, state: S? = nil, receivers: [Input<Message>] = [], gateways: [ServedGateway] = [],
        limits: AppCoreLimits = AppCoreLimits(), clock: EffectRunner.Clock = .real, undo: Bool = false,
        dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
    ) throws(AppCoreError) {
        try self.init(
            app, state, nil, SQLiteEngine(), receivers, gateways, limits, clock, undo, dependencies)
    }

    /// Opens a core with its state in a file, which is created if it does not exist, and migrated if it is of an older
    /// version. C hosts use the same files.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - store: the file, and its options.
    ///   - engine: the engine of the file.
    ///   - receivers: receive every message before the features do, after the app's own receivers.
    ///   - gateways: the gateways and sources that the program serves.
    ///   - limits: the limits of queues and effects.
    ///   - clock: the clock of effects.
    ///   - undo: whether messages can be undone; the app has to offer it.
    ///   - dependencies: sets the core's dependencies.
    /// - Throws: ``AppCoreError`` if the file cannot be used, or a limit is out of range, or the app offers no undo.
    public convenience init(
        _ app: App<S, Message>, store: AppCoreStore, engine: any StorageEngine = SQLiteEngine(),
        receivers: [Input<Message>] = [], gateways: [ServedGateway] = [], limits: AppCoreLimits = AppCoreLimits(),
        clock: EffectRunner.Clock = .real, undo: Bool = false,
        dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
    ) throws(AppCoreError) {
        try self.init(app, nil, store, engine, receivers, gateways, limits, clock, undo, dependencies)
    }

    private init(
        _ app: App<S, Message>, _ state: S?, _ file: AppCoreStore?, _ engine: any StorageEngine,
        _ receivers: [Input<Message>], _ gateways: [ServedGateway], _ limits: AppCoreLimits,
        _ clock: EffectRunner.Clock, _ undo: Bool, _ dependencies: @escaping (inout DependencyValues) -> Void
    ) throws(AppCoreError) {
        let config = configText(file, gateways.map(\.name), limits, clock, undo: undo)
        var show: (Message) -> Void = { _ in }
        do {
            let opening = try Opening(parsing: config, storage: engine, dependencies: dependencies)
            // The view state exists once the store does.
            let app = app.adding(receivers: receivers + [{ show($0) }])
            let (core, store) = try app.open(opening, state: state, storage: engine, context: nil)
            let viewState = ViewState<S, Message>(store: store)
            show = { [weak viewState] in viewState?.handle(msg: $0) }
            var typed: TypedListener<Message>?
            hosted = try HostedCore(core, opening, buffer: MessageBuffer(), isPulled: false) { writer in
                let listener = TypedListener<Message>(writer, isStored: core.loop.persister != nil)
                typed = listener
                return listener
            }
            self.store = store
            self.viewState = viewState
            listener = typed.unsafelyUnwrapped
        } catch let error as HostError {
            throw AppCoreError(error)
        } catch {
            throw AppCoreError(HostError(.config, "\(error)"))
        }
        let wakeup = Wakeup()
        self.wakeup = wakeup
        hosted.onWork { wakeup.signal() }
        server = GatewayServer(gateways, Replying(hosted, wakeup))
    }

    deinit { close() }

    /// The current state. While it is unknown whether the last batch is written, that is the state before it.
    public var state: S { store.state() }

    /// The number of messages that have changed the state.
    public var revision: Int { hosted.loop.writtenRevision }

    /// The number of effects in flight.
    public var effectCount: Int { hosted.loop.effects.count }

    /// The causal trace as text; nil without `limits.trace`.
    public var trace: String? { hosted.loop.effects.trace?.text }

    /// Whether the core is closed.
    public var isClosed: Bool { hosted.isClosed }

    /// A sender of messages for other threads and actors.
    public var sender: Sender { Sender(Replying(hosted, wakeup)) }

    /// Enqueues a message. It is handled when the program drives the core.
    ///
    /// - Parameters:
    ///   - message: an incoming message.
    ///   - id: marks everything that the message causes.
    ///   - group: a group of messages that are undone together, if they follow each other.
    ///   - dependencies: sets dependencies for the message and everything that it causes.
    /// - Returns: whether it was enqueued. If not, an output says why; a closed core has none.
    @discardableResult
    public func send(
        _ message: Message, id: String? = nil, group: String? = nil,
        with dependencies: ((inout DependencyValues) -> Void)? = nil
    ) -> Bool {
        var cause: Cause?
        if id != nil || group != nil || dependencies != nil {
            var values = hosted.loop.environment.values
            dependencies?(&values)
            cause = Cause(id: id.map { .text($0) }, values: dependencies == nil ? nil : values, group: group)
        }
        do throws(HostError) {
            try hosted.enqueue(MessageBox(message), of: cause)
            wakeup.signal()
            return true
        } catch {
            deliver(.output(.failure(AppCoreFailure(message, AppCoreError(error)), of: id)))
            return false
        }
    }

    /// Closes the core: cancels its effects, reports the queued messages as failures, ends ``outputs`` and closes the
    /// file. Without effect while the core handles a message, as in a receiver.
    public func close() {
        guard !hosted.isClosed, !isDriving else { return }
        isDriving = true
        hosted.enter()
        hosted.endBatch()
        hosted.endHold { hosted.hasWork }
        let hasEnded = hosted.endEffects()
        let closed = AppCoreError(HostError(.closed, "the core closed before the message was handled"))
        for (message, cause) in hosted.removeQueued() {
            let message = message.message(as: Message.self)
            listener.add(.output(.failure(AppCoreFailure(message, closed), of: cause?.id?.text)))
        }
        hosted.close()
        hosted.endBatch()
        hosted.leave()
        if !hasEnded { hosted.abandonEffects() }
        deliverAll()
        server.cancelAll()
        for subscriber in subscribers.values { subscriber.finish() }
        subscribers = [:]
        wakeup.signal()
    }
}

extension AppCore {
    /// The outputs from now on: outgoing messages and failures, in order. Each access makes a separate sequence.
    ///
    /// It ends when the core closes. Outputs that are not read yet are kept in memory.
    public var outputs: AsyncStream<AppCoreOutput<Message>> {
        let (stream, continuation) = AsyncStream<AppCoreOutput<Message>>.makeStream()
        guard !isClosed else {
            continuation.finish()
            return stream
        }
        lastSubscriber += 1
        subscribers[lastSubscriber] = continuation
        return stream
    }
}

extension AppCore {
    /// A sender of messages to a core. Any thread.
    public struct Sender: Sendable {
        private let replying: Replying

        init(_ replying: Replying) { self.replying = replying }

        /// Enqueues a message.
        ///
        /// - Throws: ``AppCoreError`` if the queue is full, the core is closed, or it does not receive such messages.
        public func send(_ message: sending Message) throws(AppCoreError) {
            do { try replying.enqueue(MessageBox(message)) } catch { throw AppCoreError(error) }
        }
    }
}
