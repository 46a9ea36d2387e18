import AditLibrary
import Glibc

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

    /// Why a line was not done: it is written, and a script's status is 1.
    struct Fault: Error {
        let text: String
    }

    /// How long a line may keep the core at work before the next one is taken.
    private static let patience: Duration = .seconds(10)

    let core: Core
    let form: MessageForm
    let catalog: JSONValue
    let output: Output
    /// Whether a line has failed, or the core has sent an `@error`.
    private(set) var hasFailed = false
    /// Whether `.quit` was said, or the core has closed.
    var isEnded = false
    /// What was written since it was taken.
    private var written = ""
    /// The requests that wait for an answer, the oldest first; some for many.
    private(set) var requests: [(id: String, gateway: String, isMany: Bool)] = []
    /// The paths that are watched.
    var watched: [String] = []
    /// The beginning of a message of several lines.
    private var unfinished = ""

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

    private func take(_ line: String) throws(Fault) {
        let text = unfinished + line
        let start = text.first { $0 != " " && $0 != "\t" && $0 != "\n" }
        guard let start, start != "#" else { return }
        if start == "{" { return try takeJSON(text) }
        if start == "." { return try run(command: try words(of: text)) }
        let words = try words(of: text)
        let message: JSONValue
        do throws(MessageForm.Fault) { message = try form.message(words) } catch { throw Fault(text: error.text) }
        try send(message)
    }

    private func words(of text: String) throws(Fault) -> [ShellWords.Word] {
        do throws(ShellWords.Fault) { return try ShellWords(text).words } catch { throw Fault(text: error.text) }
    }

    private func takeJSON(_ text: String) throws(Fault) {
        unfinished = ""
        let message: JSONValue
        do { message = try JSONValue(parsing: text) } catch {
            // A text that ends too early goes on in the next line.
            if error.offset ?? 0 >= text.utf8.count {
                unfinished = text + "\n"
                return
            }
            throw Fault(text: "byte \(error.offset ?? 0): \(error.text)")
        }
        try send(message)
    }

    // MARK: The core

    func send(_ message: JSONValue) throws(Fault) {
        do throws(CoreError) { try core.send(message.description) } catch {
            throw Fault(text: "\(error.code): \(error.text)")
        }
    }

    /// Returns the answer of that name to a query, without writing it.
    func ask(_ query: JSONValue, for name: String) -> JSONValue? {
        guard let output = try? core.call(query.description, timeout: 1000) else { return nil }
        return (try? JSONValue(parsing: output))?[0]?[name]
    }

    /// Drives the core until it has nothing more to do, and writes what it sends.
    func drive() {
        let end = ContinuousClock.now + ShellSession.patience
        do throws(CoreError) {
            while !isEnded, ContinuousClock.now < end {
                guard let text = try core.receive(timeout: 0) else {
                    if hasWork { continue }
                    break
                }
                receive(text)
            }
        } catch {
            if error.code != .closed { fail("\(error.code): \(error.text)") }
            isEnded = true
        }
    }

    private var hasWork: Bool {
        guard let descriptor = try? core.descriptor() else { return false }
        var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&file, 1, 0) > 0
    }

    private func receive(_ text: String) {
        guard let message = try? JSONValue(parsing: text) else { return }
        if let effect = message["@effect"], effect["reply"]?.bool != false, let id = effect["id"]?.string {
            requests.append((id, effect["gateway"]?.string ?? "", effect["reply"]?.string == "many"))
        }
        if let id = message["@cancel"]?["effect"]?.string { end(request: id) }
        if message["@error"] != nil { hasFailed = true }
        if message["@closed"] != nil {
            isEnded = true
            return
        }
        switch output {
        case .text(let form): written += form.text(of: message)
        case .json: written += text + "\n"
        }
    }

    func end(request id: String) { requests.removeAll { $0.id == id } }

    // MARK: Output

    var style: Style { if case .text(let text) = output { text.style } else { Style(hasColours: false) } }

    func write(_ line: String) { written += line + "\n" }

    func fail(_ text: String) {
        hasFailed = true
        switch output {
        case .text: write(style.paint(text, .error))
        case .json: write(JSONValue(dictionaryLiteral: ("@shell", ["error": .string(text)])).description)
        }
    }

    func takeOutput() -> String {
        defer { written = "" }
        return written
    }
}
