import AditLibrary

/// A scenario that is being run: GIVEN a state, WHEN messages are sent, THEN these are received, in order, nothing else.
///
/// `ScenarioRun+Actions.swift` has what a step does, `ScenarioRun+Expectations.swift` what it expects.
struct ScenarioRun {
    /// The keys of a step, of which it has one at most.
    static let actions = ["when", "advance", "reply", "reopen"]
    /// How many bytes of a message are in the log.
    static let logged = 1000

    let library: Library
    /// The step that is being run.
    private(set) var place: ScenarioFile.Place
    /// Nil while no core is open.
    var host: ScenarioHost?
    /// What the core is opened with.
    var config: JSONValue = [:]
    /// What was done and received so far, a line each.
    private(set) var log = ""
    /// Whether a `then` since the last action says which effects are in flight.
    var hasEffects = false

    init(_ library: Library, _ place: ScenarioFile.Place) { (self.library, self.place) = (library, place) }

    /// Adds a line to the log: a word such as THEN, and a text.
    mutating func note(_ word: String, _ text: String) {
        log += "    \(word)\(String(repeating: " ", count: max(0, 5 - word.utf8.count))) \(text)\n"
    }

    mutating func note(_ word: String, _ before: String, _ value: JSONValue?) {
        note(word, before + Shown.text(of: value, limit: ScenarioRun.logged))
    }

    /// Runs the scenario.
    ///
    /// - Returns: why it failed; nil if it holds.
    mutating func run() -> String? {
        let (app, given) = (place.json["app"]?.string ?? "", place.json["given"])
        if let given { note("GIVEN", "the app \(app), ", given) } else { note("GIVEN", "the app \(app)") }
        do throws(Fault) {
            let folder = given?["store"]?.bool == true ? try ScenarioRun.makeStoreFolder() : nil
            defer { if let folder { Folder.remove(folder) } }
            config = ScenarioRun.config(of: given, store: folder)
            do throws(Fault) {
                try open()
                try runSteps()
            } catch {
                try? host?.close()
                throw error
            }
            do throws(Fault) { try host?.close() } catch { throw Fault(text: "at the end: \(error.text)") }
            return nil
        } catch {
            return error.text
        }
    }

    /// Opens the core, and lets it begin.
    mutating func open() throws(Fault) {
        let host = try ScenarioHost(library, app: place.json["app"]?.string ?? "", config: config)
        self.host = host
        try host.drive()
    }

    private mutating func runSteps() throws(Fault) {
        for step in place.json["steps"]?.array ?? [] {
            let hasAction = ScenarioRun.actions.contains { step[$0] != nil }
            // Of the step before: it is there that they were received.
            if hasAction { try expectNothingLeft() }
            place.step += 1
            if let text = step["note"] { note("NOTE", "", text) }
            if hasAction { try act(step) }
            if let then = step["then"] { try expect(then) }
        }
        try expectNothingLeft()
        try expectNothingInFlight()
    }

    /// What is not given is fixed all the same, so that a scenario is the same in each run.
    private static func config(of given: JSONValue?, store: String?) -> JSONValue {
        var with = given?["with"] ?? [:]
        if with["uuid"] == nil { with["uuid"] = ["counting": [:]] }
        if with["random"] == nil { with["random"] = 0 }
        var config = given ?? [:]
        config["clock"] = "virtual"
        config["with"] = with
        config["store"] = store.map { ["path": .string($0 + "/store.adit")] }
        return config
    }

    /// Makes the folder of a scenario's store, and of what the store keeps beside it.
    private static func makeStoreFolder() throws(Fault) -> String {
        let start = (Console.variable("TMPDIR") ?? "/tmp") + "/scenario"
        do throws(SystemError) { return try Folder.makeTemporary(start) } catch {
            throw Fault(text: "given.store: \(start).XXXXXX: \(error)")
        }
    }
}
