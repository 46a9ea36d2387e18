import AditLibrary
import ArgumentParser

struct ReplayCommand: AditCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Replay a recording, or the journal of a store.",
        discussion: """
            Handles the recorded events again, in a core of the library, and compares the results (docs/recording.md). \
            Without an APP, the library has one app, or the file names it.

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

    func execute() throws(Failure) {
        let library = try Library.load(library)
        let place = try StorePlace(file, core: core)
        var config: JSONValue = ["replay": place.file.map { .string($0) } ?? place.config]
        config["scenario"] = scenario.map { .string($0) }
        let app = if let app = app ?? ReplayCommand.app(of: file) { app } else { try library.onlyApp() }
        let core = try Core.open(of: library, app: app, config: config)
        var isEqual = true
        try LongWork(core).run { (message) throws(Failure) in
            if json, message["@progress"] == nil { try Console.print(message.description) }
            if let error = message["@error"] {
                isEqual = false
                if !json { try Console.print(error["message"]?.string ?? "") }
            }
            guard let report = message["@replayed"] else { return false }
            isEqual = isEqual && report["equal"]?.bool == true
            if !json { try Console.print(ReplayCommand.sentence(report)) }
            return true
        }
        if !isEqual { throw Failure(.failed) }
    }

    /// Returns the app that the first line of a recording names; nil if it is no recording.
    private static func app(of path: String) -> String? {
        guard let bytes = try? File.bytes(of: path, limit: 1 << 16), !bytes.starts(with: "SQLite format 3".utf8) else {
            return nil
        }
        // The state that follows in the line may be long.
        let start = #"{"n":1,"open":{"format":"#
        guard bytes.starts(with: start.utf8) else { return nil }
        let text = String(decoding: bytes.prefix(1000), as: UTF8.self)
        guard let key = text.firstRange(of: #""app":""#) else { return nil }
        return text[key.upperBound...].prefix { $0 != "\"" }.description
    }

    private static func sentence(_ report: JSONValue) -> String {
        func number(_ key: String) -> Int { Int(report[key]?.integer ?? 0) }
        var text = report["equal"]?.bool == true ? "the same: " : "not the same: "
        text += "\(number("messages").counted("message")), revision \(number("revision"))"
        if report["complete"]?.bool == false { text += "; the recording ends before its core was closed" }
        if let line = report["torn"] { text += "; the last line, \(line), is torn" }
        if number("omitted") > 0 { text += "; \(number("omitted")) entries of the journal before were left out" }
        if let version = report["migratedFrom"] { text += "; migrated from version \(version) of the state" }
        if let path = report["scenario"]?.string { text += "; the scenario is \(path)" }
        return text
    }
}
