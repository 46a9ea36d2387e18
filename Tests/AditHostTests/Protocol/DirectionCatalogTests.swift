import AditState
import Adit
import AditJSON
import Testing
@testable import AditHost

@Message
private enum Post: Sendable {
    case letter(Letter)
    case parcel(Parcel)
    @Internal case sorting(Sorting)
    case other(Letter.Request)
    @Outgoing case optional(Letter?)
    case value(letter: Letter)

    enum Letter: Sendable {
        case request(Request)
        case response(Response)
        /// Both ways.
        case stamp(Int)

        enum Request: Sendable {
            case send(text: String)
            @Internal case finish(Stamp)
            indirect case twice(Letter)
        }

        enum Response: Sendable { case wasSent(stamp: Stamp) }
        struct Stamp: Sendable { var cents: Int }
    }

    enum Parcel: Sendable { case both, ways }
    enum Sorting: Sendable { case step }
}

@Model
private struct PostState: State {
    var letters = 0
    enum Change {}
    mutating func apply(_: Change) {}
}

/// GIVEN messages with directions WHEN the catalog is made THEN either direction has exactly its own cases.
struct DirectionCatalogTests {
    private let definitions: JSONObject

    init() throws {
        let app = App<PostState, Post>("post", state: PostState()) { _ in [] }
        let document = Array(Catalog(of: app.description).text.utf8).withUnsafeBytes { JSON($0) }
        definitions = try #require(document?["$defs"]?.members)
    }

    /// The cases of a type, without Adit's own.
    private func cases(_ type: String) -> Set<String> {
        Set((definitions[type]?["properties"]?.members ?? [:]).keys.filter { !$0.hasPrefix("@") })
    }

    private func reference(_ type: String, _ name: String) -> String? {
        definitions[type]?["properties"]?[name]?["$ref"]?.text
    }

    @Test func `a case is in the directions that it goes`() {
        #expect(cases("@toCore") == ["letter", "parcel", "other", "value"])
        #expect(cases("@toHost") == ["letter", "parcel", "other", "optional", "value"])
    }

    @Test func `a type that goes one way in part is there as that part`() {
        #expect(reference("@toCore", "letter") == "#/$defs/Post.Letter@toCore")
        #expect(reference("@toHost", "letter") == "#/$defs/Post.Letter@toHost")
        #expect(reference("@toCore", "parcel") == "#/$defs/Post.Parcel")
        #expect(cases("Post.Letter@toCore") == ["request", "stamp"])
        #expect(cases("Post.Letter@toHost") == ["request", "response", "stamp"])
        #expect(cases("Post.Letter.Request@toCore") == ["send", "twice"])
        #expect(cases("Post.Letter.Request@toHost") == ["twice"])
        #expect(reference("Post.Letter@toHost", "response") == "#/$defs/Post.Letter.Response")
    }

    @Test func `a type that is in messages twice has another part each time, if it goes another way there`() {
        // Within a request, a stamp is one of its own.
        #expect(reference("Post.Letter.Request@toHost", "twice") == "#/$defs/Post.Letter@toHost.2")
        #expect(cases("Post.Letter@toHost.2") == ["request", "response"])
        #expect(reference("Post.Letter@toHost.2", "request") == "#/$defs/Post.Letter.Request@toHost.2")
    }

    @Test func `null goes the way of its case`() {
        let forms = definitions["@toHost"]?["properties"]?["optional"]?["anyOf"]
        guard case .array(let forms)? = forms else {
            Issue.record("null is not allowed")
            return
        }
        #expect(forms.map { $0["$ref"]?.text ?? $0["type"]?.text } == ["#/$defs/Post.Letter@toHost.3", "null"])
        // Below a marker, the names of enums say nothing.
        #expect(cases("Post.Letter@toHost.3") == ["request", "response", "stamp"])
    }

    @Test func `a value is whole, as its direction is that of its case`() {
        #expect(cases("Post.Letter") == ["request", "response", "stamp"])
        #expect(cases("Post.Letter.Request") == ["send", "finish", "twice"])
    }

    @Test func `what no host sends, hears or reads is not there`() {
        #expect(definitions["Post.Sorting"] == nil)
        #expect(definitions["Post"] == nil)
        #expect(definitions["Post.Letter.Stamp"] != nil)
    }
}

extension JSON {
    fileprivate var members: JSONObject? { if case .object(let members) = self { members } else { nil } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate subscript(_ key: String) -> JSON? { members?[key] }
}
