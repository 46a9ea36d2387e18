import AditJSON
import AditState

extension CoreBuilder where Message: WireMessage {
    /// Returns an app as a feature of this core, whose state comes and goes, such as that of a sheet: a child core that
    /// exists as long as its state is not nil.
    ///
    /// ```swift
    /// core.scope(.sheet, editorApp(), state: \.sheet, message: Message.sheet) {
    ///     if case .sheet(let message) = $0 { message } else { nil }
    /// }
    /// ```
    ///
    /// It is as a child of ``scope(_:_:state:key:message:from:)-(_,_,WritableKeyPath<S,ChildState>,_,_,_)``, with these
    /// differences: once a message, with all that it causes, has left nil as its state, its effects are cancelled and
    /// its sources end. An incoming message to a child that does not exist fails. A child that another feature ends does
    /// not handle the message, if it is after that feature in the list.
    ///
    /// - Parameters:
    ///   - case: the case of this core's messages that holds the child's.
    ///   - app: the child. Its initial state is not used.
    ///   - state: the property of the child's state.
    ///   - key: the property's key in JSON, for the change sets that the child observes; nil for the property's name.
    ///   - embed: converts a message of the child to one of this core.
    ///   - extract: returns the child's message in one of this core; nil if it contains none.
    public func scope<ChildState: State, ChildMessage>(
        _ case: Message.Case, _ app: App<ChildState, ChildMessage>, state: WritableKeyPath<S, ChildState?>,
        key: String? = nil, message embed: @escaping (ChildMessage) -> Message,
        from extract: @escaping (Message) -> ChildMessage?
    ) -> Feature<Message> {
        let (store, initial, observers) = (store, app.makeState(), PartObservers<S>())
        let pointer = store.pointer(to: state, key: key)
        return dynamicScope(`case`, app, keys: { $0[keyPath: state] == nil ? [] : [0] }, pointer: { _ in pointer }) {
            _ in
            store.scope(initial: initial, pointer: pointer, observers: observers) {
                $0[keyPath: state]
            } modify: { state_, body in
                body(&state_[keyPath: state]!)
            }
        } exists: { _ in
            store.state()[keyPath: state] != nil
        } count: {
            1
        } key: { _ in
            0
        } embed: { _, message in
            embed(message)
        } extract: { message in
            extract(message).map { (0, $0) }
        }
    }

    /// Returns an app as a feature of this core, once for each element of a table: child cores that come and go with
    /// the elements.
    ///
    /// ```swift
    /// core.scope(.row, rowApp(), each: \.rows, message: { .row(id: $0, $1) }) {
    ///     if case .row(let id, let message) = $0 { (id, message) } else { nil }
    /// }
    /// ```
    ///
    /// Each child's state is its element, and its messages carry the element's id. Otherwise it is as for a child that
    /// comes and goes. A child is built when its first message comes: a million elements cost nothing. If the app has
    /// sources, all are built, and each change of the state asks all.
    ///
    /// - Parameters:
    ///   - case: the case of this core's messages that holds the children's.
    ///   - app: the child. Its initial state is not used.
    ///   - table: the property of the children's states.
    ///   - key: the property's key in JSON, for the change sets that the children observe; nil for the property's name.
    ///   - embed: converts a message of the child with an id to one of this core.
    ///   - extract: returns the child's id and message in one of this core; nil if it contains none.
    public func scope<ID: LosslessStringConvertible & Sendable, ChildState: State & Identifiable, ChildMessage>(
        _ case: Message.Case, _ app: App<ChildState, ChildMessage>,
        each table: WritableKeyPath<S, Table<ID, ChildState>>,
        key: String? = nil, message embed: @escaping (ID, ChildMessage) -> Message,
        from extract: @escaping (Message) -> (ID, ChildMessage)?
    ) -> Feature<Message> where ChildState.ID == ID {
        let (store, initial, observers) = (store, app.makeState(), PartObservers<S>())
        let list = store.pointer(to: table, key: key)
        func pointer(of id: ID?) -> JSONPointer {
            JSONPointer(list.tokens + ["entities"] + (id.map { [String($0)] } ?? []))
        }
        return dynamicScope(`case`, app, keys: { $0[keyPath: table].map(\.id) }, pointer: pointer(of:)) { id in
            store.scope(initial: initial, pointer: pointer(of: id), observers: observers) { state in
                id.flatMap { state[keyPath: table][id: $0] }
            } modify: { state, body in
                if let id { state[keyPath: table].update(id) { body(&$0) } }
            }
        } exists: { id in
            store.state()[keyPath: table].contains(id: id)
        } count: {
            store.state()[keyPath: table].count
        } key: {
            ID($0)
        } embed: {
            embed($0, $1)
        } extract: {
            extract($0)
        }
    }

    /// - Parameters:
    ///   - pointer: returns the pointer of a child's part; for nil, of one without a part.
    ///   - part: returns the store of a child, likewise.
    ///   - key: returns a key, given the token of the pointer that follows those of `pointer(nil)`.
    private func dynamicScope<Key: Hashable, ChildState: State, ChildMessage>(
        _ case: Message.Case, _ app: App<ChildState, ChildMessage>, keys: @escaping (S) -> [Key],
        pointer: @escaping (Key?) -> JSONPointer,
        part: @escaping (Key?) -> StateStore<ChildState>, exists: @escaping (Key) -> Bool, count: @escaping () -> Int,
        key: @escaping (String) -> Key?,
        embed: @escaping (Key, ChildMessage) -> Message, extract: @escaping (Message) -> (Key, ChildMessage)?
    ) -> Feature<Message> {
        // Shows whether the app has sources.
        let model = ChildCore(app, part(nil), at: pointer(nil), in: self, embed: nil)
        let core = CoreBuilder(
            store: store, output: output, gateways: gateways, runner: runner, waiting: waiting, durable: durable,
            place: place, write: write)
        func name(_ key: Key?) -> ByteString { ByteString(place + pointer(key).description + "/") }
        let durable = ChildDurables(durable, in: name(nil), place: name, key: key)
        let children = ChildrenByKey<Key, ChildMessage>(
            runner, durable,
            build: { key in ChildCore(app, part(key), at: pointer(key), in: core) { embed(key, $0) } }, exists: exists,
            count: count)
        durable.onNeed { [weak children, store] in children?.buildMissing(keys(store.state())) }
        dynamicChildren.append(children)
        let (scope, hasSources) = (childSources.count, model.sources != nil)
        childSources.append { state in
            children.endMissing()
            return hasSources ? children.sources(of: keys(state), in: scope) : []
        }
        // Before any feature handles the message: one may end the child.
        childChecks.append { [name = app.name] message in
            guard let (key, _) = extract(message), !exists(key), message.direction.isIncoming else { return }
            throw ChildFailure(
                description: "found no child core \"\(name)\" for \(message.casePath): its state is not there")
        }
        return Feature(HandledCases([`case`], areShared: true)) { message in
            if let (key, child) = extract(message) { try children.handle(child, for: key) }
        }
    }
}

/// An error of a message to a child core that does not exist.
struct ChildFailure: Error, CustomStringConvertible {
    let description: String
}
