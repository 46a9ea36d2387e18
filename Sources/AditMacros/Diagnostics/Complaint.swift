import SwiftDiagnostics

/// A diagnostic of the macros.
struct Complaint: DiagnosticMessage {
    let message: String
    let diagnosticID: MessageID
    let severity = DiagnosticSeverity.error

    /// - Parameter id: a name for the kind of diagnostic.
    init(_ id: String, _ message: String) {
        self.message = message
        diagnosticID = MessageID(domain: "Adit", id: id)
    }
}
