extension EnumCoding {
    var writing: String {
        function("write(to writer: Adit.JSONWriter) throws(Adit.CodingFailure)") { wireCase in
            let key = wireCase.key.json
            switch wireCase.payload {
            case .none:
                return ("", "writer.write(literal: \("{\(key):{}}".literal))")
            case .value(let value):
                let code = """
                    writer.write(literal: \("{\(key):".literal))
                    try writer.write(value: \(value.typed("value0")))
                    writer.write(literal: "}")
                    """
                return ("(let value0)", code)
            case .labelled(let values):
                let variables = values.enumerated().map { $1 == nil ? "_" : "let value\($0)" }
                let members = values.enumerated().compactMap { index, value in
                    value.map { value in
                        "try writer.write(member: \("\(value.key.json):".literal), \(value.typed("value\(index)")))\n"
                    }
                }
                let code = """
                    writer.write(literal: \("{\(key):{".literal))
                    \(members.joined())writer.write(literal: "}}")
                    """
                return (members.isEmpty ? "" : "(\(variables.joined(separator: ", ")))", code)
            }
        }
    }

    var casePath: String {
        function("addCasePath(to path: inout [Swift.String])") { wireCase in
            let name = "path.append(\(wireCase.key.literal))"
            guard case .value(let value) = wireCase.payload else { return ("", name) }
            return ("(let value0)", "\(name)\n(\(value.typed("value0"))).addCasePath(to: &path)")
        }
    }
}
