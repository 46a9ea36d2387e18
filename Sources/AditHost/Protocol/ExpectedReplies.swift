import Adit
import AditJSON

/// The answers that an `@effect` expects, where it is not one.
package enum ExpectedReplies: WireCodable {
    case none, many

    /// - Returns: nil for one answer, which is the default.
    package init?(_ replies: Replies) {
        switch replies {
        case .none: self = .none
        case .one: return nil
        case .many: self = .many
        }
    }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        if reader.bool == false {
            self = .none
        } else if reader.text?.matches("many") == true {
            self = .many
        } else {
            throw reader.expected("false or \"many\"")
        }
    }

    package func write(to writer: JSONWriter) {
        switch self {
        case .none: writer.write(literal: "false")
        case .many: writer.write(literal: #""many""#)
        }
    }

    package static func schema(in _: SchemaDefinitions) -> Schema {
        .anyOf([.constant(false), .texts([Schema.Choice("many")])])
    }
}
