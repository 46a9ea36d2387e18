import AditLibrary
import ArgumentParser
import Glibc

struct ShellCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell", abstract: "Open a core at a prompt.",
        discussion: """
            A line is a message as JSON; its short form, such as todo add text="Buy milk"; or a command: .help lists them. \
            Tab completes cases, keys, values and pointers into the state. Requests to gateways are answered by .reply, \
            or by the file of --fixtures.

            Lines are read from standard input: from a terminal with editing and a history, from elsewhere as a script. A # \
            at the beginning of a line, or of a word that is not in quotes, begins a comment.

            The status is 0; 1 if a line of a script failed, or the core has sent an @error; or 2 if the command line, the \
            library, the store or a file is no good.
            """)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Keep the state in this file.", valueName: "file"), completion: .file())
    var store: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The config of the core, as JSON (docs/abi.md).", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The answers of gateways, as JSON: an object with a reply, or {\"error\": ...}, for the name of each.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var fixtures: String?

    @Flag(name: .shortAndLong, help: "Let time stand still until .advance.")
    var virtual = false

    @Flag(name: .shortAndLong, help: "Print the messages of the core as they are.")
    var json = false

    @Flag(name: .shortAndLong, help: "End a script at the first line that fails.")
    var bail = false

    @Argument(help: "The path of a library.", completion: .file(extensions: ["so"]))
    var library: String

    @Argument(help: "The app; by default, the one that the store names, or the only one of the library.")
    var app: String?

    func run() throws(Failure) {
        let library = try Library.load(library)
        let app = if let app { app } else { try library.app(ofStore: store) }
        var text = ""
        do throws(CoreError) { text = try library.catalog(of: app) } catch {
            let apps = try library.apps()
            throw Failure(.misuse, "found no app \"\(app)\"; \(self.library) holds \(apps.joined(separator: ", "))")
        }
        let catalog = (try? JSONValue(parsing: text)) ?? .null
        let form = MessageForm(catalog: catalog)
        let config = try coreConfig(form)
        // Output that is closed is an error, after which the core is closed as well.
        signal(SIGPIPE, SIG_IGN)
        let core = try open(library, app, config)
        defer { try? core.close(timeout: 10_000) }
        let session = ShellSession(core, catalog: catalog, form: form, output: output(form))
        session.folder = config["files"]?["folder"]?.string ?? "."
        session.drive()
        session.writeEarly = { try Console.write($0) }
        if isatty(STDIN_FILENO) == 1 {
            try Console.write("\(app), Adit \(library.version). .help lists the commands.\n\(session.takeOutput())")
            try runPrompt(session, app)
        } else {
            try Console.write(session.takeOutput())
            try runScript(session)
        }
        if session.hasFailed, isatty(STDIN_FILENO) != 1 { throw Failure(.failed) }
    }

    /// Opens a core, with an undo history if the app offers it.
    private func open(_ library: Library, _ app: String, _ config: JSONValue) throws(Failure) -> Core {
        if config["undo"] == nil {
            var undoing = config
            undoing["undo"] = true
            if let core = try? Core(of: library, app: app, config: undoing.description) { return core }
        }
        do throws(CoreError) { return try Core(of: library, app: app, config: config.description) } catch {
            guard error.code.name == "econfig", let path = self.config else { throw Failure(error) }
            throw Failure(.misuse, "\(path): \(error.text)")
        }
    }

    private func output(_ form: MessageForm) -> ShellSession.Output {
        if json { return .json }
        let hasColours = Console.isTerminal(STDOUT_FILENO) && Console.variable("NO_COLOR") == nil
        return .text(MessageText(style: Style(hasColours: hasColours), width: Console.width, form: form))
    }

    // MARK: The config

    private func coreConfig(_ form: MessageForm) throws(Failure) -> JSONValue {
        var config = try self.config.map { (path) throws(Failure) in try ShellCommand.object(of: path) } ?? [:]
        if let store {
            var file = config["store"] ?? [:]
            file["path"] = .string(store)
            config["store"] = file
        }
        if virtual { config["clock"] = "virtual" }
        // What a person at a prompt asks for, unless the config says otherwise.
        let defaults: KeyValuePairs<String, JSONValue> = [
            "trace": 200, "files": ["folder": "."],
            "gateways": .array(form.gateways.map { .string($0) }),
        ]
        for (key, value) in defaults where config[key] == nil { config[key] = value }
        if let fixtures {
            var with = config["with"] ?? [:]
            with["gateways"] = try ShellCommand.object(of: fixtures)
            config["with"] = with
        }
        return config
    }

    private static func object(of path: String) throws(Failure) -> JSONValue {
        let value = try JSONValue(File.contents(of: path), of: path)
        guard value.object != nil else { throw Failure(.misuse, "\(path): a JSON object is expected") }
        return value
    }

    // MARK: Lines

    private func runScript(_ session: ShellSession) throws(Failure) {
        // readLine() would replace bytes that are not UTF-8.
        guard let input = fdopen(STDIN_FILENO, "r") else { throw Failure(.failed, "standard input: \(SystemError())") }
        session.bails = bail
        var (bytes, capacity, number) = (UnsafeMutablePointer<CChar>?.none, 0, 0)
        defer { free(bytes) }
        while !session.isEnded, !(bail && session.hasFailed) {
            let count = getline(&bytes, &capacity, input)
            if count < 0, ferror(input) != 0 { throw Failure(.failed, "standard input: \(SystemError())") }
            guard count > 0 else {
                try Console.write(session.handleEnd())
                break
            }
            number += 1
            let line = UnsafeRawBufferPointer(start: bytes, count: count)
            try Console.write(session.handle(line, number: number))
        }
    }

    private func runPrompt(_ session: ShellSession, _ app: String) throws(Failure) {
        guard let editor = LineEditor(historyFile: ShellCommand.historyFile) else {
            throw Failure(.misuse, "the terminal could not be prepared: \(SystemError())")
        }
        defer { editor.close() }
        let completion = ShellCompletion(session: session)
        editor.hasColours = session.style.hasColours
        editor.complete = { completion.candidates(for: $0) }
        editor.descriptor = { try? session.core.descriptor() }
        editor.handleWork = {
            session.driveBriefly()
            return session.takeOutput()
        }
        while !session.isEnded {
            editor.prompt = session.isUnfinished ? "… " : "\(app)> "
            switch editor.readLine() {
            case .end: return
            case .interrupted: session.cancelLine()
            case .text(let line):
                session.output = output(session.form)  // the terminal may have another size by now
                if !line.isEmpty { editor.remember(line) }
                try Console.write(session.handle(line))
            }
        }
    }

    /// `$XDG_STATE_HOME/adit/history`; nil if there is no home.
    private static var historyFile: String? {
        let home = Console.variable("HOME").map { $0 + "/.local/state" }
        guard let state = Console.variable("XDG_STATE_HOME") ?? home else { return nil }
        Folder.make(state + "/adit")
        return state + "/adit/history"
    }
}
