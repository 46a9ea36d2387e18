import Adit
import Testing

/// What is said to the lamp.
@Message enum LampOrder {
    /// Makes the light weaker.
    ///
    /// - Parameters:
    ///   - to: How much is left.
    ///   - over: In seconds.
    case dim(to: Int8, over: Double = 1.5)
    case scene([Scene])
    /// Says "stop".
    case stop
    case wait(Bool = true)

    /** A row of colors. */
    struct Scene {
        /// Each once.
        var colors: [Color]
        var name: String?
        var speed = 1
        var next = Next.other(nil)
        enum Next { case other(Scene.Link?) }
        struct Link { var level: Level }
        enum Color: String {
            /// Like fire.
            case red
            case green
        }
        enum Level: Int { case low = 1, high }
    }
}

/// The schemas that generated code makes.
struct GeneratedSchemaTests {
    private let all = schemas(of: LampOrder.self)

    @Test func `each type is described once, by its name`() {
        #expect(
            all.keys.sorted() == [
                "LampOrder", "LampOrder.Scene", "LampOrder.Scene.Color", "LampOrder.Scene.Level",
                "LampOrder.Scene.Link",
                "LampOrder.Scene.Next",
            ])
    }

    @Test func `a message is one of its cases`() {
        #expect(
            all["LampOrder"] == #"{"description":"What is said to the lamp.","type":"object","properties":{"#
                + #""dim":{"description":"Makes the light weaker.","type":"object","properties":{"#
                + #""to":{"description":"How much is left.","type":"integer","minimum":-128,"maximum":127},"#
                + #""over":{"description":"In seconds.","anyOf":[{"type":"number"},{"type":"null"}]}},"#
                + #""required":["to"],"x-written":["over"],"additionalProperties":false},"#
                + ##""scene":{"type":"array","items":{"$ref":"#/$defs/LampOrder.Scene"}},"##
                + #""stop":{"description":"Says \"stop\".","type":"object","properties":{},"additionalProperties":false},"#
                + #""wait":{"anyOf":[{"type":"boolean"},{"type":"null"}]}},"#
                + #""minProperties":1,"maxProperties":1,"additionalProperties":false}"#)
    }

    @Test func `a struct is an object of its properties`() {
        #expect(
            all["LampOrder.Scene"] == #"{"description":"A row of colors.","type":"object","properties":{"#
                + ##""colors":{"description":"Each once.","type":"array","items":{"$ref":"#/$defs/LampOrder.Scene.Color"}},"##
                + #""name":{"anyOf":[{"type":"string"},{"type":"null"}]},"#
                + #""speed":{"anyOf":[{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"#
                + #"{"type":"null"}]},"#
                + ##""next":{"anyOf":[{"$ref":"#/$defs/LampOrder.Scene.Next"},{"type":"null"}]}},"##
                + #""required":["colors"],"x-written":["speed","next"],"additionalProperties":false}"#)
    }

    @Test func `an enum with raw values is one of them`() {
        #expect(
            all["LampOrder.Scene.Color"]
                == #"{"type":"string","oneOf":[{"const":"red","description":"Like fire."},{"const":"green"}]}"#)
        #expect(all["LampOrder.Scene.Level"] == #"{"type":"integer","enum":[1,2]}"#)
    }
}
