import AditJSON
import Testing

private struct Circle: Codable, Equatable { var radius: Double }
private struct Rectangle: Codable, Equatable { var width: Double, height: Double }

/// Tries one type, then another, on the same value.
private enum Shape: Decodable, Equatable {
    case circle(Circle), rectangle(Rectangle)
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let circle = try? container.decode(Circle.self) {
            self = .circle(circle)
        } else {
            self = .rectangle(try container.decode(Rectangle.self))
        }
    }
}

/// The same, by handing on its decoder.
private enum Handed: Decodable, Equatable {
    case circle(Circle), rectangle(Rectangle)
    init(from decoder: any Decoder) throws {
        if let circle = try? Circle(from: decoder) {
            self = .circle(circle)
        } else {
            self = .rectangle(try Rectangle(from: decoder))
        }
    }
}

private enum Amount: Decodable, Equatable {
    case number(Int), text(String), list([Int])
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([Int].self))
        }
    }
}

/// A key that once was a text.
private struct Item: Decodable, Equatable {
    var id: Int
    enum CodingKeys: CodingKey { case id }
    init(id: Int) { self.id = id }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? container.decode(Int.self, forKey: .id) {
            id = number
        } else {
            id = Int(try container.decode(String.self, forKey: .id)) ?? 0
        }
    }
}

/// Keeps the numbers of a list, and passes over the rest.
private struct Numbers: Decodable, Equatable {
    var numbers: [Int] = []
    struct Anything: Decodable { init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer() } }
    init(_ numbers: [Int]) { self.numbers = numbers }
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            if let number = try? list.decode(Int.self) {
                numbers.append(number)
            } else {
                _ = try list.decode(Anything.self)
            }
        }
    }
}

/// Two parts in one object.
private struct Flat: Codable, Equatable {
    var circle: Circle, rectangle: Rectangle, name: String
    enum CodingKeys: CodingKey { case name }
    init(circle: Circle, rectangle: Rectangle, name: String) {
        (self.circle, self.rectangle, self.name) = (circle, rectangle, name)
    }
    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        circle = try Circle(from: decoder)
        rectangle = try Rectangle(from: decoder)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try circle.encode(to: encoder)
        try rectangle.encode(to: encoder)
    }
}

/// GIVEN a type that catches an error and tries again WHEN it succeeds THEN what it tried in vain is no reason to
/// refuse it.
struct RetryTests {
    @Test func `one type after another`() throws {
        #expect(try read(Shape.self, #"{"radius":1}"#) == .circle(Circle(radius: 1)))
        #expect(try read(Shape.self, #"{"width":1,"height":2}"#) == .rectangle(Rectangle(width: 1, height: 2)))
        #expect(
            try read([Shape].self, #"[{"width":1,"height":2},{"radius":3}]"#)
                == [.rectangle(Rectangle(width: 1, height: 2)), .circle(Circle(radius: 3))])
    }

    @Test func `one type after another, on the decoder itself`() throws {
        #expect(try read(Handed.self, #"{"radius":1}"#) == .circle(Circle(radius: 1)))
        #expect(try read(Handed.self, #"{"width":1,"height":2}"#) == .rectangle(Rectangle(width: 1, height: 2)))
    }

    @Test func `what neither knows is refused all the same`() {
        #expect(
            refusal(of: #"{"width":1,"height":2,"depth":3}"#, as: Shape.self).hasPrefix(
                #"unknown key "depth"; one of "#))
        #expect(refusal(of: #"{"width":1}"#, as: Shape.self) == #"missing key "height"; found width"#)
        #expect(
            refusal(of: #"{"width":1,"height":2,"depth":3}"#, as: Handed.self).hasPrefix(
                #"unknown key "depth"; one of "#))
    }

    @Test func `one kind of value after another`() throws {
        #expect(try read([Amount].self, #"[1,"two",[3]]"#) == [.number(1), .text("two"), .list([3])])
        #expect(
            refusal(of: #"[[1,"x"]]"#, as: [Amount].self)
                == "[0][1]: found a string; a whole number of 64 bits is expected")
    }

    @Test func `one kind of value after another, under a key`() throws {
        #expect(try read([Item].self, #"[{"id":1},{"id":"2"}]"#) == [Item(id: 1), Item(id: 2)])
        #expect(refusal(of: #"{"id":true}"#, as: Item.self) == "id: found true; a string is expected")
        #expect(refusal(of: #"{"id":"2","x":1}"#, as: Item.self) == #"unknown key "x"; one of id"#)
    }

    @Test func `an element that fails is still there to be read as another`() throws {
        #expect(try read(Numbers.self, #"[1,"x",2,{"a":{}},[3],null,4]"#) == Numbers([1, 2, 4]))
    }

    @Test func `several parts in one object`() {
        expectWire(
            Flat(circle: Circle(radius: 1), rectangle: Rectangle(width: 2, height: 3), name: "n"),
            #"{"name":"n","radius":1.0,"width":2.0,"height":3.0}"#)
        #expect(
            refusal(of: #"{"name":"n","radius":1,"width":2,"height":3,"x":4}"#, as: Flat.self).hasPrefix(
                #"unknown key "x"; one of "#))
        #expect(
            refusal(of: #"{"name":"n","radius":1,"width":2}"#, as: Flat.self)
                == #"missing key "height"; found name, radius, width"#)
    }
}
