import SwiftSyntax

/// The declarations of an enum.
struct EnumShape {
    let doc: String
    let cases: [WireCase]
    /// The direction that the enum declares for messages; nil if none.
    let mark: DirectionMark?

    init(_ declaration: EnumDeclSyntax, in expansion: Expansion) {
        doc = Doc(before: declaration).text
        mark = DirectionMark(declaration, isNested: expansion.context.isInsideType)
        let elements = declaration.caseElements
        let keys = CodingKeyNames(in: declaration)
        keys?.check(against: elements.map(\.name.text), what: "case", expansion)
        cases = elements.map { element in
            let name = element.name.text
            let key = keys.map { $0[name] } ?? name.withoutBackticks
            if key == nil { expansion.complain(.leftOutCase(name), at: element) }
            return WireCase(element, key: key ?? name, of: declaration, in: expansion)
        }
        for condition in declaration.memberBlock.members.compactMap({ $0.decl.as(IfConfigDeclSyntax.self) })
        where condition.members.contains(where: { $0.decl.is(EnumCaseDeclSyntax.self) }) {
            expansion.complain(.conditionalCases, at: condition)
        }
        checkNames(elements, expansion)
    }

    /// The direction of a case: its own marker is stronger than that of the enum.
    func mark(of wireCase: WireCase) -> DirectionMark? { wireCase.mark.map { .marked($0) } ?? mark }

    private func checkNames(_ elements: [EnumCaseElementSyntax], _ expansion: Expansion) {
        var names: Set<String> = []
        var keys: [String: String] = [:]
        for (element, wireCase) in zip(elements, cases) {
            if !names.insert(wireCase.name).inserted {
                expansion.complain(.overloaded(wireCase.name), at: element)
            } else if let other = keys.updateValue(wireCase.name, forKey: wireCase.key) {
                expansion.complain(.doubledKey(wireCase.key, of: other), at: element)
            }
        }
    }
}
