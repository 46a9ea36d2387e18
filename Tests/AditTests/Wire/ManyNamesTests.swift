import Adit
import TestSupport
import Testing

@Model private enum Many: CaseIterable, Equatable {
    case add, ado, box, bag, bug, big, beg, bog, two, one, won, now, own, a, b, c, ab, ba, aa, bb, abc, cab, bca, acb,
        bac
    case create, delete, check, uncheck, edit, schedule, remove, update, rename, move, copy, paste, share, archive
    case größe, große, grüße, straße
}

@Model private struct Wide: Equatable {
    var id = 0, at = 1, to = 2, by = 3, of = 4, item = 5, text = 6, next = 7, last = 8, first = 9
}

/// However many names there are, each is found, and nothing else is.
struct ManyNamesTests {
    @Test(arguments: Many.allCases)
    fileprivate func `each case is found`(_ value: Many) {
        expectWire(value, #"{"\#(value)":{}}"#)
    }

    @Test(arguments: Many.allCases)
    fileprivate func `what is nearly a case is not found`(_ value: Many) {
        let names = Set(Many.allCases.map { "\($0)" })
        for position in "\(value)".indices {
            for letter in ["x", "a", "b", "o", ""] {
                var name = "\(value)"
                name.replaceSubrange(position...position, with: letter)
                guard !names.contains(name) else { continue }
                #expect(refusal(reading: #"{"\#(name)":{}}"#, as: Many.self).hasPrefix(#"no case "\#(name)""#))
            }
        }
    }

    @Test func `each key is found`() throws {
        let keys = ["id", "at", "to", "by", "of", "item", "text", "next", "last", "first"]
        for (index, key) in keys.enumerated() {
            let value = try decoded(Wide.self, from: #"{"\#(key)":100}"#)
            let expected = keys.indices.map { $0 == index ? #""\#(keys[$0])":100"# : #""\#(keys[$0])":\#($0)"# }
            #expect(try encoded(value) == "{\(expected.joined(separator: ","))}")
        }
    }
}
