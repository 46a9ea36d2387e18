/// The types of values in a language.
struct ShapeTypes: Sendable {
    let any: String
    let bool: String
    let number: String
    let text: String
    /// Those of texts with a format; nil if they are plain texts.
    var uuid: String?
    var timestamp: String?
    var day: String?
    var constant: (@Sendable (SchemaNode) -> String)?
    let integer: @Sendable (_ least: Int64, _ most: Int64) -> String
    let list: @Sendable (String) -> String
    let dictionary: @Sendable (String) -> String
    let optional: @Sendable (String) -> String

    func type(_ shape: Shape) -> String {
        switch shape {
        case .any: any
        case .bool: bool
        case .constant(let value): constant?(value) ?? (value.text == nil ? bool : text)
        case .integer(let least, let most): integer(least, most)
        case .number: number
        case .text(let schema):
            switch Shape.format(of: schema) {
            case .plain: text
            case .uuid: uuid ?? text
            case .timestamp: timestamp ?? text
            case .day: day ?? text
            }
        case .list(let element): list(type(element))
        case .dictionary(_, let value): dictionary(type(value))
        case .optional(let shape): optional(type(shape))
        case .named(let name): name
        }
    }

    /// The integers of fixed sizes, by their names in the order of their sizes from 8 to 32 bits, signed ones first; another one for the rest.
    static func sized(_ names: [String], else other: String) -> @Sendable (Int64, Int64) -> String {
        let bounds: [(Int64, Int64)] = [
            (-128, 127), (0, 255), (-32768, 32767), (0, 65535), (-2_147_483_648, 2_147_483_647), (0, 4_294_967_295),
            (0, .max),
        ]
        return { least, most in
            zip(names, bounds).first { $0.1 == (least, most) }?.0 ?? other
        }
    }
}
