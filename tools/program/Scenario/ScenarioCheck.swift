import AditLibrary

/// Whether a scenario is written as it should be, before any of its file runs.
struct ScenarioCheck {
    private var place: ScenarioFile.Place

    init(of place: ScenarioFile.Place) { self.place = place }

    /// - Throws: the first thing that is wrong, and where.
    mutating func run() throws(Fault) {
        let scenario = place.json
        guard scenario.object != nil else { throw fault(found: scenario, in: "scenario", expected: "an object is") }
        try check(
            scenario, "", ["name": .string, "about": .string, "app": .string, "given": .object, "steps": .array])
        for key in ["app", "steps"] where scenario[key] == nil { throw fault("missing key \"\(key)\"") }
        let given = scenario["given"]
        try checkGiven(given)
        let steps = scenario["steps"]?.array ?? []
        guard !steps.isEmpty else { throw fault("steps: at least one is expected") }
        for (index, step) in steps.enumerated() {
            place.step = index + 1
            try checkStep(step, hasStore: given?["store"]?.bool == true)
        }
    }

    // MARK: Faults

    private func fault(_ text: String) -> Fault { Fault(text: "\(place)\(text)") }

    /// - Parameter expected: with its verb: `an object is`.
    private func fault(found: JSONValue?, in path: String, expected: String) -> Fault {
        fault("\(path): found \(Shown.text(of: found, limit: 80)); \(expected) expected")
    }

    /// What is expected of a value.
    private enum Kind: String {
        case object = "an object is"
        case array = "an array is"
        case string = "a string is"
        case strings = "an array of strings is"
        case bool = "true or false is"
        case whole = "a whole number that is not negative is"
        case time = "a whole number of milliseconds that is not negative is"
        case pattern = "a pattern is"
        case patterns = "an array of patterns is"
        case anything = "anything is"

        func holds(_ value: JSONValue) -> Bool {
            switch self {
            case .object: value.object != nil
            case .array, .patterns: value.array != nil
            case .string: value.string != nil
            case .strings: value.array?.allSatisfy { $0.string != nil } ?? false
            case .bool: value.bool != nil
            case .whole, .time: value.integer.map { $0 >= 0 } ?? false
            case .pattern, .anything: true
            }
        }
    }

    /// Checks that an object has only keys that it may have, and behind them what is expected.
    ///
    /// - Parameter name: what the object is called; "" for a step, and for a scenario.
    private func check(
        _ object: JSONValue?, _ name: String, _ members: KeyValuePairs<String, Kind>
    ) throws(Fault) {
        for member in object?.object ?? JSONValue.Object() {
            guard let kind = members.first(where: { $0.key == member.key })?.value else {
                let known = members.map(\.key).joined(separator: ", ")
                throw fault("\(name.isEmpty ? "" : name + ": ")unknown key \"\(member.key)\"; one of \(known)")
            }
            let path = name.isEmpty ? member.key : "\(name).\(member.key)"
            guard kind.holds(member.value) else {
                throw fault(found: member.value, in: path, expected: kind.rawValue)
            }
            if kind == .pattern || kind == .patterns { try check(pattern: member.value, in: path) }
        }
    }

    /// Checks the words of a pattern.
    private func check(pattern: JSONValue, in path: String) throws(Fault) {
        if let text = Pattern.fault(of: pattern) { throw fault("\(path): \(text)") }
    }

    // MARK: Parts

    private func checkGiven(_ given: JSONValue?) throws(Fault) {
        try check(
            given, "given",
            [
                "state": .object, "with": .object, "gateways": .strings, "store": .bool, "echo": .bool,
                "incoming": .string, "log": .string, "limits": .object, "clients": .anything, "undo": .anything,
            ])
        try checkWith(given?["with"], "given.with")
        if given?["store"]?.bool == true, given?["state"] != nil {
            throw fault("given: state and store exclude each other; a store begins with the app's own state")
        }
    }

    /// What a core draws from: of the beginning, and of a later opening.
    private func checkWith(_ with: JSONValue?, _ name: String) throws(Fault) {
        try check(with, name, ["date": .string, "uuid": .object, "random": .anything, "gateways": .object])
    }

