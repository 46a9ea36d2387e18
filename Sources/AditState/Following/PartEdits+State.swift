import AditJSON

extension PartEdits {
    /// Edits a state in place.
    ///
    /// - Throws: ``CodingFailure`` if the changes do not lead from the present value. The value may be changed in part.
    /// - Complexity: O(changes).
    func apply<S: State>(to state: inout S, _ coding: StateCoding<S>) throws(CodingFailure) {
        if coding.isWhole {
            for edit in edits {
                guard case .replace(let value) = edit.operation, edit.path.isEmpty else { throw refusal(edit) }
                state = try coding.read(value)
            }
        } else {
            try edit(&state, \S.self)
        }
    }
}
