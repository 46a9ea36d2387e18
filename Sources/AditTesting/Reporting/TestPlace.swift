/// A place in the sources of a test: where a word of a story stands.
struct TestPlace: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
}

extension TestPlace: CustomStringConvertible {
    /// The file's name and the line: `ProfileTests.swift:12`.
    var description: String { "\(String(describing: fileID).split(separator: "/").last ?? ""):\(line)" }
}
