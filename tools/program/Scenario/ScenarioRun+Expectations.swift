import AditLibrary

/// What a step expects.
extension ScenarioRun {
    /// How many bytes of a value are shown where only one line is for it.
    private static let shown = 200

    /// Compares what a `then` says with what has happened.
    mutating func expect(_ then: JSONValue) throws(Fault) {
        if let messages = then["messages"] { try expect(messages: messages, orOthers: then["others"] != nil) }
        for part in then["state"]?.object ?? JSONValue.Object() {
            let value = try host?.read(part.key)
            try compare("state: \"\(part.key)\"", part.value, value)
            note("THEN", "\"\(part.key)\" is ", value)
        }
        if let effects = then["effects"] { try expect(effects: effects) }
    }

    /// Checks that a `then` has accounted for all messages.
    func expectNothingLeft() throws(Fault) {
        let messages = host?.inbox.messages ?? []
        guard !messages.isEmpty else { return }
        let count = messages.count == 1 ? "1 message was" : "\(messages.count) messages were"
        throw Fault(
            text: "\(count) heard of which no then tells:" + messages.map { "\n    + \($0)" }.joined())
    }

    /// Checks that nothing is in flight, unless a `then` has said what is.
    func expectNothingInFlight() throws(Fault) {
        guard !hasEffects, let host, !host.inbox.isClosed else { return }
        let count = try host.countEffects()
        guard count > 0 else { return }
        let requests = waitingRequests.map { "\n    + \($0)" }
        throw Fault(
            text: "at the end, \(ScenarioRun.inFlight(count)) of which no then tells"
                + (requests.isEmpty ? "" : "; the host has not answered:" + requests.joined()))
    }

    private static func inFlight(_ count: Int64) -> String {
        "\(count) \(count == 1 ? "effect is" : "effects are") in flight"
    }

    private mutating func expect(messages: JSONValue, orOthers: Bool) throws(Fault) {
        let found = host?.inbox.messages ?? []
        try compare("messages", orOthers ? ["$has": messages] : messages, .array(found))
        for message in found { note("THEN", "", message) }
        if found.isEmpty { note("THEN", "nothing is heard") }
        host?.inbox.messages = []
    }

    // MARK: Effects

    /// The requests that wait, as they are compared: without the ids.
    private var waitingRequests: [JSONValue] {
        (host?.inbox.waiting ?? []).map { effect in
            ["gateway": effect["gateway"] ?? .null, "request": effect["request"] ?? .null]
        }
    }

    private mutating func expect(effects: JSONValue) throws(Fault) {
        hasEffects = true
        if let requests = effects.array {
            // Each maybe without its request.
            let found = JSONValue.array(waitingRequests)
            try compare("effects", .array(requests.map { ["$has": $0] }), found)
            note("THEN", "the host has not answered ", found)
        } else if case .number = effects {
            let count = try host?.countEffects() ?? 0
            try compare("effects", effects, .number(String(count)))
            note("THEN", ScenarioRun.inFlight(count))
        }
    }

    // MARK: Differences

    /// - Parameter value: nil if there is none.
    private func compare(_ what: String, _ json: JSONValue, _ value: JSONValue?) throws(Fault) {
        let pattern = Pattern(json)
        guard !pattern.matches(value) else { return }
        let mismatch = Mismatch(pattern, value)
        var text = what + ": " + (mismatch.pointer.isEmpty ? "" : "at \(mismatch.pointer): ")
        if mismatch.isOrder {
            text += "found in another order"
        } else {
            text += Shown.text(of: mismatch.expected, limit: ScenarioRun.shown) + " is expected, found "
            text += Shown.text(of: mismatch.found, limit: ScenarioRun.shown)
        }
        // Where both are shown already, it is plain how they differ.
        if let value, value.hasParts || json.array != nil {
            let difference = LineDifference(
                expected: JSONLines.lines(of: pattern.filled(with: value)), found: JSONLines.lines(of: value),
                indent: "    ")
            text += "\n    - expected\n    + found\n" + difference.lines.joined(separator: "\n")
        }
        throw Fault(text: text)
    }
}
