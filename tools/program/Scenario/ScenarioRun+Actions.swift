import AditLibrary

/// What a step does.
extension ScenarioRun {
    /// Does what a step says, and lets the core come to rest.
    mutating func act(_ step: JSONValue) throws(Fault) {
        hasEffects = false
        if let reopen = step["reopen"] { return try self.reopen(reopen) }
        let sender = Sender(client: step["client"]?.string, refused: step["refused"])
        if let client = sender.client { note("AS", "the client \(client)") }
        if let when = step["when"] {
            try send(when, by: sender)
        } else if let time = step["advance"] {
            note("WHEN", "\(time) ms pass")
            try send(text: JSONValue(dictionaryLiteral: ("@advance", ["by": time])).description, by: sender)
        } else if let reply = step["reply"] {
            try answer(reply, by: sender)
        }
        try host?.drive()
    }

    /// Who sends what a step says, and how that is to be refused.
    private struct Sender {
        /// Nil: the host.
        let client: String?
        /// Nil: it is not refused.
        var refused: JSONValue?
    }

    // MARK: Sending

    private mutating func send(text: String, by sender: Sender) throws(Fault) {
        var failure: CoreError?
        do throws(CoreError) { try host?.send(text, from: sender.client) } catch { failure = error }
        if let refused = sender.refused { return try expect(refused, of: failure) }
        if let failure { throw Fault(text: "it was refused \(failure)") }
    }

    /// Compares how a message was refused with how it is expected to be.
    private mutating func expect(_ refused: JSONValue, of failure: CoreError?) throws(Fault) {
        let expected = refused["code"]?.string ?? ""
        guard let failure else {
            throw Fault(text: "refused: \"\(expected)\" is expected, but it was accepted")
        }
        guard failure.code == ErrorCode(name: expected) else {
            throw Fault(text: "refused: \"\(expected)\" is expected, found \"\(failure.code)\": \(failure.text)")
        }
        if let pattern = refused["text"], !Pattern(pattern).matches(.string(failure.text)) {
            let found = Shown.text(of: .string(failure.text), limit: ScenarioRun.logged)
            throw Fault(
                text: "refused.text: \(Shown.text(of: pattern, limit: ScenarioRun.logged)) is expected, found \(found)")
        }
        if let offset = refused["offset"], offset.integer != failure.offset.map(Int64.init) {
            let found = failure.offset.map(String.init) ?? "none"
            throw Fault(text: "refused.offset: \(offset) is expected, found \(found)")
        }
        note("THEN", "it is refused \(failure)")
    }

    private mutating func send(_ when: JSONValue, by sender: Sender) throws(Fault) {
        if let text = when.string {
            note("WHEN", "the text ", when)
            return try send(text: text, by: sender)
        }
        let messages = when.array ?? [when]
        for (index, message) in messages.enumerated() {
            note(index == 0 ? "WHEN" : "AND", "", message)
            var next = sender
            if index + 1 < messages.count { next.refused = nil }
            try send(text: message.description, by: next)
        }
    }

    // MARK: Answering

    private mutating func answer(_ reply: JSONValue, by sender: Sender) throws(Fault) {
        note("WHEN", "the host answers ", reply)
        let effect = if let effect = reply["effect"]?.string { effect } else { try request(for: reply) }
        var body: JSONValue = ["effect": .string(effect)]
        for key in ["result", "error", "more"] { body[key] = reply[key] }
        try send(text: JSONValue(dictionaryLiteral: ("@reply", body)).description, by: sender)
        // A reply may be one of many: then the request waits on.
        if sender.refused == nil, reply["more"]?.bool != true { host?.inbox.end(effect) }
    }

    /// Returns the id of the oldest request that a reply is for.
    private func request(for reply: JSONValue) throws(Fault) -> String {
        let waiting = host?.inbox.waiting ?? []
        let request = waiting.first { effect in
            effect["gateway"] == reply["gateway"]
                && (reply["request"].map { Pattern($0).matches(effect["request"]) } ?? true)
        }
        if let id = request?["id"]?.string { return id }
        let gateway = reply["gateway"]?.string ?? ""
        let others = waiting.map { "\n    + " + Shown.text(of: $0, limit: ScenarioRun.logged) }
        throw Fault(
            text: "reply: no such request to the gateway \"\(gateway)\" waits; what waits:"
                + (others.isEmpty ? " nothing" : others.joined()))
    }

    private mutating func reopen(_ reopen: JSONValue) throws(Fault) {
        if let with = reopen["with"] {
            note("WHEN", "the core is closed, and opened again with ", with)
            for member in with.object ?? JSONValue.Object() { config["with"]?[member.key] = member.value }
        } else {
            note("WHEN", "the core is closed, and opened again")
        }
        let host = host
        self.host = nil  // also where closing fails: the core is gone
        try host?.close()
        try open()
    }
}
