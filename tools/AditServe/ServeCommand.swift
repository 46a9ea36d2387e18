import Adit
import AditLibrary
import ArgumentParser
import CServe
import Glibc
import NIOCore
import NIOPosix

/// `adit serve`.
public struct ServeCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the apps of libraries in processes of their own.",
        usage: """
            adit serve LIBRARY... --stdio
            adit serve LIBRARY... [--unix PATH] [--trusted-unix PATH] [--http [HOST:]PORT] [--core NAME=APP[:CONFIG]]... [--trust] [--broadcast]
            adit serve LIBRARY... --passed
            """,
        discussion: """
            Passes on messages of clients: lines of JSON, with the name of a core beside each, in "@core" (docs/serve.md).
            """)

    @Argument(help: ArgumentHelp("The libraries, each of which runs in its own process.", valueName: "library"))
    var libraries: [String] = []

    @Flag(help: "Serve the parent process by standard input and output.")
    var stdio = false
    @Option(help: ArgumentHelp("Serve clients that connect to a Unix socket.", valueName: "path"))
    var unix: String?
    @Option(
        help: ArgumentHelp(
            "Serve clients that have the authority of a host, at another Unix socket.", valueName: "path"))
    var trustedUnix: String?
    @Option(
        help: ArgumentHelp(
            "Serve clients by HTTP; on the loopback interface, unless HOST is given.", valueName: "[host:]port"))
    var http: String?
    @Option(
        help: ArgumentHelp(
            "A file with the token of clients of HTTP; a new one is printed if none is given.", valueName: "path"))
    var tokenFile: String?
    @Option(
        name: .customLong("origin"),
        help: ArgumentHelp("An origin whose pages may use HTTP; may be repeated.", valueName: "origin"))
    var origins: [String] = []
    @Flag(help: "Serve the parent process by connections that it passes over standard input.")
    var passed = false
    @Option(
        name: .customLong("core"),
        help: ArgumentHelp("Open a core, with the config in a file.", valueName: "name=app[:config]"))
    var cores: [String] = []
    @Flag(help: "Clients of the socket have the authority of a host.")
    var trust = false
    @Flag(help: "Clients also receive messages of the app that others have caused.")
    var broadcast = false
    @Option(help: ArgumentHelp("The longest line of a client.", valueName: "bytes"))
    var line = "16777216"
    @Option(help: ArgumentHelp("How much output may wait for a client.", valueName: "bytes"))
    var buffer = "16777216"
    @Option(help: ArgumentHelp("How often a crashed process is started again.", valueName: "n"))
    var restarts = "5"
    @Option(
        help: ArgumentHelp(
            "End a process that does not answer for so long, as if it had crashed.", valueName: "seconds"))
    var hang: String?

    @Option(help: .hidden)
    var worker: String?
    @Flag(help: .hidden)
    var detached = false

    public init() {}

    public func run() throws {
        openStandardStreams()
        if let worker { Glibc.exit(Worker.run(library: worker)) }
        let options = try options()
        if options.mode == .passed, !detached { try detach() }
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            let server = Server(options, on: loop)
            loop.execute { server.start() }
        }
    }

    /// The parent is a library in a program, whose `wait` and whose terminal are not the server's concern: it goes on in
    /// another process, in a session of its own.
    private func detach() throws {
        let spawning = serve_spawning(has_input: true, kept: -1, is_detached: true, blocks_signals: false)
        _ = try spawnSelf(Array(CommandLine.arguments.dropFirst()) + ["--detached"], spawning)
        Glibc.exit(0)
    }

    // MARK: Options

    private func options() throws(ValidationError) -> ServeOptions {
        guard !libraries.isEmpty else { throw ValidationError("a LIBRARY is expected") }
        let inherited = ServeOptions.Inherited.all()
        let hasSockets = unix != nil || trustedUnix != nil || http != nil || (!inherited.isEmpty && !stdio && !passed)
        guard (stdio ? 1 : 0) + (passed ? 1 : 0) + (hasSockets ? 1 : 0) == 1 else {
            throw ValidationError("one of --stdio, --unix PATH and --passed is expected (or --trusted-unix, --http)")
        }
        guard hasSockets || !(trust || broadcast) else {
            throw ValidationError("--trust and --broadcast are for --unix")
        }
        guard http != nil || inherited.contains(where: { $0.name == "http" }) || (tokenFile == nil && origins.isEmpty)
        else {
            throw ValidationError("--token-file and --origin are for --http")
        }
        var options = ServeOptions(libraries: libraries, mode: stdio ? .stdio : passed ? .passed : .sockets)
        (options.path, options.trustedPath) = (unix, trustedUnix)
        if hasSockets { options.inherited = inherited }
        options.http = try httpOptions(for: inherited)
        (options.trusts, options.broadcasts) = (trust || passed, broadcast)
        for core in cores { options.cores.append(try ServeOptions.Core(option: core)) }
        options.longestLine = min(try number(line, from: 2), Frame.longestText)
        options.mostOutput = try number(buffer, from: 1024)
        options.mostCrashes = min(try number(restarts, from: 0), 1_000_000)
        if let hang { options.longestSilence = .seconds(Int64(min(try number(hang, from: 1), 1_000_000))) }
        return options
    }

    private func httpOptions(for inherited: [ServeOptions.Inherited]) throws(ValidationError) -> ServeOptions.HTTP? {
        guard http != nil || inherited.contains(where: { $0.name == "http" }) else { return nil }
        var token = ClientName().text.dropFirst(2).description
        if let tokenFile {
            guard let bytes = bytes(of: tokenFile) else { throw ValidationError("\(SystemError(tokenFile))") }
            token =
                String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map { String($0) }
                ?? ""
            let isPlain = token.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"&=#%+\"".utf8.contains($0) }
            guard token.utf8.count >= 16, isPlain else {
                throw ValidationError(
                    "\(tokenFile): a token of 16 or more characters is expected, such as letters and digits")
            }
        } else {
            print(text: "token: \(token)\n", to: STDOUT_FILENO)
        }
        let access = HTTPAccess(token: token, origins: origins)
        guard let http else { return ServeOptions.HTTP(host: "", port: nil, access: access) }
        let colon = http.lastIndex(of: ":")
        let host = colon.map { String(http[..<$0]) } ?? "127.0.0.1"
        guard let port = Int(colon.map { http[http.index(after: $0)...] } ?? http[...]), 0..<65536 ~= port,
            !host.isEmpty
        else {
            throw ValidationError("--http \(http): PORT or HOST:PORT is expected")
        }
        let plainHost = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return ServeOptions.HTTP(host: plainHost, port: port, access: access)
    }

    private func number(_ text: String, from least: Int) throws(ValidationError) -> Int {
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text), number >= least else {
            throw ValidationError("found \"\(text)\"; a whole number from \(least) on is expected")
        }
        return number
    }
}

