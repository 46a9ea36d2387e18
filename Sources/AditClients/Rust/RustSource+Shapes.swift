// SPDX-License-Identifier: Apache-2.0

extension RustSource {
    func type(_ shape: Shape, in owner: String) -> String {
        switch shape {
        case .any: return "Value"
        case .bool: return "bool"
        case .constant(let value): return value.text == nil ? "bool" : "String"
        case .integer(let least, let most):
            return RustSource.integers.first { $0.1 == least && $0.2 == most }?.0 ?? "i64"
        case .number: return "f64"
        case .text(let schema):
            switch Shape.format(of: schema) {
            case .plain: return "String"
            case .uuid: return "Uuid"
            case .timestamp: return "Timestamp"
            case .day: return "Day"
            }
        case .list(let element): return "Vec<\(type(element, in: ""))>"
        case .dictionary(_, let value): return "BTreeMap<String, \(type(value, in: ""))>"
        case .optional(let shape): return "Option<\(type(shape, in: owner))>"
        case .named(let name): return !owner.isEmpty && model.isRecursive(name, in: owner) ? "Box<\(name)>" : name
        }
    }

    private static let integers: [(String, Int64, Int64)] = [
        ("i8", -128, 127), ("u8", 0, 255), ("i16", -32768, 32767), ("u16", 0, 65535),
        ("i32", -2_147_483_648, 2_147_483_647),
        ("u32", 0, 4_294_967_295), ("u64", 0, .max),
    ]

    func kind(_ shape: Shape) -> String {
        switch shape {
        case .bool: "Bool"
        case .integer: "Integer"
        case .text: "Text"
        case .list: "List"
        default: "Options"
        }
    }

    func literal(_ text: String) -> String { SchemaNode.string(text).json }
}
