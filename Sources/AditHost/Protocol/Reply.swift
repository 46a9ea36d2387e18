import Adit
import AditJSON

/// The effect that `@reply` answers. The answer itself is decoded when the message is handled, by the effect's type.
package struct Reply: WireCodable {
    /// The id of the `@effect`.
    package let effect: String
    /// Whether another answer to the same effect may follow.
    package let more: Bool
    /// Whether it has a result or an error. The end of a source has neither.
    package let hasAnswer: Bool
    /// The reply as it is, to be read once the type of its result is known.
    package let answer: HostReply

    @Model
    fileprivate struct Members {
        let effect: String
        let result: AnyJSON?
        let error: AnyJSON?
        var more = false
    }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        let members = try Members(reading: reader)
        // A null is a result.
        var (hasResult, hasError) = (false, false)
        var keys = try reader.members()
        while let (key, _) = keys.next() {
            hasResult = hasResult || key.matches("result")
            hasError = hasError || key.matches("error")
        }
        guard !hasResult || !hasError else {
            throw CodingFailure(path: "", reason: "found the keys result, error; one of them is expected")
        }
        (effect, more) = (members.effect, members.more)
        hasAnswer = hasResult || hasError
        // What is no JSON is refused as soon as all of the message is read.
        answer = HostReply(reader.raw ?? UnsafeRawBufferPointer(start: nil, count: 0))
    }

    package func write(to writer: JSONWriter) throws(CodingFailure) {
        try Members(effect: effect, result: nil, error: nil, more: more).write(to: writer)
    }

    package static func schema(in _: SchemaDefinitions) -> Schema {
        .anyOf([form(with: "result", "The result."), form(with: "error", "The reason for having no result.")])
    }

    /// The schema of a reply with one of two keys, or with neither for the end of a source.
    private static func form(with key: String, _ doc: String) -> Schema {
        .members([
            Schema.Member("effect", "The id of the @effect.", .string),
            Schema.Member(key, doc, .optional(.any)),
            Schema.Member(
                "more", "Whether another answer to the same effect may follow, as for a source.", hasDefault: true,
                .boolean),
        ])
    }
}
