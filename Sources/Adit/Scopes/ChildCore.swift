import AditJSON
import AditState

/// A child core, as the core that contains it uses it. The core's loop.
struct ChildCore<ChildMessage> {
    /// Its input, with its receivers and middleware.
    let input: Input<ChildMessage>
    /// Returns its sources in its present state; nil if it has none.
    let sources: (() -> [Source])?
    /// The cores in it that come and go.
    let children: [any DynamicChildren]
    /// The scopes of its effects.
    let scopes: Range<Int>

    /// Builds a child core.
    ///
    /// - Parameters:
    ///   - app: the child.
    ///   - store: the store of its state, a part of the parent's.
    ///   - pointer: the pointer of its state in the parent's.
    ///   - parent: the builder of the parent.
    ///   - embed: converts its messages to the parent's; nil for a child that handles none.
    init<S: State, ParentState: State, ParentMessage>(
        _ app: App<S, ChildMessage>, _ store: StateStore<S>, at pointer: JSONPointer,
        in parent: CoreBuilder<ParentState, ParentMessage>, embed: ((ChildMessage) -> ParentMessage)?
    ) {
        let (output, write) = (parent.output, parent.write)
        let child = CoreBuilder<S, ChildMessage>(
            store: store, output: { if let embed { output(embed($0)) } }, gateways: parent.gateways,
            runner: parent.runner,
            waiting: parent.waiting, durable: parent.durable, place: parent.place + pointer.description + "/",
            write: { message, writer throws(CodingFailure) in if let embed { try write(embed(message), writer) } })
        let (features, scopes) = parent.runner.scopes { app.build(child) }
        parent.runner.environment.warnOfDoubles(features.map(\.cases), of: app.name)
        input = app.types.makeInput(
            Router(
                middleware: child.middleware, receivers: child.childChecks + child.receivers, features: features,
                caseCount: app.types.caseCount))
        sources = child.allSources.map { sources in { sources(store.state()) } }
        children = child.dynamicChildren
        self.scopes = scopes
        child.release()
    }
}

extension App {
    /// Returns the app's views as views of a core in which it is a child.
    ///
    /// ```swift
    /// App("household", state: HouseholdState(), gateways: todoApp().gateways,
    ///     views: todoApp().views(of: \.kitchen, named: "kitchen")) { core in … }
    /// ```
    ///
    /// - Parameters:
    ///   - path: the property of the child's state.
    ///   - prefix: stands before the name of each view, and a full stop: `kitchen.openCount`.
    public func views<Whole: State>(of path: KeyPath<Whole, S> & Sendable, named prefix: String) -> [View<Whole>] {
        views.map { $0.within(named: "\(prefix).\($0.name)") { $0[keyPath: path] } }
    }

    /// Returns the app's views as views of a core in which it is a child that comes and goes. They have values while it
    /// exists.
    ///
    /// - Parameters:
    ///   - path: the property of the child's state.
    ///   - prefix: stands before the name of each view, and a full stop.
    public func views<Whole: State>(of path: KeyPath<Whole, S?> & Sendable, named prefix: String) -> [View<Whole>] {
        views.map { $0.within(named: "\(prefix).\($0.name)") { $0[keyPath: path] } }
    }
}

/// The durable effects of the child cores of one scope, by the places of the children. The core's loop.
struct ChildDurables<Key> {
    private weak var durable: DurableEffects?
    private let list: ByteString
    private let place: (Key) -> ByteString
    private let key: (String) -> Key?

    /// - Parameters:
    ///   - list: the beginning of the names of all children's durable effects.
    ///   - place: returns the beginning of those of one child.
    ///   - key: returns the key of a child by what follows the list in its pointer, unescaped.
    init(
        _ durable: DurableEffects?, in list: ByteString, place: @escaping (Key) -> ByteString,
        key: @escaping (String) -> Key?
    ) {
        self.durable = durable
        self.list = list
        self.place = place
        self.key = key
    }

    /// Whether any core has pending durable effects.
    var arePending: Bool { durable.map { !$0.isEmpty } ?? false }

    /// Returns keys of children among which are those of the children with pending effects.
    ///
    /// - Complexity: O(1) if the core has none; otherwise O(*n*) for as many pending effects or children, whichever are fewer.
    func keys(among children: some Collection<Key>) -> [Key] {
        guard let durable, !durable.isEmpty else { return [] }
        guard durable.count < children.count else { return Array(children) }
        return durable.names.compactMap { name in
            guard name.isBelow(list) else { return nil }
            let token = name.string.utf8.dropFirst(list.string.utf8.count).prefix { $0 != UInt8(ascii: "/") }
            return JSONPointer("/" + String(Substring(token)))?.tokens.first.flatMap(key)
        }
    }

    /// Whether a child has stored effects. Called while the children are built.
    func areStored(of key: Key) -> Bool { durable?.areStored(below: place(key)) ?? false }

    /// Sets the function that builds the children with pending effects, before these begin.
    func onNeed(_ build: @escaping () -> Void) { durable?.builders.append(build) }

    /// Cancels the effects of a child that ends.
    func end(_ key: Key, _ runner: EffectRunner) {
        guard arePending else { return }
        runner.ask(.durable(.endChild(place(key))))
    }
}
