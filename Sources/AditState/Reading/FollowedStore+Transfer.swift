import AditJSON

// Export and import of the whole state.
extension FollowedStore {
    package func makeExport(masksSecrets: Bool) throws(CodingFailure) -> StateExport {
        let (state, types) = (store.cell.state, following.types)
        return try StateExport(version: upgrade.version, masksSecrets: masksSecrets) { walk throws(CodingFailure) in
            try types.visitParts(state, walk)
        }
    }

    package func makeImport(
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
    /// Replaces the present state.
    fileprivate func replace(with state: S) {
        cell.beginUndo(transaction.willChange())
        cell.state = state
        transaction.didChange()
    }
}
