import Adit
import AditClients
import AditLibrary
import ArgumentParser

struct CatalogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Print or compare the catalogs of apps.",
        usage: """
            adit catalog [--json] LIBRARY [APP ...]
            adit catalog --flat LIBRARY APP
            adit catalog --diff [--json] [--by LIBRARY] OLD NEW
            """,
        discussion: """
            Prints what can be said to the APPs of a library and heard from them: the tree of their messages, Adit's own \
            messages, their gateways, their state and their types. Without an APP, prints which there are. A label with a \
            question mark may be absent.

            With --diff, prints what differs between two catalogs, and whom that breaks: a host that was built with the old \
            one, a store, or a recording. Each is a file of what --json prints of an app, or LIBRARY:APP.

            The status is 0; 1 if there is no such app, or if NEW is incompatible; or 2 if the command line, the library, \
            or with --diff a catalog, is no good.
            """)

    @Flag(
        name: .shortAndLong, help: "Print the documents as they are: JSON Schema; with --diff, the comparison as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print the schema in the flat form, which generators of code read.")
    var flat = false

    @Flag(name: .shortAndLong, help: "Compare two catalogs.")
    var diff = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "With --diff: the library that compares, if OLD and NEW are files.", valueName: "library"),
        completion: .file(extensions: ["so"]))
    var by: String?

    @Argument(help: "A library and its apps; with --diff, two catalogs.", completion: .file())
    var places: [String]

    func validate() throws {
        if flat, diff || json { throw ValidationError("--flat is neither for --json nor for --diff") }
        if by != nil, !diff { throw ValidationError("--by is for --diff") }
        if flat, places.count != 2 {
            throw ValidationError("--flat: LIBRARY APP is expected, found \(places.count.counted("place"))")
        }
        if diff, places.count != 2 {
            throw ValidationError("--diff: OLD NEW is expected, found \(places.count.counted("place"))")
        }
    }

    func run() throws(Failure) {
        if diff { return try compare(places[0], places[1]) }
        if flat { return try GenerateCommand.printFlat("\(places[0]):\(places[1])") }
        let library = try Library.load(places[0])
        var isGood = true
        let apps = places.dropFirst()
        if apps.isEmpty {
            let list = try catalog(nil, of: library)
            try json ? Console.print(list.text) : Console.write(CatalogSummary.text(ofApps: list.value))
        }
        for (index, app) in apps.enumerated() {
            if index > 0, !json { try Console.print("") }
            do throws(Failure) {
                let catalog = try catalog(app, of: library)
                var summary = CatalogSummary(catalog.value, width: Console.width)
                try json ? Console.print(catalog.text) : Console.write(summary.text)
            } catch {
                guard let text = error.text, error.status == .misuse else { throw error }
                Console.complain("adit catalog: \(text)")
                isGood = false
            }
        }
        if !isGood { throw Failure(.failed) }
    }

    private func catalog(_ app: String?, of library: Library) throws(Failure) -> (text: String, value: JSONValue) {
        let name = app ?? "the apps"
        var text = ""
        do throws(CoreError) { text = try library.catalog(of: app) } catch {
            throw Failure(.misuse, "\(name): \(error.text)")
        }
        return (text, (try? JSONValue(parsing: text)) ?? .null)
    }

    // MARK: Comparing

    private func compare(_ old: String, _ new: String) throws(Failure) {
        let (old, new) = (try CatalogSource(old), try CatalogSource(new))
        try old.check()
        try new.check()
        let comparer = try by.map { (path) throws(Failure) in try Library.load(path) } ?? new.library ?? old.library
        guard let comparer, comparer.functions.catalogCompare != nil else {
            throw Failure(
                .misuse,
                "--diff: found no library that compares catalogs; OLD or NEW as LIBRARY:APP, or --by LIBRARY, is expected"
            )
        }
        var text = ""
        do throws(CoreError) { text = try comparer.compare(old: old.text, new: new.text) } catch {
            throw Failure(.misuse, error.text)
        }
        let comparison = (try? JSONValue(parsing: text)) ?? .null
        try json ? Console.print(text) : Console.write(CatalogCommand.text(of: comparison))
        if comparison["breaks"]?.array?.isEmpty == false { throw Failure(.failed) }
    }

    private static func text(of comparison: JSONValue) -> String {
        func names(_ names: JSONValue?) -> String { (names?.array ?? []).compactMap(\.string).joined(separator: ", ") }
        var text = ""
        for difference in comparison["differences"]?.array ?? [] {
            let breaks = names(difference["breaks"])
            text += """
                \(difference["path"]?.string ?? "")
                    was \(difference["was"]?.string ?? "")
                    is \(difference["is"]?.string ?? "")
                    \(breaks.isEmpty ? "compatible" : "breaks: " + breaks)

                """
        }
        if let omitted = comparison["omitted"] { text += "and \(omitted) more\n" }
        let breaks = names(comparison["breaks"])
        return breaks.isEmpty ? text : text + "The new one breaks: \(breaks)\n"
    }
}
