import AditJSON

// Durable requests and timers are kept beside the state, in the form of the version that made them.
extension StoredRows {
    /// Edits the messages of the durable timers, which the app outputs once they are due.
    ///
    /// ```swift
    /// try rows.updateTimers { _, message in
    ///     guard case .object(var cases) = message, let text = cases.removeValue(forKey: "remind") else { return message }
    ///     cases["wasDue"] = text
    ///     return .object(cases)
    /// }
    /// ```
    ///
    /// - Parameter body: returns the new form of a message, given the timer's id and its old form; nil removes the timer.
    public func updateTimers(_ body: (_ id: String, _ message: JSON) throws -> JSON?) throws {
        try updateRecords("@timer/", "message") { timer, message in
            guard case .string(let id)? = timer["key"] else { return message }
            return try body(id, message)
        }
    }

    /// Edits the durable requests of a connection, which are asked again in their new form.
    ///
    /// - Parameters:
    ///   - connection: the name of the connection: that of the gateway, unless the app gives another.
    ///   - body: returns the new form of a request; nil removes it.
    public func updateRequests(of connection: String, _ body: (_ request: JSON) throws -> JSON?) throws {
        try updateRecords("@effect/", "request") { record, request in
            record["name"] == .string(connection) ? try body(request) : request
        }
    }

    /// Has the durable requests of a connection answered by the connection of another name.
    public func renameRequests(of connection: String, to other: String) throws {
        try updateRecords("@effect/", "name") { _, name in name == .string(connection) ? .string(other) : name }
    }

    /// Edits a member of the records of a kind.
    private func updateRecords(
        _ kind: String, _ member: String, _ body: (_ record: JSONObject, _ old: JSON) throws -> JSON?
    ) throws {
        let names = try editor.members.filter { $0.utf8.starts(with: kind.utf8) }.map(ByteString.init(_:)).sorted()
        for name in names.map(\.string) {
            guard case .object(var record)? = try value(of: name), let old = record[member] else { continue }
            guard let new = try body(record, old) else {
                try editor.remove(name)
                continue
            }
            guard new != old else { continue }
            record[member] = new
            try set(.object(record), of: name)
        }
    }
}