    private func checkStep(_ step: JSONValue, hasStore: Bool) throws(Fault) {
        guard step.object != nil else { throw fault(found: step, in: "steps", expected: "an object is") }
        try check(
            step, "",
            [
                "note": .string, "client": .string, "when": .anything, "advance": .time, "reply": .object,
                "reopen": .anything, "refused": .object, "then": .object,
            ])
        let actions = ScenarioRun.actions.count { step[$0] != nil }
        let (reopen, refused, then) = (step["reopen"], step["refused"], step["then"])
        if actions > 1 { throw fault("one of when, advance, reply and reopen is expected, found \(actions)") }
        if actions == 0, then == nil { throw fault("one of when, advance, reply and reopen, or then, is expected") }
        if actions == 0 || reopen != nil {
            for key in ["refused", "client"] where step[key] != nil {
                throw fault("\(key): it stands beside a when, an advance or a reply")
            }
        }
        if let reopen {
            try checkReopen(reopen)
            if !hasStore { throw fault("reopen: given.store is expected, as nothing would be left otherwise") }
        }
        if let when = step["when"] { try checkWhen(when) }
        if let reply = step["reply"] { try checkReply(reply) }
        if let refused { try checkRefused(refused) }
        if let then { try checkThen(then) }
    }

    private func checkWhen(_ when: JSONValue) throws(Fault) {
        if let messages = when.array, !messages.allSatisfy({ $0.object != nil }) {
            throw fault(found: when, in: "when", expected: "an array of messages is")
        }
        if when.object == nil, when.string == nil, when.array?.isEmpty ?? true {
            throw fault(found: when, in: "when", expected: "a message, an array of messages, or a text is")
        }
    }

    private func checkReply(_ reply: JSONValue) throws(Fault) {
        try check(
            reply, "reply",
            [
                "gateway": .string, "effect": .string, "request": .pattern, "result": .anything, "error": .anything,
                "more": .bool,
            ])
        if (reply["gateway"] != nil) == (reply["effect"] != nil) {
            throw fault("reply: either a gateway or an effect is expected")
        }
        if reply["effect"] != nil, reply["request"] != nil {
            throw fault("reply: a request is not for an effect, which is one already")
        }
        if (reply["result"] != nil) == (reply["error"] != nil) {
            throw fault("reply: either a result or an error is expected")
        }
    }

    private func checkRefused(_ refused: JSONValue) throws(Fault) {
        try check(refused, "refused", ["code": .string, "text": .pattern, "offset": .whole])
        guard refused["code"]?.string.flatMap(ErrorCode.init(name:)) != nil else {
            throw fault(
                found: refused["code"], in: "refused.code", expected: "the name of a code, such as \"emessage\", is")
        }
    }

    private func checkReopen(_ reopen: JSONValue) throws(Fault) {
        if reopen.bool == true { return }
        guard reopen.object != nil else {
            throw fault(found: reopen, in: "reopen", expected: "true, or an object with \"with\", is")
        }
        try check(reopen, "reopen", ["with": .object])
        try checkWith(reopen["with"], "reopen.with")
    }

    private func checkThen(_ then: JSONValue) throws(Fault) {
        try check(
            then, "then", ["messages": .patterns, "others": .string, "state": .object, "effects": .anything])
        if let others = then["others"] {
            if others.string != "ignored" { throw fault(found: others, in: "then.others", expected: "\"ignored\" is") }
            if then["messages"] == nil { throw fault("then.others: messages are expected beside it") }
        }
        if then.object?.isEmpty ?? true { throw fault("then: messages, state or effects are expected") }
        for member in then["state"]?.object ?? JSONValue.Object() {
            guard ScenarioCheck.isPointer(member.key) else {
                let key = Shown.prefix(of: member.key, limit: 80, more: "")
                throw fault("then.state: found \"\(key)\"; a JSON Pointer is empty or begins with \"/\"")
            }
            try check(pattern: member.value, in: "then.state")
        }
        if let effects = then["effects"] { try checkEffects(effects) }
    }

    private static func isPointer(_ text: String) -> Bool {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return false }
        return text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false).dropFirst().allSatisfy {
            $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1")
        }
    }

    private func checkEffects(_ effects: JSONValue) throws(Fault) {
        guard effects.string == "ignored" || effects.array != nil || Kind.whole.holds(effects) else {
            throw fault(
                found: effects, in: "then.effects", expected: "a number, an array of requests, or \"ignored\" is")
        }
        for effect in effects.array ?? [] {
            guard effect["gateway"] != nil else {
                throw fault(found: effect, in: "then.effects", expected: "a gateway, and its request, is")
            }
            try check(effect, "then.effects", ["gateway": .string, "request": .pattern])
        }
    }
}
