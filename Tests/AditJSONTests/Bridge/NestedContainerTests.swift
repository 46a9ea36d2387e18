import AditJSON
import Testing

/// A type whose wire form is written by hand, with containers in containers.
private struct Chart: Codable, Equatable {
    var x: [Int]
    var points: [[Int]]
    var title: String
    var unit: String?

    enum Keys: CodingKey { case meta, axes }
    enum MetaKeys: CodingKey { case title, unit }

    init(x: [Int], points: [[Int]], title: String, unit: String?) {
        (self.x, self.points, self.title, self.unit) = (x, points, title, unit)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var meta = container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
        try meta.encode(title, forKey: .title)
        try meta.encodeIfPresent(unit, forKey: .unit)
        var axes = container.nestedUnkeyedContainer(forKey: .axes)
        var list = axes.nestedUnkeyedContainer()
        for value in x { try list.encode(value) }
        for point in points {
            var object = axes.nestedContainer(keyedBy: Name.self)
            for (index, value) in point.enumerated() { try object.encode(value, forKey: Name("\(index)")) }
        }
        try axes.encodeNil()
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let meta = try container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
        title = try meta.decode(String.self, forKey: .title)
        unit = try meta.decodeIfPresent(String.self, forKey: .unit)
        var axes = try container.nestedUnkeyedContainer(forKey: .axes)
        var list = try axes.nestedUnkeyedContainer()
        x = []
        while !list.isAtEnd { x.append(try list.decode(Int.self)) }
        points = []
        while try !axes.decodeNil() {
            let object = try axes.nestedContainer(keyedBy: Name.self)
            points.append(try object.allKeys.map { try object.decode(Int.self, forKey: $0) })
        }
    }
}

/// Reads the first of an array's objects by hand, and only its key `a`.
private struct First: Decodable, Equatable {
    var a: Int
    enum Keys: CodingKey { case a }
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        a = try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .a)
    }
}

/// Reads the objects of an array, and those of an object, by hand.
private struct All: Decodable {
    var list: [Int] = []
    var members: [Int] = []
    enum Keys: CodingKey { case list, members, a }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        var elements = try container.nestedUnkeyedContainer(forKey: .list)
        while !elements.isAtEnd {
            list.append(try elements.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .a))
        }
        let object = try container.nestedContainer(keyedBy: Name.self, forKey: .members)
        for key in object.allKeys {
            members.append(
                try object.nestedContainer(keyedBy: Keys.self, forKey: key).decode(Int.self, forKey: .a))
        }
    }
}

private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// GIVEN a type that opens its containers itself WHEN it is written and read THEN each is what it asked for.
struct NestedContainerTests {
    @Test func `containers in containers`() {
        expectWire(
            Chart(x: [1, 2], points: [[3, 4], []], title: "t", unit: "m"),
            #"{"meta":{"title":"t","unit":"m"},"axes":[[1,2],{"0":3,"1":4},{},null]}"#)
        expectWire(Chart(x: [], points: [], title: "", unit: nil), #"{"meta":{"title":""},"axes":[[],null]}"#)
    }

    @Test(arguments: [
        (#"{"meta":{},"axes":[[],null]}"#, #"meta: missing key "title"; found no key"#),
        (#"{"meta":{"title":"t","x":1},"axes":[[],null]}"#, #"meta: unknown key "x"; one of title, unit"#),
        (#"{"meta":5,"axes":[[],null]}"#, #"meta: found the number 5; an object with "title" is expected"#),
        (#"{"axes":[[],null]}"#, #"missing key "meta"; found axes"#),
        (#"{"meta":{"title":"t"}}"#, #"missing key "axes"; found meta"#),
        (#"{"meta":{"title":"t"},"axes":{}}"#, "axes: found an object; an array is expected"),
        (#"{"meta":{"title":"t"},"axes":[]}"#, "axes[0]: found the end of the array; an element is expected"),
        (#"{"meta":{"title":"t"},"axes":[5]}"#, "axes[0]: found the number 5; an array is expected"),
        (
            #"{"meta":{"title":"t"},"axes":[[1,"x"],null]}"#,
            "axes[0][1]: found a string; a whole number of 64 bits is expected"
        ),
        (
            #"{"meta":{"title":"t"},"axes":[[],{"a":1},{"b":"x"},null]}"#,
            "axes[2].b: found a string; a whole number of 64 bits is expected"
        ),
        (#"{"meta":{"title":"t"},"axes":[[]]}"#, "axes[1]: found the end of the array; an element is expected"),
        (#"{"meta":{"title":"t"},"axes":[[],null],"more":1}"#, #"unknown key "more"; one of meta, axes"#),
    ])
    func `what is wrong within has its path`(text: String, says: String) {
        #expect(refusal(of: text, as: Chart.self) == says)
    }

    @Test func `an unknown key within an array is refused as well`() {
        #expect(refusal(of: #"[{"a":1,"b":2}]"#, as: First.self) == #"[0]: unknown key "b"; one of a"#)
    }

    @Test func `each of many containers is found among the others at once`() throws {
        // In the square of their number, they would take minutes.
        func text(_ count: Int, _ last: String) -> String {
            let list = (0..<count).map { #"{"a":\#($0)}"# }.joined(separator: ",")
            let members = (0..<count).map { #""m\#($0)":{"a":\#($0)}"# }.joined(separator: ",")
            return #"{"list":[\#(list)\#(last)],"members":{\#(members)}}"#
        }
        let all = try read(All.self, text(50_000, ""))
        #expect(all.list == Array(0..<50_000) && all.members.sorted() == all.list)
        #expect(
            refusal(of: text(100, #",{"a":1,"b":2}"#), as: All.self)
                == #"list[100]: unknown key "b"; one of a"#)
    }
}
