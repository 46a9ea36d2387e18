import AditJSON

// Changes that are stored as rows, independent of subscriptions.
extension ChangeWriter {
    /// ``member(_:_:_:)-(_,T:WireModel,_)`` if changes are stored as rows.
    // Inlinable, so that it is specialized for tables of the state's elements (`benchmarks/run`).
    @inlinable
    func memberWithRows<T: WireModel>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard let rows else { return }
        if T.isStoredInParts, !rows.isWhole {
            rows.enter(key)
            enter(key, part(of: key))
            defer {
                leave()
                rows.leave()
            }
            return try T.writeChanges(of: new, since: old, to: self)
        }
        try otherMemberWithRows(key, old, new, rows)
    }

    @usableFromInline
    func otherMemberWithRows<T: WireModel>(
        _ key: String, _ old: T, _ new: T, _ rows: RowWriter
    ) throws(CodingFailure) {
        let next = part(of: key)
        try write(key, old, new, to: rows)
        guard isCovered || next?.mayBeConcerned(old, new) ?? false else { return }
        self.rows = nil
        enter(key, next)
        defer {
            leave()
            self.rows = rows
        }
        if try !reportAbsence(old, new) { try T.writeChanges(of: new, since: old, to: self) }
    }

    /// Writes a member of another type, or of one that is known only at run time.
    func anyMemberWithRows<T: WireCodable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard let rows else { return }
        if let model = model(T.self), model.isStoredInParts {
            return try memberWithRows(key, as: model, old, new)
        }
        try write(key, old, new, to: rows)
        self.rows = nil
        defer { self.rows = rows }
        guard enter(key) else { return }
        defer { leave() }
        try reportMember(old, new)
    }

    // M is T.
    private func memberWithRows<M: WireModel, T>(_ key: String, as _: M.Type, _ old: T, _ new: T) throws(CodingFailure)
    {
        try memberWithRows(key, unsafeBitCast(old, to: M.self), unsafeBitCast(new, to: M.self))
    }

    private func write<T: WireCodable>(_ key: String, _ old: T, _ new: T, to rows: RowWriter) throws(CodingFailure) {
        // The state reports changes by member, but is stored as a whole.
        if rows.isWhole { return try rows.replaceState(writeState) }
        try rows.member(key, old, new)
    }

    /// Hands over the row writer for the current part; nothing below is written as rows until ``giveBack(_:)``.
    @usableFromInline
    package func removeRows() -> RowWriter? {
        defer { rows = nil }
        return rows
    }

    /// Restores the row writer from ``removeRows()``.
    @usableFromInline
    package func giveBack(_ rows: RowWriter) { self.rows = rows }
}
