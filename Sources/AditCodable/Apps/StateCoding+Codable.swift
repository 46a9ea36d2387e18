import AditJSON
import AditState

extension StateCoding where S: Codable {
    package static func bridged() -> StateCoding {
        StateCoding(
            write: { state, writer throws(CodingFailure) in try encodeBridged(state, to: writer) },
            writePart: { state, path, writer throws(CodingFailure) in
                try writer.write(partOfText: path) { writer throws(CodingFailure) in
                    try encodeBridged(state, to: writer)
                }
            },
            isWhole: true,
            visitParts: { state, walk throws(CodingFailure) in
                try walk.whole { writer throws(CodingFailure) in try encodeBridged(state, to: writer) }
            },
            read: { value throws(CodingFailure) in try decodeBridged(S.self, from: value) })
    }
}
