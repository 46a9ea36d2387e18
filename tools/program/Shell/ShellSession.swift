import Adit
import AditLibrary

/// An open core at a prompt: takes lines, and writes what the core sends.
///
/// A line is a message as JSON, a short form of one (``MessageForm``), or a command that begins with a point
/// (`ShellSession+Commands.swift`).
final class ShellSession {
    /// How the core's messages are written.
    enum Output {
        case text(MessageText)
        /// As they are, a line each.
        case json
    }

    struct Request {
        let id: String
        let gateway: String
        /// Whether it may have many answers.
        let isMany: Bool
    }

    /// How long a line may keep the core at work, without any progress, before the next one is taken.
    private static let patience: Duration = .seconds(10)
    /// How long a key may wait while the core is at work.
    private static let slice: Duration = .milliseconds(20)

    let core: Core
    let form: MessageForm
    let catalog: JSONValue
    var output: Output
    /// Whether a line has failed, or the core has sent an `@error`.
    private(set) var hasFailed = false
    /// Whether `.quit` was said, or the core has closed.
    var isEnded = false
    /// What was written since it was taken.
    private var written = ""
    /// Takes what is written while a line is still being done; nil: that waits for the end of the line.
    var writeEarly: ((String) throws -> Void)?
    /// The last step of long work in the slice before.
    private var progress: JSONValue?
    /// The requests that wait for an answer, the oldest first.
    private(set) var requests: [Request] = []
    /// The subscriptions that are open; those of `.watch` are named by their paths.
    private(set) var watched: [ByteString] = []
    /// The beginning of a message of several lines.
    private(set) var unfinished = ""
    /// The number of the line that is done, and of that with which the unfinished message began. Nil at a prompt.
    private var (lineNumber, firstLine): (Int?, Int?) = (nil, nil)
    /// The folder of exports.
    var folder = "."
    /// Whether nothing is done behind a fault.
    var bails = false

    init(_ core: Core, catalog: JSONValue, form: MessageForm, output: Output) {
        self.core = core
        self.catalog = catalog
        self.form = form
        self.output = output
    }

    // MARK: Lines

    /// Whether a message goes on in the next line.
    var isUnfinished: Bool { !unfinished.isEmpty }

    /// Forgets the beginning of a message.
    func cancelLine() { unfinished = "" }

    /// Does what a line says, and lets the core come to rest.
    ///
    /// - Returns: what is to be written.
    func handle(_ line: String) -> String {
        do throws(Fault) { try take(line) } catch { fail(error.text) }
        drive()
        return takeOutput()
    }

    /// Does what a line of a script says.
    func handle(_ bytes: some Collection<UInt8>, number: Int) -> String {
        lineNumber = number
        if var line = String(validating: bytes, as: UTF8.self) {
            while let last = line.unicodeScalars.last, last == "\n" || last == "\r" { line.unicodeScalars.removeLast() }
            return handle(line)
        }
        var (decoder, iterator, offset) = (UTF8(), bytes.makeIterator(), 0)
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        fail("byte \(offset): found bytes that are not UTF-8\(droppedMessage())")
        return takeOutput()
    }

    /// Takes the end of a script.
    func handleEnd() -> String {
        if isUnfinished { fail("found the end of the text\(droppedMessage())") }
        return takeOutput()
    }

    private func take(_ line: String) throws(Fault) {
        let start = line.unicodeScalars.first { $0 != " " && $0 != "\t" }
        guard let start, start != "#" else { return }
        if start == "{" || isUnfinished { return try takeJSON(line) }
        let words = try ShellWords(line).words
        if start == "." { try run(command: words) } else { try send(form.message(words)) }
    }

    private func takeJSON(_ line: String) throws(Fault) {
        let text = unfinished + line + "\n"  // with which a token ends
        let message: JSONValue
        do { message = try JSONValue(parsing: text) } catch {
            guard error.offset ?? 0 >= text.utf8.count else { return try drop(line, for: error) }
            // A text that ends too early goes on in the next line.
            if !isUnfinished { firstLine = lineNumber }
            unfinished = text
            return
        }
        unfinished = ""
        try send(message)
    }

    /// Drops a message that is no JSON. Its last line, if none of it belongs to the message, may be one by itself.
    private func drop(_ line: String, for error: JSONSyntaxError) throws(Fault) {
        let column = (error.offset ?? 0) - unfinished.utf8.count
        let rest = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
        let mayBeLine = rest.first.map { "{.@".unicodeScalars.contains($0) || $0.properties.isAlphabetic } ?? false
        let isLine = mayBeLine && isUnfinished && !bails && column == line.utf8.count - String(rest).utf8.count
        // The second of two equal keys may be in an earlier line.
        let place = column < 0 ? "byte \(error.offset ?? 0) of the message" : "byte \(column)"
        let fault = Fault(text: "\(place): \(error.text)\(droppedMessage())")
        guard isLine else { throw fault }
        fail(fault.text)
        try take(line)
    }

