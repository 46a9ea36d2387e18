import AditJSON

// The whole state, out and in.
extension FollowedStore {
    func makeExport() throws(CodingFailure) -> StateExport {
        let (state, types) = (store.cell.state, following.types)
        return try StateExport(version: upgrade.version) { walk throws(CodingFailure) in
            try types.visitParts(state, walk)
        }
    }

    func makeImport(
        from source: @escaping JSONStream.Source, depth: Int
    ) throws(CodingFailure) -> StateImport {
        let (state, types) = (store.cell.state, following.types)
        let shape = try StateShape { walk throws(CodingFailure) in try types.visitParts(state, walk) }
        return StateImport(from: source, depth: depth, shape, upgrade) { [store] value throws(CodingFailure) in
            let state = try types.read(value)
            return { store.replace(with: state) }
        }
    }
}

extension StateStore {
    /// Puts another state in the place of the present one.
    fileprivate func replace(with state: S) {
        cell.keepWayBack(transaction.willChange())
        cell.state = state
        transaction.didChange()
    }
}

extension Core {
    /// Puts a state that was read in the place of the present one, as one message does. It comes to stay with the batch's
    /// end; in the journal it has no changes, as they may be more than there is memory for.
    package func put(_ state: () -> Void, _ listener: any CoreListener) {
        persister?.hidesChanges = true
        transaction.begin()
        state()
        transaction.keep()
        if let sources { follow(sources, listener) }
    }
}
