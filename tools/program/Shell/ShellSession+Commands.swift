import AditLibrary
import Glibc

/// The commands of the shell, which begin with a point.
extension ShellSession {
    /// What a command takes, for its help and its completion.
    enum Argument {
        case none, pointer, watched, request, file, time, gatewayValue
    }

    struct Command {
        let name: String
        let usage: String
        let help: String
        let argument: Argument
    }

    static let commands = [
        Command(name: ".state", usage: ".state [PATH]", help: "shows the state, or a part of it", argument: .pointer),
        Command(
            name: ".watch", usage: ".watch [PATH]", help: "shows a part of the state, and each change",
            argument: .pointer),
        Command(name: ".unwatch", usage: ".unwatch [PATH]", help: "ends that; without a path, all", argument: .watched),
        Command(name: ".undo", usage: ".undo", help: "takes the last change back", argument: .none),
        Command(name: ".redo", usage: ".redo", help: "makes it again", argument: .none),
        Command(
            name: ".advance", usage: ".advance TIME", help: "lets a virtual clock go on: 500ms, 5s, 2m, 1h",
            argument: .time),
        Command(name: ".wait", usage: ".wait TIME", help: "lets a real clock go on", argument: .time),
        Command(
            name: ".requests", usage: ".requests", help: "lists the requests that wait for an answer", argument: .none),
        Command(
            name: ".reply", usage: ".reply [ID] VALUE", help: "answers a request, or the oldest one", argument: .request
        ),
        Command(name: ".fail", usage: ".fail [ID] VALUE", help: "answers it with an error", argument: .request),
        Command(
            name: ".done", usage: ".done [ID]", help: "ends a request that may have many answers", argument: .request),
        Command(name: ".trace", usage: ".trace", help: "shows the last events with their causes", argument: .none),
        Command(name: ".stats", usage: ".stats", help: "shows the core's figures", argument: .none),
        Command(name: ".export", usage: ".export FILE", help: "writes the state to a file", argument: .file),
        Command(name: ".import", usage: ".import FILE", help: "replaces the state by that of a file", argument: .file),
        Command(
            name: ".catalog", usage: ".catalog", help: "lists all messages, with the state and the types",
            argument: .none),
        Command(name: ".help", usage: ".help", help: "prints this", argument: .none),
        Command(name: ".quit", usage: ".quit", help: "closes the core and ends; so does ^D", argument: .none),
    ]

    /// Does what a command says.
    func run(command words: [ShellWords.Word]) throws(Fault) {
        let name = words.first?.value ?? ""
        let arguments = words.dropFirst()
        guard let command = ShellSession.commands.first(where: { $0.name == name }) else {
            let names = ShellSession.commands.map(\.name)
            let meant = Spelling.nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? "."
            throw Fault(text: "there is no command \(name)\(meant) .help lists them")
        }
        func argument() throws(Fault) -> String {
            guard arguments.count == 1, let word = arguments.first else {
                throw Fault(text: "\(command.usage) is expected")
            }
            return word.value
        }
        if command.argument == .none, !arguments.isEmpty { throw Fault(text: "\(command.usage) is expected") }
        switch name {
        case ".state": try send(["@get": ["path": .string(pointer(arguments.first?.value ?? ""))]])
        case ".watch": try watch(pointer(arguments.first?.value ?? ""))
        case ".unwatch": try unwatch(arguments.first.map { pointer($0.value) })
        case ".undo", ".redo", ".stats", ".trace":
            try send(JSONValue(dictionaryLiteral: ("@" + name.dropFirst(), [:])))
        case ".advance":
            try send(["@advance": ["by": .number(String(try ShellSession.milliseconds(argument())))]])
        case ".wait": try wait(ShellSession.milliseconds(argument()))
        case ".requests": for request in requests { write("\(request.id)  \(request.gateway)") }
        case ".reply", ".fail": try answer(arguments, by: name == ".reply" ? "result" : "error", command)
        case ".done":
            let id = try request(arguments.first?.value)
            try send(["@reply": ["effect": .string(id)]])
            end(request: id)
        case ".export": try send(["@export": ["path": .string(try argument())]])
        case ".import": try send(["@import": ["path": .string(try argument())]])
        case ".catalog":
            var summary = CatalogSummary(catalog, width: Console.width)
            for line in summary.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                write(String(line))
            }
        case ".help": help()
        default: isEnded = true
        }
    }

    private func help() {
        write("A message is JSON, or short: its cases, and KEY=VALUE for each value. ↹ completes.\n")
        let width = (ShellSession.commands.map { $0.usage.columns }.max() ?? 0) + 2
        for command in ShellSession.commands { write("  \(command.usage.padded(to: width))\(command.help)") }
    }

    /// A pointer may be written without its first slash, and with one behind it, as completion leaves it.
    private func pointer(_ text: String) -> String {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        return text.isEmpty || text.hasPrefix("/") ? text : "/" + text
    }

    private func watch(_ path: String) throws(Fault) {
        if watched.contains(path) { throw Fault(text: "\(path.isEmpty ? "the state" : path) is watched already") }
        try send(["@subscribe": ["subscription": .string(path), "path": .string(path)]])
        watched.append(path)
    }

    private func unwatch(_ path: String?) throws(Fault) {
        if let path, !watched.contains(path) {
            throw Fault(text: "\(path) is not watched; these are: \(watched.joined(separator: ", "))")
        }
        for path in path.map({ [$0] }) ?? watched {
            try send(["@unsubscribe": ["subscription": .string(path)]])
            watched.removeAll { $0 == path }
        }
    }

    // MARK: Time

    /// The milliseconds of a text such as `500`, `500ms`, `5s`, `2m`, `1h`.
    static func milliseconds(_ text: String) throws(Fault) -> Int64 {
        let units: KeyValuePairs<String, Int64> = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
        let unit = units.first { text.hasSuffix($0.key) }
        let number = unit.map { String(text.dropLast($0.key.count)) } ?? text
        guard let count = Int64(number), count >= 0, count < 1_000_000_000 else {
            throw Fault(text: "found the time \(text); one such as 500ms, 5s, 2m or 1h is expected")
        }
        return count * (unit?.value ?? 1)
    }

    private func wait(_ milliseconds: Int64) throws(Fault) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while !isEnded, ContinuousClock.now < end {
            let left = (end - ContinuousClock.now).components
            let rest = Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
            guard let descriptor = try? core.descriptor() else { break }
            var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&file, 1, rest) < 0 { break }  // ^C
            drive()
        }
    }

    // MARK: Requests

    /// Returns the id of a request: this one, or the oldest.
    private func request(_ id: String?) throws(Fault) -> String {
        if let id { return id }
        guard let oldest = requests.first else { throw Fault(text: "no request waits for an answer") }
        return oldest.id
    }

    private func answer(_ words: ArraySlice<ShellWords.Word>, by key: String, _ command: Command) throws(Fault) {
        guard let value = words.last, words.count <= 2 else { throw Fault(text: "\(command.usage) is expected") }
        let id = try request(words.count == 2 ? words.first?.value : nil)
        let text = value.key.map { "\($0)=\(value.value)" } ?? value.value
        let json = value.isQuoted ? JSONValue.string(text) : (try? JSONValue(parsing: text)) ?? .string(text)
        // An error is the last of many answers.
        let hasMore = key == "result" && requests.contains { $0.id == id && $0.isMany }
        try send([
            "@reply": hasMore ? ["effect": .string(id), key: json, "more": true] : ["effect": .string(id), key: json]
        ])
        if !hasMore { end(request: id) }
    }
}
