import CAditIssues
import Glibc

/// A mistake of an app or of its host that is no error: what happened, and how to mend it.
package struct CoreWarning {
    /// Which mistake it is: a core tells each once.
    let id: String
    let text: String

    init(id: String, _ text: String) {
        self.id = id
        self.text = text
    }
}

extension CoreEnvironment {
    /// Tells of a mistake. In a test it is a failure of the test. Elsewhere it is a warning of the core's log, which a host
    /// hears as `@log` if its config asks for that level, and in debug builds a line on standard error. The core's loop.
    package func warn(_ text: String) {
        let line = line(text)
        if values.context == .test, adit_report_issue_if_any(line, "", "", 0, 0) { return }
        values.logger.warning("\(line)")
        #if DEBUG
            let output = "adit: warning: \(line)\n"
            _ = write(STDERR_FILENO, output, output.utf8.count)
        #endif
    }

    /// Tells of a mistake by a warning of the core's log alone. The core's loop.
    func log(_ text: String) { values.logger.warning("\(line(text))") }

    private func line(_ text: String) -> String { name.isEmpty ? text : "\(name): \(text)" }

    /// Tells of a mistake if it has not been told before. The core's loop.
    func warnOnce(_ warning: CoreWarning) {
        guard told.insert(warning.id).inserted else { return }
        warn(warning.text)
    }
}
