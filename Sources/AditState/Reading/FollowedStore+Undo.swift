import AditJSON

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
