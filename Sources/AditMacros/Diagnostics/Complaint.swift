import SwiftDiagnostics

/// What the macros say where they can make no coding.
struct Complaint: DiagnosticMessage {
    let message: String
    let diagnosticID: MessageID
    let severity = DiagnosticSeverity.error

    /// - Parameter id: a name for the kind of complaint.
    init(_ id: String, _ message: String) {
        self.message = message
        diagnosticID = MessageID(domain: "Adit", id: id)
    }
}
