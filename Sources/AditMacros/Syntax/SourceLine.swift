import SwiftSyntaxMacros

/// A line of the user's file.
struct SourceLine {
    private let location: AbstractSourceLocation

    init(_ location: AbstractSourceLocation) { self.location = location }

    /// Returns the code with a directive that reports the compiler's errors at this line.
    func located(_ code: String) -> String {
        let (file, line) = (location.file.trimmedDescription, location.line.trimmedDescription)
        return "#sourceLocation(file: \(file), line: \(line))\n\(code)\n#sourceLocation()"
    }
}
