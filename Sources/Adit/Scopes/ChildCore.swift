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
    ///   - parent: the builder of the parent.
    ///   - output: receives its messages.
    init<S: State, ParentState: State, ParentMessage>(
        _ app: App<S, ChildMessage>, _ store: StateStore<S>, in parent: CoreBuilder<ParentState, ParentMessage>,
        output: @escaping Output<ChildMessage>
    ) {
        let child = CoreBuilder<S, ChildMessage>(
            store: store, output: output, gateways: parent.gateways, runner: parent.runner, waiting: parent.waiting)
        let (features, scopes) = parent.runner.scopes { app.build(child) }
        parent.runner.environment.warnOfDoubles(features.map(\.cases), of: app.name)
        input = app.types.makeInput(
            Router(
                middleware: child.middleware, receivers: child.childChecks + child.receivers, features: features,
                caseCount: app.types.caseCount))
        sources = child.allSources.map { sources in { sources(store.state()) } }
        children = child.dynamicChildren
        self.scopes = scopes
        child.letGo()
    }
}
