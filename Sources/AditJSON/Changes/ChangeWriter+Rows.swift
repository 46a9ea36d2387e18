// Changes that are stored as rows, whoever follows them.
extension ChangeWriter {
    /// ``member(_:_:_:)-(_,T:WireModel,_)`` where there are rows.
    // Inlinable, so that it is compiled for tables of the state's own elements (`benchmarks/run`).
    @inlinable
    func memberWithRows<T: WireModel>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard let rows else { return }
        if T.isStoredInParts, !rows.isWhole {
            rows.enter(key)
            enter(key, followedPart?[key])
            defer {
                leave()
                rows.leave()
            }
            return try new.writeChanges(since: old, to: self)
        }
        try otherMemberWithRows(key, old, new, rows)
    }

    @usableFromInline
    func otherMemberWithRows<T: WireModel>(
        _ key: String, _ old: T, _ new: T, _ rows: RowWriter
    ) throws(CodingFailure) {
        let next = part?[key]
        try write(key, old, new, to: rows)
        guard isCovered || next?.mayBeConcerned(old, new) ?? false else { return }
        self.rows = nil
        enter(key, next)
        defer {
            leave()
            self.rows = rows
        }
        if try !tellAbsence(old, new) { try new.writeChanges(since: old, to: self) }
    }

    /// The same of a member of another type, or of one that is known only now.
    func anyMemberWithRows<T: WireCodable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard let rows else { return }
        if let type = T.self as? any WireModel.Type, type.isStoredInParts {
            return try memberWithRows(key, as: type, old, new)
        }
        try write(key, old, new, to: rows)
        self.rows = nil
        defer { self.rows = rows }
        guard enter(key) else { return }
        defer { leave() }
        try tellMember(old, new)
    }

    private func memberWithRows<M: WireModel, T>(_ key: String, as _: M.Type, _ old: T, _ new: T) throws(CodingFailure)
    {
        guard let old = old as? M, let new = new as? M else { return }
        try memberWithRows(key, old, new)
    }

    private func write<T: WireCodable>(_ key: String, _ old: T, _ new: T, to rows: RowWriter) throws(CodingFailure) {
        // A state that tells of its members, but is not stored by them.
        if rows.isWhole { return try rows.replaceState(writeState) }
        try rows.member(key, old, new)
    }

    /// Hands the rows to who writes them for the part where the walk is; nothing below has rows of its own until they are given back.
    @usableFromInline
    package func takeRows() -> RowWriter? {
        defer { rows = nil }
        return rows
    }

    /// Gives back the rows that were taken.
    @usableFromInline
    package func giveBack(_ rows: RowWriter) { self.rows = rows }
}
