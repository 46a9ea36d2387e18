import AditLibrary
import AditInspect
import ArgumentParser
import Glibc

/// `adit inspect`.
public struct InspectCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show in a browser what a core does and has done.",
        usage: """
            adit inspect LIBRARY FILE [--app APP]
            adit inspect SOCKET [FILE] [--core NAME]
            """,
        discussion: """
            FILE is a store, also one that is open, or a recording. SOCKET is that of adit serve, of a kind whose clients are \
            trusted. The page is on the loopback interface, at the address that is printed; whoever has that address can use \
            it. The file is not changed, and nothing that the page does reaches an app, but messages to a core of SOCKET \
            (docs/inspect.md). Where there is a display, it is opened in the browser.

            ^C ends it, with the status 0. The status is 1 if the page could not be served; or 2 if the command line, the \
            library or the file is no good.
            """)

    @Argument(help: "A library, or the socket of adit serve.", completion: .file())
    var target: String
    @Argument(help: "A store or a recording.", completion: .file())
    var file: String?
    @Option(help: "The app; by default, that of the file.")
    var app: String?
    @Option(help: "The core of the server; by default, the first one.")
    var core: String?
    @Option(help: ArgumentHelp("The port of the page; by default, one that is free.", valueName: "port"))
    var port: UInt16 = 0
    @Flag(name: .customLong("no-open"), help: "Do not open the page in the browser.")
    var leavesBrowser = false

    @Flag(name: .customLong("show-secrets"), help: "Show secrets; without, they do not leave this program.")
    var showsSecrets = false

    public init() {}

    public func validate() throws {
        if access(target, F_OK) != 0, core != nil || file == nil {
            throw ValidationError(
                "nothing is at \(target); a library and a FILE, or the socket of adit serve is expected")
        }
        guard !isSocket else {
            if app != nil { throw ValidationError("--app is for a library; --core NAME is expected of a server") }
            return
        }
        if core != nil { throw ValidationError("--core is for a server; found \(target), which is no socket") }
        if file == nil {
            throw ValidationError(
                "found \(target), which is no socket; behind a library, a FILE is expected: a store or a recording")
        }
    }

    private var isSocket: Bool {
        var status = stat()
        return stat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    public func run() throws {
        // The core that is looked at goes before, where both want the processor.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        let journal: JournalInspector?
        do {
            journal = try file.map { try JournalInspector($0) }
            if isSocket {
                try ServerGreeting(at: target).check(core: core)
            } else {
                try checkApp(of: journal)
            }
        } catch {
            report("\(error)")
            throw ExitCode(2)
        }
        var options = ServeOptions(libraries: isSocket ? [] : [target], mode: .sockets)
        options.http = ServeOptions.HTTP(
            place: HostPort(host: "127.0.0.1", port: Int(port)),
            access: HTTPAccess(token: Token(), origins: [], isOfOwnPage: true))
        options.trusts = true
        options.inspection = Inspection(
            target: description, journal: journal, pages: try InspectCommand.pages(), relay: isSocket ? target : nil,
            browser: leavesBrowser ? nil : BrowserLaunch.ofDisplay, showsSecrets: showsSecrets)
        Server.run(options)
    }

    /// Checks that the library has the app, and that the file is of it.
    private func checkApp(of journal: JournalInspector?) throws {
        let catalog = try JSONValue(parsing: Library(path: target).catalog())
        let apps = (catalog.object ?? JSONValue.Object()).map(\.key)
        guard let name = app ?? journal?.app else { return }
        guard apps.contains(name) else {
            let place = app == nil ? "\(file ?? "") is of the app \"\(name)\"" : "--app: found \"\(name)\""
            throw ValidationError("\(place); \(target) holds \(apps.joined(separator: ", "))")
        }
        if let found = journal?.app, found != name {
            throw ValidationError("--app: found \"\(name)\"; \(file ?? "") is of the app \"\(found)\"")
        }
    }

    /// What is inspected, as JSON.
    private var description: String {
        var body = Body(["target": target])
        if let file { body.add("file", file.hasPrefix("/") ? file : InspectCommand.absolute(file)) }
        if let app { body.add("app", app) }
        if let core { body.add("core", core) }
        body.add("showsSecrets", json: "\(showsSecrets)")
        body.add("isServer", json: "\(isSocket)")
        return body.json
    }

    private static func absolute(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The folder of the page, which is installed beside the program; in a build, that of the sources.
    private static func pages() throws -> String {
        let here = absolute("/proc/self/exe").split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let folders = ["../share/adit/inspect", "../../share/adit/inspect"].map { "\(here)/\($0)" }
        guard let folder = folders.first(where: { access($0 + "/index.html", R_OK) == 0 }) else {
            throw ValidationError(
                "found no page in \(folders[0]); it runs from where Adit is installed or built (scripts/build)")
        }
        return folder
    }
}
