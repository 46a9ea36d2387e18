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

    package init(reading reader: JSONReader) throws(CodingFailure) {
        var (effect, more): (String?, Bool?)
        // A null is a result.
        var (hasResult, hasError) = (false, false)
        var members = try reader.members()
        do throws(CodingFailure) {
            repeat {
                try members.read(#""effect":"#, into: &effect)
                if members.pass(#""result":"#) { hasResult = true }
                if members.pass(#""error":"#) { hasError = true }
                try members.read(#""more":"#, into: &more)
            } while try members.hasMore()
            self.effect = try reader.required(effect, #""effect":"#)
        } catch {
            throw members.failure(error, "effect", "result", "error", "more")
        }
        guard !hasResult || !hasError else {
            throw CodingFailure(path: "", reason: "found the keys result, error; one of them is expected")
        }
        self.more = more ?? false
        hasAnswer = hasResult || hasError
        // What is no JSON is refused as soon as all of the message is read.
        answer = HostReply(reader.raw ?? UnsafeRawBufferPointer(start: nil, count: 0))
    }

    package func write(to writer: JSONWriter) throws(CodingFailure) {
        writer.write(literal: "{")
        try writer.write(member: #""effect":"#, effect)
        try writer.write(member: #""more":"#, more)
        writer.write(literal: "}")
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