extension ServeOptions.Core {
    /// Takes `NAME=APP[:CONFIG]` apart, and reads the config.
    fileprivate init(option: String) throws(ValidationError) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let rest =
            parts.count == 2 ? parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) : []
        guard let app = rest.first, !parts[0].isEmpty, !app.isEmpty else {
            throw ValidationError("--core \(option): NAME=APP or NAME=APP:CONFIG is expected")
        }
        let config = rest.count == 2 ? try ServeOptions.Core.config(at: String(rest[1])) : "{}"
        self.init(name: String(parts[0]), app: String(app), config: config)
    }

    private static func config(at path: String) throws(ValidationError) -> String {
        guard let bytes = bytes(of: path) else { throw ValidationError("\(SystemError(path))") }
        let config: JSONValue
        do throws(JSONSyntaxError) {
            config = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw ValidationError("\(path): \(error.text)")
        }
        guard config.object != nil else { throw ValidationError("\(path): a JSON object is expected") }
        return config.description
    }
}

/// The content of a file; nil, with `errno`, if it cannot be read.
func bytes(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var (bytes, chunk): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
    while case let count = read(file, &chunk, chunk.count), count != 0 {
        if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { return nil }
    }
    return bytes
}

extension ServeOptions.Inherited {
    /// The sockets that systemd has opened for this process (`sd_listen_fds(3)`).
    static func all() -> [ServeOptions.Inherited] {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        guard variable("LISTEN_PID").flatMap({ Int32($0) }) == getpid(),
            let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return [] }
        let names = (variable("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        // Not for the processes of libraries.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        return (0..<Int(count)).map { index in
            _ = fcntl(3 + Int32(index), F_SETFD, FD_CLOEXEC)
            return ServeOptions.Inherited(
                descriptor: 3 + Int32(index), name: index < names.count ? String(names[index]) : "")
        }
    }
}
