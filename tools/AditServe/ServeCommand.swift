import Adit
import AditLibrary
import ArgumentParser
import CServe
import Glibc
import NIOCore
import NIOPosix

/// `adit serve`.
public struct ServeCommand<Security: TransportSecurity>: ParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve", abstract: "Run the apps of libraries in processes of their own.",
            usage: """
                adit serve LIBRARY... --stdio
                adit serve LIBRARY... [--unix PATH] [--trusted-unix PATH] [--http [HOST:]PORT] [--core NAME=APP[:CONFIG]]... [--trust] [--broadcast]
                adit serve LIBRARY... --postgres URL --node NAME --listen HOST:PORT --app APP[:CONFIG]... --token-file PATH --node-token-file PATH
                adit serve LIBRARY... --passed
                """,
            discussion: """
                Passes on messages of clients: lines of JSON, with the name of a core beside each, in "@core" (docs/serve.md).
                """)
    }

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
            "A file with the token of clients of HTTP and of --listen; a new one is printed for HTTP if none is given.",
            valueName: "path"))
    var tokenFile: String?
    @Option(
        name: .customLong("origin"),
        help: ArgumentHelp("An origin whose pages may use HTTP; may be repeated.", valueName: "origin"))
    var origins: [String] = []
    @Option(help: ArgumentHelp("Be a node of a database, which has the cores.", valueName: "url"))
    var postgres: String?
    @Option(help: ArgumentHelp("The name of this node, which no other one has.", valueName: "name"))
    var node: String?
    @Option(help: ArgumentHelp("Serve clients and other nodes by TCP.", valueName: "host:port"))
    var listen: String?
    @Option(help: ArgumentHelp("Where other nodes reach this one, if not at --listen.", valueName: "host:port"))
    var advertise: String?
    @Option(
        name: .customLong("app"),
        help: ArgumentHelp(
            "Open cores of an app in the database, by any name, with the config in a file; may be repeated.",
            valueName: "app[:config]"))
    var apps: [String] = []
    @Option(
        help: ArgumentHelp("How long other nodes wait for this one before they take its cores.", valueName: "seconds"))
    var lease = "5"
    @Option(help: ArgumentHelp("A file with the token that nodes have for each other.", valueName: "path"))
    var nodeTokenFile: String?
    @Option(
        help: ArgumentHelp("The certificate of --listen, in PEM: TLS is used, also to other nodes.", valueName: "path"))
    var tlsCertificate: String?
    @Option(help: ArgumentHelp("The private key of the certificate, in PEM.", valueName: "path"))
    var tlsKey: String?
    @Option(
        help: ArgumentHelp(
            "The authorities that sign the certificates of other nodes; by default, the system's.", valueName: "path"))
    var tlsCa: String?
    @Flag(help: "Serve other machines at --listen without TLS: whoever can read the network has the tokens.")
    var insecure = false
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
    @Option(
        help: ArgumentHelp(
            "How long a connection may take to become a client, or to complete a request of HTTP.",
            valueName: "seconds"))
    var handshakeTimeout = "30"

    @Option(help: .hidden)
    var worker: String?
    @Flag(help: .hidden)
    var detached = false

    public init() {}

    public func run() throws {
        if let worker { Glibc.exit(Worker.run(library: worker)) }
        let options = try options()
        if options.mode == .passed, !detached { try detach() }
        if tokenFile == nil, let http = options.http {
            print(text: "token: \(http.access.token.text)\n", to: STDOUT_FILENO)
        }
        Server.run(options)
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
        let hasSockets =
            unix != nil || trustedUnix != nil || http != nil || listen != nil
            || (!inherited.isEmpty && !stdio && !passed)
        guard (stdio ? 1 : 0) + (passed ? 1 : 0) + (hasSockets ? 1 : 0) == 1 else {
            throw ValidationError(
                "one of --stdio, --unix PATH and --passed is expected (or --trusted-unix, --http, --listen)")
        }
        guard hasSockets || !(trust || broadcast) else {
            throw ValidationError("--trust and --broadcast are for --unix")
        }
        let hasHTTP = http != nil || inherited.contains { $0.name == "http" }
        guard hasHTTP || (origins.isEmpty && (tokenFile == nil || listen != nil)) else {
            throw ValidationError("--token-file and --origin are for --http")
        }
        var options = ServeOptions(libraries: libraries, mode: stdio ? .stdio : passed ? .passed : .sockets)
        (options.path, options.trustedPath) = (unix, trustedUnix)
        if hasSockets { options.inherited = inherited }
        if hasHTTP { options.http = try httpOptions() }
        options.node = try nodeOptions()
        (options.trusts, options.broadcasts) = (trust || passed, broadcast)
        for core in cores {
            let parts = core.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let app = try ServeOptions.App(parts[1]) else {
                throw ValidationError("--core \(core): NAME=APP or NAME=APP:CONFIG is expected")
            }
            options.cores.append(ServeOptions.Core(name: String(parts[0]), app: app))
        }
        options.longestLine = min(try number("--line", line, from: 2), Frame.longestText)
        options.mostOutput = try number("--buffer", buffer, from: 1024)
        options.mostCrashes = min(try number("--restarts", restarts, from: 0), 1_000_000)
        options.longestSilence = try hang.map { (text) throws(ValidationError) in try seconds("--hang", text) }
        options.handshakeTimeout = try seconds("--handshake-timeout", handshakeTimeout)
        return options
    }

    private func httpOptions() throws(ValidationError) -> ServeOptions.HTTP {
        let place = try http.map { (text) throws(ValidationError) in
            try hostPort("--http", text, defaultHost: "127.0.0.1")
        }
        let token = if let tokenFile { try Token(file: tokenFile) } else { Token() }
        let access = HTTPAccess(token: token, origins: origins.map { ByteString($0) })
        return ServeOptions.HTTP(place: place, access: access)
    }

    /// What makes a server a node; nil of any other.
    private func nodeOptions() throws(ValidationError) -> ServeOptions.Node? {
        guard let postgres, let node, let listen, let tokenFile, let nodeTokenFile, !apps.isEmpty else {
            let others = [postgres, node, listen, nodeTokenFile, advertise, tlsCertificate, tlsKey, tlsCa]
            guard apps.isEmpty, !insecure, others.allSatisfy({ $0 == nil }) else {
                throw ValidationError(
                    "a node has --postgres, --node, --listen, --app, --token-file and --node-token-file; all are expected"
                )
            }
            return nil
        }
        let isName = node.utf8.allSatisfy { byte in
            byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || "-._".utf8.contains(byte)
        }
        guard isName, 1...63 ~= node.utf8.count else {
            throw ValidationError(
                "--node \(node): 1 to 63 letters, digits, hyphens, full stops and underscores are expected")
        }
        let listening = try hostPort("--listen", listen)
        let advertised = try advertise.map { (text) throws(ValidationError) in try hostPort("--advertise", text) }
        let security = try transportSecurity()
        guard security != nil || insecure || (listening.isLoopback && advertised?.isLoopback ?? true) else {
            throw ValidationError(
                "--listen \(listen): other machines can reach it; --tls-certificate and --tls-key are expected, or --insecure"
            )
        }
        var known: [ServeOptions.App] = []
        for app in apps {
            guard let app = try ServeOptions.App(app[...]) else {
                throw ValidationError("--app \(app): APP or APP:CONFIG is expected")
            }
            known.append(app)
        }
        return ServeOptions.Node(
            name: node, postgres: postgres, listening: listening, advertised: advertised, apps: known,
            lease: min(try number("--lease", lease, from: 1), 3600) * 1000, clientToken: try Token(file: tokenFile),
            token: try Token(file: nodeTokenFile), security: security)
    }

    private func transportSecurity() throws(ValidationError) -> Security? {
        guard let tlsCertificate, let tlsKey else {
            guard tlsCertificate == nil, tlsKey == nil, tlsCa == nil else {
                throw ValidationError("--tls-certificate and --tls-key are expected together")
            }
            return nil
        }
        return try Security(certificate: tlsCertificate, key: tlsKey, authorities: tlsCa)
    }

    private func hostPort(
        _ option: String, _ text: String, defaultHost: String? = nil
    ) throws(ValidationError) -> HostPort {
        guard let place = HostPort(text, defaultHost: defaultHost) else {
            throw ValidationError("\(option) \(text): \(defaultHost == nil ? "" : "PORT or ")HOST:PORT is expected")
        }
        return place
    }

    private func seconds(_ option: String, _ text: String) throws(ValidationError) -> TimeAmount {
        .seconds(Int64(min(try number(option, text, from: 1), 1_000_000)))
    }

    private func number(_ option: String, _ text: String, from least: Int) throws(ValidationError) -> Int {
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text), number >= least else {
            throw ValidationError("\(option): found \"\(text)\"; a whole number from \(least) on is expected")
        }
        return number
    }
}

