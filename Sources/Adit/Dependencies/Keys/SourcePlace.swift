/// A place in the sources of a program.
struct SourcePlace: Sendable, CustomStringConvertible {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    var description: String { "\(fileID):\(line)" }
}
