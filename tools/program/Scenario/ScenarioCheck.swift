import AditLibrary

/// Whether a scenario is written as it should be, before any of its file runs.
struct ScenarioCheck {
    private var place: ScenarioFile.Place

    init(of place: ScenarioFile.Place) { self.place = place }

    /// - Throws: the first thing that is wrong, and where.
    mutating func run() throws(Shape.Fault) {
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

    private func fault(_ text: String) -> Shape.Fault { Shape.Fault(text, at: place) }

    private func fault(found: JSONValue?, in path: String, expected: String) -> Shape.Fault {
        Shape.Fault(found: found, in: path, expected: expected, at: place)
    }

    private func check(
        _ object: JSONValue?, _ name: String, _ members: KeyValuePairs<String, Shape.Kind>
    ) throws(Shape.Fault) {
        try Shape(members).check(object, named: name, at: place)
    }

    // MARK: Parts

    private func checkGiven(_ given: JSONValue?) throws(Shape.Fault) {
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
    private func checkWith(_ with: JSONValue?, _ name: String) throws(Shape.Fault) {
        try check(with, name, ["date": .string, "uuid": .object, "random": .anything, "gateways": .object])
    }

    private func checkStep(_ step: JSONValue, hasStore: Bool) throws(Shape.Fault) {
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

    private func checkWhen(_ when: JSONValue) throws(Shape.Fault) {
        if let messages = when.array, !messages.allSatisfy({ $0.object != nil }) {
            throw fault(found: when, in: "when", expected: "an array of messages is")
        }
        if when.object == nil, when.string == nil, when.array?.isEmpty ?? true {
            throw fault(found: when, in: "when", expected: "a message, an array of messages, or a text is")
        }
    }

    private func checkReply(_ reply: JSONValue) throws(Shape.Fault) {
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

    private func checkRefused(_ refused: JSONValue) throws(Shape.Fault) {
        try check(refused, "refused", ["code": .string, "text": .pattern, "offset": .whole])
        guard refused["code"]?.string.flatMap(ErrorCode.init(name:)) != nil else {
            throw fault(
                found: refused["code"], in: "refused.code", expected: "the name of a code, such as \"emessage\", is")
        }
    }

    private func checkReopen(_ reopen: JSONValue) throws(Shape.Fault) {
        if reopen.bool == true { return }
        guard reopen.object != nil else {
            throw fault(found: reopen, in: "reopen", expected: "true, or an object with \"with\", is")
        }
        try check(reopen, "reopen", ["with": .object])
        try checkWith(reopen["with"], "reopen.with")
    }

    private func checkThen(_ then: JSONValue) throws(Shape.Fault) {
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
            try Shape.Fault.check(member.value, in: "then.state", at: place)
        }
        if let effects = then["effects"] { try checkEffects(effects) }
    }

    private static func isPointer(_ text: String) -> Bool {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return false }
        return text.split(separator: "~", omittingEmptySubsequences: false).dropFirst().allSatisfy {
            $0.hasPrefix("0") || $0.hasPrefix("1")
        }
    }

    private func checkEffects(_ effects: JSONValue) throws(Shape.Fault) {
        guard effects.string == "ignored" || effects.array != nil || Shape.Kind.whole.holds(effects) else {
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