extension ServeOptions.App {
    /// Takes `APP[:CONFIG]` apart, and reads the config. Nil without an app.
    fileprivate init?(_ option: Substring) throws(ValidationError) {
        let parts = option.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty else { return nil }
        name = String(parts[0])
        config = parts.count == 2 ? try ServeOptions.App.config(at: String(parts[1])) : .object(.init())
    }

    private static func config(at path: String) throws(ValidationError) -> JSONValue {
        guard let bytes = bytes(of: path) else { throw ValidationError("\(SystemError(path))") }
        let config: JSONValue
        do throws(JSONSyntaxError) {
            config = try bytes.withUnsafeBufferPointer { text throws(JSONSyntaxError) in
                try JSONValue(parsing: UnsafeRawBufferPointer(text))
            }
        } catch {
            throw ValidationError("\(path): \(error.offset.map { "byte \($0): " } ?? "")\(error.text)")
        }
        guard config.object != nil else { throw ValidationError("\(path): a JSON object is expected") }
        return config
    }
}

extension Token {
    /// Reads the token of a file: its first word.
    fileprivate init(file path: String) throws(ValidationError) {
        guard let bytes = bytes(of: path) else { throw ValidationError("\(SystemError(path))") }
        text =
            String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map { String($0) } ?? ""
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"&=#%+\"".utf8.contains($0) }
        guard text.utf8.count >= 16, isPlain else {
            throw ValidationError("\(path): a token of 16 or more characters is expected, such as letters and digits")
        }
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
