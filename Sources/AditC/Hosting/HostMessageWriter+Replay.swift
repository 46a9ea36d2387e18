import Adit
import AditJSON
import AditState
import CAdit

extension HostMessageWriter {
    /// Writes the result of a replay.
    ///
    /// - Parameters:
    ///   - scenario: the path of the requested scenario; nil without one.
    ///   - failure: the error that prevented the scenario; nil without one.
    func tell(_ report: ReplayReport, of path: String, scenario: String?, failure: (any Error)?) {
        if let difference = report.difference { tellError(ADIT_EREPLAY, "\(path): \(difference)", of: nil) }
        switch failure {
        case nil: break
        case let failure as StorageFailure: tellError(failure.code, "\(failure)", of: nil)
        case let refusal as ABIError: tellError(ADIT_EREPLAY, refusal.text, of: nil)
        case let error?: tellError(ADIT_EREPLAY, "\(path): \(error)", of: nil)
        }
        let isMade = report.difference == nil && failure == nil
        say { $0.writeReplayed(path, report, scenario: isMade ? scenario : nil, of: cause) }
    }
}

extension JSONWriter {
    /// `{"@replayed": {"path", "messages", "entries", "revision", "equal", "complete", "torn", "omitted",
    /// "migratedFrom", "scenario"}}`.
    fileprivate func writeReplayed(_ path: String, _ report: ReplayReport, scenario: String?, of cause: Cause?) {
        write(literal: #"{"@replayed":{"path":"#)
        write(path)
        write(literal: #","messages":"#)
        write(report.messages)
        write(literal: #","entries":"#)
        write(report.entries)
        write(literal: #","revision":"#)
        write(report.revision)
        write(literal: #","equal":"#)
        write(report.difference == nil)
        write(literal: #","complete":"#)
        write(report.isComplete)
        if let line = report.tornLine {
            write(literal: #","torn":"#)
            write(line)
        }
        if report.omitted > 0 {
            write(literal: #","omitted":"#)
            write(report.omitted)
        }
        if let version = report.migratedFrom {
            write(literal: #","migratedFrom":"#)
            write(version)
        }
        if let scenario {
            write(literal: #","scenario":"#)
            write(scenario)
        }
        write(literal: "}")
        finish(cause)
    }
}
