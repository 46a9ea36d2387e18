import AditLibrary
import ArgumentParser

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Replay a recording, or the journal of a store.",
        discussion: """
            Handles the recorded events again, in a core of the library, and compares the results (docs/recording.md). \
            Without an APP, the library has one app, or the file or the database names it.

            The status is 0; 1 if something came out otherwise; or 2 if the command line, the library or the file is no \
            good. ^C ends it; nothing was changed then.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write a scenario of the recording to a new file.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var scenario: String?

    @Flag(name: .shortAndLong, help: "Print the messages of the core as JSON, instead of sentences.")
    var json = false

    @Argument(help: "The path of a library.", completion: .file(extensions: ["so"]))
    var library: String

    @Option(help: "The name of the core in a database.")
    var core: String?

    @Argument(
        help: "A recording, or a store that is not open; or the address of a database, postgresql://HOST/DATABASE.",
        completion: .file())
    var file: String

    @Argument(help: "The app; by default, the only one of the library, or that of the recording.")
    var app: String?

    func run() throws(Failure) {
        let library = try Library.load(library)
        let place = try StorePlace(file, core: core)
        try place.checkExists()
        if let scenario { try File.checkIsNew(scenario) }
        var config: JSONValue = ["replay": place.file.map { .string($0) } ?? place.config]
        config["scenario"] = scenario.map { .string($0) }
        let app = if let app { app } else { try library.app(of: place.recordedApp) }
        let core: Core
        do throws(CoreError) { core = try Core(of: library, app: app, config: config.description) } catch {
            throw Failure(error)
        }
        var isEqual = true
        try LongWork.run(core) { (message) throws(Failure) in
            if json, message["@progress"] == nil { try Console.print(message.description) }
            if let error = message["@error"] {
                isEqual = false
                let text = error["message"]?.string ?? ""
                // A difference is what was asked for; all else, such as a scenario that cannot be written, is an error.
                if !json {
                    let isDifference = error["code"]?.string == ErrorCode.replay.name
                    try isDifference ? Console.print(text) : Console.complain("adit replay: \(text)")
                }
            }
            guard let report = message["@replayed"] else { return false }
            isEqual = isEqual && report["equal"]?.bool == true
            if !json { try Console.print(ReplayCommand.sentence(report)) }
            return true
        }
        if !isEqual { throw Failure(.failed) }
    }

    static func sentence(_ report: JSONValue) -> String {
        func number(_ key: String) -> Int { Int(report[key]?.integer ?? 0) }
        let isEqual = report["equal"]?.bool == true
        var text = isEqual ? "the same: " : "not the same: "
        text += "\(number("messages").counted("message")), revision \(number("revision"))"
        // A difference ends the replay, and with it what is known of the end.
        if isEqual, report["complete"]?.bool == false { text += "; the recording ends before its core was closed" }
        if let line = report["torn"] { text += "; the last line, \(line), is torn" }
        let omitted = number("omitted")
        if omitted > 0 {
            let entries = omitted == 1 ? "1 entry" : "\(omitted) entries"
            text += "; \(entries) of the journal before \(omitted == 1 ? "was" : "were") left out"
        }
        if let version = report["migratedFrom"] { text += "; migrated from version \(version) of the state" }
        if let path = report["scenario"]?.string { text += "; the scenario is \(path)" }
        return text
    }
}

extension StorePlace {
    /// Returns the app that a store or a recording names; nil if a database has no such core.
    fileprivate func recordedApp() throws(Failure) -> String? {
        guard let file else { return try databaseApp() }
        let bytes = try File.contents(of: file, limit: 1 << 16)
        if bytes.starts(with: "SQLite format 3".utf8) { return try StoreReading.app(of: file) }
        // The state that follows in the line may be long.
        let text = String(decoding: bytes.prefix(1000), as: UTF8.self)
        guard text.hasPrefix(#"{"n":1,"open":{"format":"#), let key = text.firstRange(of: #""app":""#) else {
            throw Failure(.misuse, "\(file): found neither a store nor a recording that names its app")
        }
        return text[key.upperBound...].prefix { $0 != "\"" }.description
    }
}
