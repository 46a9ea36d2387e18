import Adit

/// A catalog with a text of choice in each place: the title, names of types, cases, members and gateways, values of enums, constants,
/// and doc comments.
package enum HostileCatalog {
    package enum Place { case name, key, value, doc }

    /// - Parameter text: the text at a place, by its number; the same in each call.
    package static func catalog(_ text: (Place, Int) -> String) -> String {
        var parts = template.split(separator: "<", omittingEmptySubsequences: false)[...]
        var result = String(parts.removeFirst())
        for part in parts {
            let end = part.firstIndex(of: ">") ?? part.startIndex
            let number = Int(part[part.index(after: part.startIndex)..<end]) ?? 0
            let place: Place =
                switch part.first {
                case "n", "r": .name
                case "k": .key
                case "v": .value
                default: .doc
                }
            let value = text(place, number)
            result += escaped(part.first == "r" ? reference(value) : value) + part[part.index(after: end)...]
        }
        return result
    }

    /// Returns a text for a place, which is no name in any language. The names made of it are those of no other place: what they end
    /// with has its number between letters. Generators write names that are alike in another way.
    package static func text(_ text: String, at place: Place, _ number: Int) -> String {
        "~ \(text)~\(place)\(number)end"
    }

    private static func escaped(_ text: String) -> String {
        let writer = JSONWriter()
        writer.write(text)
        return String(writer.text.dropFirst().dropLast())
    }

    /// A name in a reference, of which the half is escaped as in a URI and all as in a JSON Pointer.
    private static func reference(_ name: String) -> String {
        name.utf8.enumerated().reduce(into: "") { result, byte in
            switch byte.element {
            case UInt8(ascii: "~"): result += "~0"
            case UInt8(ascii: "/"): result += "~1"
            case UInt8(ascii: "A")...UInt8(ascii: "z"): result.unicodeScalars.append(UnicodeScalar(byte.element))
            default:
                let digits = String(byte.element, radix: 16)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }

    private static let template = ##"""
        {"title":"<v1>","version":"<v2>","hash":"<v3>","$defs":{
        "@toCore":{"description":"<d1>","type":"object","properties":{
        "<k1>":{"description":"<d2>","$ref":"#/$defs/<r1>"},
        "<k2>":{"description":"<d3>","type":"object","properties":{"<k3>":{"description":"<d4>","type":"string"},
        "<k4>":{"description":"<d5>","const":"<v4>"},"<k5>":{"type":"boolean"}},"required":["<k3>"],"additionalProperties":false},
        "<k6>":{"description":"<d6>","type":"object","properties":{},"additionalProperties":false},
        "<k7>":{"description":"<d7>","type":"string"},
        "@stats":{"description":"<d8>","type":"object","properties":{},"additionalProperties":false},
        "@id":{"anyOf":[{"type":"string"},{"type":"integer"}]},
        "@group":{"description":"<d9>","type":"string"}},
        "oneOf":[{"required":["<k1>"]},{"required":["<k2>"]},{"required":["<k6>"]},{"required":["@stats"]}],
        "dependentSchemas":{"@group":{"oneOf":[{"required":["<k1>"]}]}},"additionalProperties":false},
        "@toHost":{"description":"<d10>","type":"object","properties":{
        "<k8>":{"description":"<d11>","anyOf":[{"$ref":"#/$defs/<r2>"},{"type":"null"}]},
        "@effect":{"description":"<d12>","anyOf":[{"type":"object","properties":{"id":{"type":"string"},
        "gateway":{"type":"string","const":"<k9>"},"request":{"$ref":"#/$defs/<r2>"},
        "reply":{"type":"string","const":"many"}},"required":["id","gateway","request","reply"],"additionalProperties":false}]},
        "@cancel":{"type":"object","properties":{"effect":{"type":"string"}},"required":["effect"],"additionalProperties":false}},
        "oneOf":[{"required":["<k8>"]},{"required":["@effect"]},{"required":["@cancel"]}],"additionalProperties":false},
        "@state":{"description":"<d13>","$ref":"#/$defs/<r3>"},
        "@view":{"type":"object","properties":{"<k10>":{"description":"<d14>","type":"boolean"}},"additionalProperties":false},
        "@gateways":{"type":"object","properties":{
        "<k9>":{"description":"<d15>","type":"object","properties":{"request":{"$ref":"#/$defs/<r2>"},"reply":{"type":"boolean"}}},
        "<k11>":{"description":"<d16>","type":"object","properties":{"request":{"type":"string"},"reply":{"type":"boolean"}}},
        "<k12>":{"type":"object","properties":{"request":{"const":"<v5>"}}}}},
        "@config":{"type":"object","properties":{"gateways":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]},
        "expects":{}},"additionalProperties":false},
        "<n1>":{"description":"<d17>","type":"object","properties":{"<k13>":{"description":"<d18>","$ref":"#/$defs/<r2>"},
        "<k14>":{"description":"<d19>","type":"object","properties":{"<k15>":{"$ref":"#/$defs/<r4>"}},"additionalProperties":false}},
        "minProperties":1,"maxProperties":1,"additionalProperties":false},
        "<n2>":{"description":"<d20>","type":"string","oneOf":[{"const":"<v6>","description":"<d21>"},{"const":"<v7>"}]},
        "<n3>":{"description":"<d22>","type":"object","properties":{"<k16>":{"description":"<d23>","type":"array","items":{"type":"string"}},
        "<k17>":{"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"}},
        "entities":{"type":"object","additionalProperties":{"$ref":"#/$defs/<r4>"}}}}},"additionalProperties":false},
        "<n4>":{"description":"<d24>","anyOf":[{"type":"object","properties":{"<k18>":{"type":"string","const":"<v8>"}}},
        {"description":"<d25>","type":"object","properties":{"<k18>":{"type":"string","const":"<v9>"},"<k19>":{"type":"number"}}}]},
        "<n5>":{"description":"<d26>","const":"<v10>"},
        "<n6>":{"description":"<d27>","anyOf":[{"type":"boolean"},{"type":"array","items":{"const":"<v11>"}}]},
        "<n7>":{"description":"<d28>","type":"integer","enum":[1,2]}}}
        """##
}
