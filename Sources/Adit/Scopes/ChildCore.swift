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
