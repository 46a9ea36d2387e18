/// The members that read and store the parts of a struct, and write its changes.
///
/// A property without coding is diagnosed elsewhere; the functions called here accept it.
struct StructParts {
    let shape: StructShape
    let context: TypeContext

    var members: [String] {
        let originals = shape.canReturn && !context.maySeemHidden && shape.properties.contains { !$0.isCopied }
        return [reading, changes, storing, visiting] + (partPaths.map { [$0] } ?? [])
            + (originals ? [forgetting, keeping, returning, concerning] : [])
    }

    /// Returns placeholder members for a struct with diagnostics.
    static func stubs(in context: TypeContext) -> [String] {
        let type = context.modelParameter
        let part = "of _: \(type), at _: Adit.PartPath, to _: Adit.JSONWriter"
        let changes = "of _: \(type), since _: \(type), to _: Adit.ChangeWriter"
        return [
            "static func writePart(\(part)) throws(Adit.CodingFailure) -> Adit.WrittenPart",
            "static func writeChanges(\(changes)) throws(Adit.CodingFailure)",
        ].map { "\(context.access)\($0)\(context.whereClause) { Swift.fatalError() }" }
    }

    private var reading: String {
        let parameters = "of value: \(context.modelParameter), at path: Adit.PartPath, to writer: Adit.JSONWriter"
        let whole = "return try writer.write(whole: value, at: path)"
        let choices = shape.properties.map { value in
            "case \(value.key.literal): return try writer.write(part: path.rest, of: value.\(value.property))\n"
        }
        let body =
            choices.isEmpty
            ? "guard path.key == nil else { return .nothing }\n\(whole)"
            : "guard let key = path.key else { \(whole) }\nswitch key {\n\(choices.joined())default: return .nothing\n}"
        return function(
            "writePart(\(parameters)) throws(Adit.CodingFailure) -> Adit.WrittenPart",
            choices.isEmpty ? body : cast("value", else: ".nothing") + body)
    }

    private var changes: String {
        let members = shape.properties.map { value in
            "try changes.member(\(value.key.literal), original.\(value.property), value.\(value.property))"
        }
        let type = context.modelParameter
        return function(
            "writeChanges(of value: \(type), since original: \(type), to changes: Adit.ChangeWriter) "
                + "throws(Adit.CodingFailure)",
            members.isEmpty ? "" : cast("value", "original") + members.joined(separator: "\n"))
    }

    private var storing: String {
        "\(context.access)static var isStoredInParts: Swift.Bool { true }"
    }

    private var visiting: String {
        let members = shape.properties.map { "try walk.member(\($0.key.literal), value.\($0.property))" }
        return function(
            "visitParts(of value: \(context.modelParameter), _ walk: Adit.PartWalk) throws(Adit.CodingFailure)",
            members.isEmpty ? "" : cast("value") + members.joined(separator: "\n"))
    }

    /// Returns the line that casts parameters to the type; empty if the type itself is theirs.
    private func cast(_ names: String..., else result: String? = nil) -> String {
        guard context.maySeemHidden else { return "" }
        let casts = names.map { "let \($0) = \($0) as? Self" }.joined(separator: ", ")
        return "guard \(casts) else { return\(result.map { " \($0)" } ?? "") }\n"
    }

    /// The key paths of the properties, for parts that are stores or are observed; nil without any.
    private var partPaths: String? {
        let paths = shape.properties.map { value in
            "Adit._PartPath(\(value.key.literal), \\Self.\(value.property))"
        }
        if paths.isEmpty { return nil }
        let signature = "\(context.access)static var _partPaths: [Adit._PartPath]"
        return "\(signature) {\n\(SchemaWriting.list(paths).indented())\n}"
    }

    private var forgetting: String {
        mutation("forgetChanges(of value: inout Self)") {
            $0.isCopied ? nil : "Adit._forgetChanges(of: &value.\($0.property))"
        }
    }

    private var keeping: String {
        mutation("saveOriginal(of value: inout Self, in original: inout Self, on thread: Swift.UInt64)") { value in
            let name = value.property
            return value.isCopied
                ? "original.\(name) = value.\(name)"
                : "Adit._saveOriginal(of: &value.\(name), in: &original.\(name), on: thread)"
        }
    }

    private var returning: String {
        mutation("restore(_ value: inout Self, from original: inout Self)") { value in
            let name = value.property
            return value.isCopied
                ? "value.\(name) = original.\(name)" : "Adit._restore(&value.\(name), from: &original.\(name))"
        }
    }

    private var concerning: String {
        let keys = shape.properties.map(\.key.literal).joined(separator: ", ")
        let last = shape.properties.count - 1
        let choices = shape.properties.enumerated().map { number, value in
            let choice = number == last ? "default" : "case \(number)"
            return "\(choice): Adit._mayConcern(part, &original.\(value.property), &value.\(value.property))"
        }
        return function(
            "mayConcern(_ followed: Adit.SubscriptionFilter, _ value: inout Self, since original: inout Self) -> Swift.Bool",
            """
            followed._anyMember([\(keys)], &original, &value) { member, part, original, value in
                switch member {
            \(choices.joined(separator: "\n").indented())
                }
            }
            """)
    }

    private func mutation(_ signature: String, _ statement: (WireValue) -> String?) -> String {
        function(signature, shape.properties.compactMap(statement).joined(separator: "\n"))
    }

    private func function(_ signature: String, _ body: String) -> String {
        let head = "\(context.access)static func \(signature)\(context.whereClause)"
        return body.isEmpty ? "\(head) {}" : "\(head) {\n\(body.indented())\n}"
    }
}

extension TypeContext {
    /// The type of a function's parameter that takes a value of the type: a function may not name it if it may be
    /// less visible than the function.
    fileprivate var modelParameter: String { maySeemHidden ? "some Adit.WireModel" : "Self" }
}

extension WireValue {
    /// The name of its property, as in the source.
    var property: String { name ?? "" }

    /// Whether a copy is a valid original: false for a possible model or table. A user's type with the name of a
    /// standard one is copied as well, which is correct for any value.
    fileprivate var isCopied: Bool { type?.isCopied ?? !isInferred }
}
