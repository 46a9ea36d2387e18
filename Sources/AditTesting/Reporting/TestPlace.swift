/// A place in the sources of a test: that of a step of a story.
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
