import Adit
import AditJSON
import AditState

extension HostedCore {
    /// Enables reports of traps in the app's code, which name the present work and save the recording. Call it before
    /// any of the app's code runs.
    ///
    /// - Parameter app: the app's name.
    package func reportTraps(of app: String) {
        loop.environment.trapListener = LoopTraps(self, app)
        if decoder.environment !== loop.environment { decoder.environment.trapListener = SenderTraps(app) }
    }

    /// A description of the present work, in the app's terms.
    fileprivate var presentWork: String {
        guard let message = present.message else {
            return presentCause?.id.map { "handled what came of the message with \"@id\" \($0.json)" }
                ?? "handled no message of the host"
        }
        let path = app.coding.casePath(message)
        let id = presentCause?.id.map { " with \"@id\" \($0.json)" } ?? ""
        guard let caused = presentOutput else { return "handled \(path)\(id)" }
        return "handled \(caused), which came of \(path)\(id)"
    }

    /// The case path of the caused message that is being handled, which was announced just before; nil if the host's
    /// own message is being handled.
    private var presentOutput: String? {
        guard buffer.count > present.start else { return nil }
        var path: String?
        buffer.withLast { text in
            path = try? MessageText(text).withMessage { (root) throws(CodingFailure) in
                app.coding.casePath(try app.coding.read(root))
            }
        }
        return path
    }
}

extension MessageID {
    /// As the host wrote it.
    fileprivate var json: String {
        let writer = JSONWriter()
        switch self {
        case .number(let number): writer.write(Int(number))
        case .text(let text): writer.write(text)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// A listener for traps on the core's loop.
private final class LoopTraps: TrapListener {
    // The environment belongs to the core, and no code runs in it once the core is gone.
    private unowned let core: HostedCore
    private let app: String

    init(_ core: HostedCore, _ app: String) {
        self.core = core
        self.app = app
    }

    func describe() -> String { "the app \"\(app)\", which \(core.presentWork)" }

    /// Writes all entries to the recording; the last one is of the present work.
    func save() {
        core.journal?.end()
        core.recorder?.write()
    }
}

/// A listener for traps on the sending threads.
private final class SenderTraps: TrapListener {
    private let app: String

    init(_ app: String) { self.app = app }

    func describe() -> String { "the app \"\(app)\", which read a message of the host" }
    func save() {}
}
