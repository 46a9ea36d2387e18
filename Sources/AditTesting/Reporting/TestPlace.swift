/// A place in the sources of a test: that of a step of a story, or of a group, a setup or an example of a spec.
struct TestPlace: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
}

extension TestPlace: CustomStringConvertible {
    /// The file's name and the line: `ProfileTests.swift:12`.
    var description: String { "\(String(describing: fileID).split(separator: "/").last ?? ""):\(line)" }

    /// The file's name without `.swift`.
    var fileName: String {
        let name = description.prefix { $0 != ":" }
        return String(name.hasSuffix(".swift") ? name.dropLast(6) : name)
    }
}
