import AditState
import CAditIssues

/// A warning about a mistake of an app or of its host: what happened, and how to fix it.
package struct CoreWarning {
    /// The kind of mistake: a core reports each once.
    let id: String
    let text: String

    init(id: String, _ text: String) {
        self.id = id
        self.text = text
    }
}

extension CoreEnvironment {
    /// Reports a mistake: in a test as a failure of the test; elsewhere as a warning of the core's log, which the host
    /// receives as `@log` if its config enables that level, and in debug builds also as a line on standard error. The
    /// core's loop.
    package func warn(_ text: String) {
        let line = line(text)
        if values.context == .test, adit_report_issue_if_any(line, "", "", 0, 0) { return }
        values.logger.warning("\(line)")
        #if DEBUG
            StandardError.write("adit: warning: \(line)\n")
        #endif
    }

    /// Reports a mistake as a warning of the core's log only. The core's loop.
    func log(_ text: String) { values.logger.warning("\(line(text))") }

    private func line(_ text: String) -> String { name.isEmpty ? text : "\(name): \(text)" }

    /// Reports a mistake that has not been reported before. The core's loop.
    func warnOnce(_ warning: CoreWarning) {
        guard told.insert(warning.id).inserted else { return }
        warn(warning.text)
    }
}
