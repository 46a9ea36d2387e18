import AditJSON
import Testing

private enum Key: CodingKey { case a, b }

/// A type that writes itself as the closure says.
private struct Writing: Encodable {
    let write: (any Encoder) throws -> Void
    init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }
    func encode(to encoder: any Encoder) throws { try write(encoder) }
}

private struct Half: Encodable { var whole = 1, broken = Double.nan }

/// A type that begins to write itself, and throws an error of its own then.
private struct Begun: Encodable {
    struct Enough: Error {}
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        _ = container.nestedUnkeyedContainer(forKey: .a)
        throw Enough()
    }
}

/// A type that throws before it writes anything.
private struct Unbegun: Encodable {
    func encode(to _: any Encoder) throws { throw Begun.Enough() }
}

/// GIVEN a type that catches an error while it is written WHEN it goes on THEN its text is valid JSON, or there is
/// none.
struct SwallowedErrorTests {
    private func expectJSONOrNothing(
        sourceLocation: SourceLocation = #_sourceLocation, _ write: @escaping (any Encoder) throws -> Void
    ) {
        for value in [[Writing(write)], [Writing(write), Writing { try 5.encode(to: $0) }]] {
            guard let text = try? written(value) else { continue }
            #expect(isJSON(text), "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test func `under a key`() {
        expectJSONOrNothing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Double.nan, forKey: .a)
            try container.encode(1, forKey: .b)
        }
        expectJSONOrNothing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .b)
            try? container.encode(UInt64.max, forKey: .a)
        }
    }

    @Test func `in an array`() {
        expectJSONOrNothing { encoder in
            var container = encoder.unkeyedContainer()
            for number in [1, Double.nan, 2] { try? container.encode(number) }
        }
    }

    @Test func `alone`() {
        expectJSONOrNothing { encoder in
            var container = encoder.singleValueContainer()
            try? container.encode(Double.nan)
        }
        expectJSONOrNothing { encoder in
            var container = encoder.singleValueContainer()
            do { try container.encode(Double.nan) } catch { try container.encodeNil() }
        }
    }

    @Test func `in the middle of a value`() {
        expectJSONOrNothing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Half(), forKey: .a)
            try container.encode(1, forKey: .b)
        }
        expectJSONOrNothing { encoder in
            var container = encoder.unkeyedContainer()
            try? container.encode([Half()])
            try container.encode(1)
        }
    }

    @Test func `in a container that is written to too late`() {
        expectJSONOrNothing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            try container.encode(1, forKey: .b)
            try? first.encode(2, forKey: .a)
        }
    }

    @Test func `of another kind`() {
        expectJSONOrNothing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Begun(), forKey: .a)
            try container.encode(1, forKey: .b)
        }
        expectJSONOrNothing { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Unbegun(), forKey: .a)
            try container.encode(1, forKey: .b)
        }
        expectJSONOrNothing { encoder in
            var container = encoder.unkeyedContainer()
            try? container.encode(Unbegun())
            try? container.encode([Begun()])
            try container.encode(1)
        }
    }
}
