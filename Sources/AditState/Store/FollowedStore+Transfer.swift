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
            return { store.modify { $0 = state } }
        }
    }
}

extension FollowedStore {
    package func revert(_ batches: [UndoStep.Batch]) throws -> Int? {
        guard let persister = store.cell.persister else { return store.transaction.revision }
        return try persister.readChanges(of: batches) { changes throws(CodingFailure) in
            try apply(try PartEdits(changes, backwards: true))
        }
    }

    package func redo(_ changes: JSONReader) throws(CodingFailure) {
        try apply(try PartEdits(changes, backwards: false))
    }

    private func apply(_ edits: PartEdits) throws(CodingFailure) {
        var failure: CodingFailure?
        store.modify { state in
            do throws(CodingFailure) { try edits.apply(to: &state, following.types) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
