@testable import AditJSON
import TestSupport
import Testing

/// GIVEN an object of any JSON WHEN its keys differ in their bytes THEN they are keys of their own, though Swift takes
/// them for the same text.
struct JSONObjectTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    @Test func `keys that are canonically equal are both kept`() throws {
        let text = "{\"\(Self.decomposed)\":1,\"\(Self.composed)\":2}"
        let json = try #require(JSON(text: text))
        guard case .object(let object) = json else { throw CodingFailure(path: "", reason: "no object") }
        #expect(object.count == 2)
        #expect(object[Self.composed] == .integer(2))
        #expect(object[Self.decomposed] == .integer(1))
        #expect(json.text == text)
        #expect(json != JSON(text: "{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2}"))
        #expect(Set([json, json]).count == 1)
    }

    @Test func `members are put in, replaced and taken out`() {
        var object: JSONObject = ["b": .integer(1), "a": .null, "": .bool(true)]
        object[Self.composed] = .integer(2)
        object[Self.decomposed] = .integer(3)
        object["a"] = .string("x")
        #expect(object.keys == ["", "a", "b", Self.decomposed, Self.composed])
        #expect(object.map { $0.value } == [.bool(true), .string("x"), .integer(1), .integer(3), .integer(2)])
        object["b"] = nil
        object["c"] = nil
        #expect(object.removeValue(forKey: Self.composed) == .integer(2))
        #expect(object.removeValue(forKey: Self.composed) == nil)
        #expect(object == ["": .bool(true), "a": .string("x"), "\(Self.decomposed)": .integer(3)])
        #expect(object.filter { $0.key == "a" } == ["a": .string("x")])
        #expect(JSONObject() == [:] && JSONObject().isEmpty && object.count == 3)
    }

    @Test func `of members with the same key, the last one counts`() {
        #expect(["a": .integer(1), "b": .null, "a": .integer(2)] as JSONObject == ["a": .integer(2), "b": .null])
    }

    @Test func `an array is no object, a NUL is in no key`() throws {
        #expect(throws: CodingFailure(path: "", reason: "found an array; an object is expected")) {
            try decoded(JSONObject.self, from: "[]")
        }
        #expect(throws: CodingFailure.self) { try encodeWire(JSON.object(["a\0": .null]), to: JSONWriter()) }
    }

    @Test(arguments: 0..<20)
    func `it is what a dictionary by bytes is`(seed: UInt64) {
        var random = SeededGenerator(seed: 70 + seed)
        let keys = ["", "a", "b", "ab", Self.composed, Self.decomposed, "a\u{301}", "\u{E1}", "z"]
        var (object, model): (JSONObject, [[UInt8]: JSON]) = ([:], [:])
        for step in 0..<200 {
            let key = keys.randomElement(using: &random) ?? ""
            let value = Bool.random(using: &random) ? JSON.integer(Int64(step)) : nil
            object[key] = value
            model[Array(key.utf8)] = value
            #expect(object.count == model.count)
            for key in keys { #expect(object[key] == model[Array(key.utf8)]) }
            #expect(object == JSONObject(object.shuffled(using: &random).map { (key: $0.key, value: $0.value) }))
        }
    }

    @Test func `it is printed as JSON`() {
        let object: JSONObject = ["b": .array([.integer(1), .null]), "a": .string("\u{e9}")]
        #expect("\(object)" == "{\"a\":\"\u{e9}\",\"b\":[1,null]}")
        #expect("\(JSON.number(.infinity))".contains("inf"))
    }
}
