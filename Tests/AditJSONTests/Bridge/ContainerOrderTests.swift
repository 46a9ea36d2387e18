import AditJSON
import Testing

/// A type that writes itself as the closure says.
private struct Writing: Encodable {
    let write: (any Encoder) throws -> Void
    init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }
    func encode(to encoder: any Encoder) throws { try write(encoder) }
}

private enum Key: CodingKey { case a, b, c }

/// GIVEN a type that uses its encoder in an order that cannot be written as it goes WHEN it is written THEN that is an
/// error, and never broken JSON.
struct ContainerOrderTests {
    static let says = "a container is written to after the next one was begun"

    @Test func `two containers in turn are refused`() {
        let objects = Writing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            var second = container.nestedContainer(keyedBy: Key.self, forKey: .b)
            try second.encode(1, forKey: .a)
            try first.encode(2, forKey: .a)
        }
        #expect(refusal(ofWriting: objects) == "a: \(ContainerOrderTests.says)")
        let arrays = Writing { encoder in
            var container = encoder.unkeyedContainer()
            var first = container.nestedUnkeyedContainer()
            var second = container.nestedUnkeyedContainer()
            try second.encode(1)
            try first.encode(2)
        }
        #expect(refusal(ofWriting: ["x": arrays]) == "x[0]: \(ContainerOrderTests.says)")
    }

    @Test func `a container within one that was left is refused`() {
        let writing = Writing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: .a)
            try container.encode(1, forKey: .b)
            var late = first.nestedContainer(keyedBy: Key.self)
            try late.encode(2, forKey: .c)
        }
        #expect(refusal(ofWriting: writing).hasSuffix(ContainerOrderTests.says))
    }

    @Test func `also where nothing is written to it`() {
        let writing = Writing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: .a)
            try container.encode(1, forKey: .b)
            _ = first.nestedContainer(keyedBy: Key.self)
        }
        #expect(refusal(ofWriting: writing).hasSuffix(ContainerOrderTests.says))
    }

    @Test func `an outer container goes on after an inner one`() throws {
        let writing = Writing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var inner = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            try inner.encode(1, forKey: .a)
            try inner.encode(2, forKey: .b)
            try container.encode(3, forKey: .b)
            var list = container.nestedUnkeyedContainer(forKey: .c)
            try list.encode([4])
            try list.encode(5)
        }
        #expect(try written([writing]) == #"[{"a":{"a":1,"b":2},"b":3,"c":[[4],5]}]"#)
    }

    @Test func `a super encoder that nothing is written to is an empty object`() throws {
        let keyed = Writing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            _ = container.superEncoder()
            try container.encode(1, forKey: .a)
            _ = container.superEncoder(forKey: .b)
        }
        #expect(try written(keyed) == #"{"super":{},"a":1,"b":{}}"#)
        let unkeyed = Writing { encoder in
            var container = encoder.unkeyedContainer()
            _ = container.superEncoder()
            try container.encode(1)
            _ = container.superEncoder()
        }
        #expect(try written(unkeyed) == "[{},1,{}]")
    }

    @Test func `a super encoder that is written to too late is refused`() {
        let writing = Writing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            let parent = container.superEncoder(forKey: .a)
            try container.encode(1, forKey: .b)
            try 2.encode(to: parent)
        }
        #expect(refusal(ofWriting: writing).hasSuffix(ContainerOrderTests.says))
    }

    @Test func `a super encoder in an array stands in its place`() throws {
        let writing = Writing { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            try ["a": 2].encode(to: container.superEncoder())
            try container.encode(3)
        }
        #expect(try written(writing) == #"[1,{"a":2},3]"#)
    }

    @Test func `two single values in one place are refused`() {
        let twice = Writing { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
        #expect(throws: CodingFailure.self) { try written(twice) }
        #expect(throws: CodingFailure.self) { try written([twice]) }
    }

    @Test func `an object and an array in one place are refused`() {
        let both = Writing { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(1, forKey: .a)
            var array = encoder.unkeyedContainer()
            try array.encode(2)
        }
        #expect(throws: CodingFailure.self) { try written(both) }
        let mixed = Writing { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(1, forKey: .a)
            var single = encoder.singleValueContainer()
            try single.encode(2)
        }
        #expect(throws: CodingFailure.self) { try written(mixed) }
    }

    @Test func `what writes nothing is an empty object`() throws {
        #expect(try written([Writing { _ in }, Writing { _ = $0.container(keyedBy: Key.self) }]) == "[{},{}]")
        #expect(try written(Writing { _ = $0.unkeyedContainer() }) == "[]")
    }
}