    /// Forgets the beginning of a message, and says so.
    private func droppedMessage() -> String {
        guard isUnfinished else { return "" }
        defer { unfinished = "" }
        return "; the message that began \(firstLine.map { "in line \($0)" } ?? "above") is dropped"
    }

    // MARK: The core

    func send(_ message: JSONValue) throws(Fault) {
        do throws(CoreError) { try core.send(message.description) } catch {
            throw Fault(text: "\(error.code): \(error.text)")
        }
        if let name = message["@unsubscribe"]?["subscription"]?.string { watched.removeAll { $0 == ByteString(name) } }
        if let reply = message["@reply"], let request = requests.first(where: { $0.id == reply["effect"]?.string }) {
            let isLast = reply["more"]?.bool != true
            let isAnswer = reply["result"] != nil || reply["error"] != nil
            if request.isMany ? isLast : isAnswer { end(request: request.id) }
        }
    }

    /// Returns the answer of that name to a query, without writing it.
    func ask(_ query: JSONValue, for name: String) -> JSONValue? {
        guard let output = try? core.call(query.description, timeout: 1000) else { return nil }
        return (try? JSONValue(parsing: output))?[0]?[name]
    }

    /// Drives the core until it has nothing more to do, and writes what it sends, with the progress of long work on a
    /// terminal. ^C ends that, but not the work.
    func drive() {
        var end = ContinuousClock.now + ShellSession.patience
        var line = ProgressLine()
        defer { line.clear() }
        while driveBriefly(), ContinuousClock.now < end {
            if !written.isEmpty { line.clear() }
            flush()
            if TerminalSignals.isInterrupted {
                let text = "the core is still at work; .quit ends that, with nothing half done"
                if core.hasWork { show([style.paint(text, .faint)], "interrupted", .string(text)) }
                return
            }
            guard let progress else { continue }
            end = ContinuousClock.now + ShellSession.patience
            if case .text = output { line.show(progress) }
        }
    }

    /// Drives the core for as long as a key may wait.
    ///
    /// - Returns: whether it has more to do.
    @discardableResult
    func driveBriefly() -> Bool {
        let end = ContinuousClock.now + ShellSession.slice
        progress = nil
        do throws(CoreError) {
            while !isEnded {
                if let text = try core.receive(timeout: 0) { receive(text) } else if !core.hasWork { return false }
                if ContinuousClock.now >= end || TerminalSignals.isInterrupted { return true }
            }
        } catch {
            if error.code != .closed { fail("\(error.code): \(error.text)") }
            isEnded = true
        }
        return false
    }

    private func receive(_ text: String) {
        guard let message = try? JSONValue(parsing: text) else { return }
        if let effect = message["@effect"], effect["reply"]?.bool != false, let id = effect["id"]?.string {
            let isMany = effect["reply"]?.string == "many"
            requests.append(Request(id: id, gateway: effect["gateway"]?.string ?? "", isMany: isMany))
        }
        if let id = message["@cancel"]?["effect"]?.string { end(request: id) }
        if let name = message["@value"]?["subscription"]?.string, !watched.contains(ByteString(name)) {
            watched.append(ByteString(name))
        }
        if let step = message["@progress"] {
            progress = step
            if case .text = output { return }
        }
        if message["@error"] != nil { hasFailed = true }
        if message["@closed"] != nil {
            isEnded = true
            return
        }
        switch output {
        case .text(let form): written += (message["@error"] == nil ? "" : place) + form.text(of: message)
        case .json: written += text + "\n"
        }
    }

    private func end(request id: String) { requests.removeAll { $0.id == id } }

    // MARK: Output

    var style: Style { if case .text(let text) = output { text.style } else { Style(hasColours: false) } }

    func write(_ line: String) { written += line + "\n" }

    /// Writes what a command of the shell shows: as lines, or as JSON by a name.
    func show(_ lines: [String], _ name: String, _ value: JSONValue) {
        switch output {
        case .text: for line in lines { write(line) }
        case .json: write(["@shell": JSONValue(dictionaryLiteral: (name, value))])
        }
    }

    func fail(_ text: String) {
        hasFailed = true
        switch output {
        case .text: write(place + style.paint(text.escapingControlsInLines, .error))
        case .json:
            var fault: JSONValue = lineNumber.map { ["line": .number(String($0))] } ?? [:]
            fault["error"] = .string(text)
            write(["@shell": fault])
        }
    }

    /// The place of an error in a script.
    private var place: String { lineNumber.map { "line \($0): " } ?? "" }

    private func write(_ message: JSONValue) { write(message.description) }

    /// Passes on what was written so far. What cannot be written stays, for the end of the line to report.
    func flush() {
        guard let writeEarly, !written.isEmpty else { return }
        if (try? writeEarly(written)) != nil { written = "" }
    }

    func takeOutput() -> String {
        defer { written = "" }
        return written
    }
}
