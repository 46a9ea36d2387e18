import SwiftSyntax

/// The direction that a case or its enum declares for messages.
enum DirectionMark: Equatable {
    /// A marker: `incoming`, `outgoing`, `internal` or `both`.
    case marked(String)
    /// The name of the enum: `Request` or `Response`.
    case named(String)

    /// The markers and their directions.
    static let markers = ["Incoming": "incoming", "Outgoing": "outgoing", "Internal": "internal", "Both": "both"]
    private static let names = ["Request": "incoming", "Response": "outgoing"]

    /// - Returns: nil if no attribute is a marker.
    init?(_ attributes: AttributeListSyntax) {
        guard let marker = attributes.markers.first, let direction = DirectionMark.markers[marker.name] else {
            return nil
        }
        self = .marked(direction)
    }

    /// - Parameter isNested: whether the enum is in another type.
    /// - Returns: nil if the enum declares no direction.
    init?(_ declaration: EnumDeclSyntax, isNested: Bool) {
        if let mark = DirectionMark(declaration.attributes) {
            self = mark
        } else if isNested, let direction = DirectionMark.names[declaration.name.text] {
            self = .named(direction)
        } else {
            return nil
        }
    }
}

extension AttributeListSyntax {
    /// The markers among the attributes, with their names.
    var markers: [(attribute: AttributeSyntax, name: String)] {
        compactMap { element in
            guard let attribute = element.as(AttributeSyntax.self), let name = attribute.attributeName.lastName,
                DirectionMark.markers[name] != nil
            else { return nil }
            return (attribute, name)
        }
    }
}
