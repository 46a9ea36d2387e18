import Adit
import AditLibrary
import Glibc

/// The commands of the shell, which begin with a point.
extension ShellSession {
    /// What a command takes, for its help and its completion.
    enum Argument {
        case none, pointer, watched, request, file, time
    }

    struct Command {
        let name: String
        let usage: String
        let help: String
        let argument: Argument

        /// How many arguments it takes.
        var counts: ClosedRange<Int> {
            let names = usage.split(separator: " ").dropFirst()
            return names.count { !$0.hasPrefix("[") }...names.count
        }
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
        guard let command = ShellSession.commands.first(where: { $0.name == name }) else {
            let names = ShellSession.commands.map(\.name)
            let advice = Spelling.advice(for: name, among: names)
            throw Fault(text: "there is no command \(name)\(advice) .help lists them")
        }
        let arguments = words.dropFirst().map(\.whole)
        guard command.counts.contains(arguments.count) else {
            let found = arguments.isEmpty ? "nothing" : arguments.map(\.value).joined(separator: " ")
            throw Fault(text: "found \(found) behind \(name); \(command.usage) is expected")
        }
        let argument = arguments.first?.value ?? ""
        switch name {
        case ".state": try send(["@get": ["path": .string(pointer(argument))]])
        case ".watch": try watch(pointer(argument))
        case ".unwatch": try unwatch(arguments.first?.value)
        case ".undo", ".redo", ".stats", ".trace":
            try send(JSONValue(dictionaryLiteral: ("@" + name.dropFirst(), [:])))
        case ".advance":
            try send(["@advance": ["by": .number(String(try ShellSession.milliseconds(argument)))]])
        case ".wait": try wait(ShellSession.milliseconds(argument))
        case ".requests":
            show(
                requests.map { "\($0.id)  \($0.gateway)" }, "requests",
                .array(requests.map { ["id": .string($0.id), "gateway": .string($0.gateway)] }))
        case ".reply", ".fail": try answer(arguments, by: name == ".reply" ? "result" : "error")
        case ".done": try endAnswers(to: request(arguments.first?.value))
        case ".export": try send(["@export": ["path": .string(argument)]])
        case ".import": try send(["@import": ["path": .string(argument)]])
        case ".catalog":
            var summary = CatalogSummary(catalog, width: Console.width)
            let lines = summary.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            show(lines.map(String.init), "catalog", catalog)
        case ".help": help()
        default: isEnded = true
        }
    }

    private func help() {
        let commands = ShellSession.commands
        let width = (commands.map { $0.usage.columns }.max() ?? 0) + 2
        show(
            ["A message is JSON, or short: its cases, and KEY=VALUE for each value. ↹ completes.", ""]
                + commands.map { "  \($0.usage.padded(to: width))\($0.help)" }, "help",
            .array(commands.map { ["usage": .string($0.usage), "help": .string($0.help)] }))
    }

    /// A pointer may be written with a slash behind it, as completion leaves it.
    private func pointer(_ text: String) -> String {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        return text.isEmpty ? text : StatePointers.pointer(text)
    }

    private func watch(_ path: String) throws(Fault) {
        guard !watched.contains(ByteString(path)) else {
            throw Fault(text: "\(path.isEmpty ? "the state" : path) is watched already")
        }
        try send(["@subscribe": ["subscription": .string(path), "path": .string(path)]])
    }

    private func unwatch(_ text: String?) throws(Fault) {
        guard let text else {
            for name in watched { try send(["@unsubscribe": ["subscription": .string(name.string)]]) }
            return
        }
        // A message may have given a subscription any name.
        guard let name = [text, pointer(text)].first(where: { watched.contains(ByteString($0)) }) else {
            let these = watched.map(\.string).joined(separator: ", ")
            throw Fault(
                text: "\(pointer(text)) is not watched; " + (watched.isEmpty ? "nothing is" : "these are: \(these)"))
        }
        try send(["@unsubscribe": ["subscription": .string(name)]])
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
        while !isEnded, !TerminalSignals.isInterrupted, ContinuousClock.now < end {
            let left = (end - ContinuousClock.now).components
            let rest = Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
            guard let descriptor = try? core.descriptor() else { break }
            var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&file, 1, min(rest, 100))  // ^C may arrive just before
            driveBriefly()
            flush()
        }
    }

    // MARK: Requests

    /// Returns a request that waits: the one with an id, or the oldest.
    private func request(_ id: String?) throws(Fault) -> Request {
        guard let oldest = requests.first else { throw Fault(text: "no request waits for an answer") }
        guard let id else { return oldest }
        guard let request = requests.first(where: { $0.id == id }) else {
            let ids = requests.map(\.id).joined(separator: ", ")
            throw Fault(text: "no request \(id) waits for an answer; these do: \(ids)")
        }
        return request
    }

    private func answer(_ words: [ShellWords.Word], by key: String) throws(Fault) {
        guard let word = words.last else { return }
        let request = try request(words.count == 2 ? words.first?.value : nil)
        let value = key == "result" ? try form.reply(word, of: request.gateway) : try word.json()
        var reply: JSONValue = ["effect": .string(request.id)]
        reply[key] = value
        // An error is the last of many answers.
        if request.isMany, key == "result" { reply["more"] = true }
        try send(["@reply": reply])
    }

    private func endAnswers(to request: Request) throws(Fault) {
        guard request.isMany else {
            throw Fault(text: "request \(request.id) has one answer; .reply \(request.id) VALUE, or .fail, is expected")
        }
        try send(["@reply": ["effect": .string(request.id)]])
    }
}
