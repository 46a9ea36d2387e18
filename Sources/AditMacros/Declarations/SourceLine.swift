import SwiftSyntaxMacros

/// A line of the author's file.
struct SourceLine {
    private let location: AbstractSourceLocation

    init(_ location: AbstractSourceLocation) { self.location = location }

    /// Code of which the compiler's errors are told at this line.
    func located(_ code: String) -> String {
        let (file, line) = (location.file.trimmedDescription, location.line.trimmedDescription)
        return "#sourceLocation(file: \(file), line: \(line))\n\(code)\n#sourceLocation()"
    }
}
