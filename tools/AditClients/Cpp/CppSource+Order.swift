extension CppSource {
    /// Writes the types, each after those that it mentions. Types that lead to each other are declared first; of these, a struct is
    /// defined after those that it has in itself.
    func writeTypesInOrder() {
        let indices = Dictionary(declared.indices.map { (declared[$0].name, $0) }) { first, _ in first }
        let edges = declared.map { $0.names.compactMap { indices[$0] } }
        let groups = RecursiveTypes.components(of: edges)
        let direct = RecursiveTypes.components(of: declared.map { $0.directNames.compactMap { indices[$0] } })
        let aliases = RecursiveTypes.components(
            of: declared.indices.map { index in
                declared[index].isAlias ? edges[index].filter { declared[$0].isAlias } : []
            })
        // The groups are numbered in the order in which they need each other.
        for group in Dictionary(grouping: declared.indices, by: { groups[$0] }).sorted(by: { $0.key < $1.key }) {
            let members = group.value.sorted { (direct[$0], $0) < (direct[$1], $1) }
            guard members.count > 1 || edges[members[0]].contains(members[0]) else {
                writeTypes([declared[members[0]]])
                continue
            }
            writer.line()
            for member in members { declare(declared[member]) }
            for member in members.sorted(by: { (aliases[$0], $0) < (aliases[$1], $1) })
            where declared[member].isAlias {
                if case .cases(let cases) = declared[member].kind {
                    writeVariant(of: declared[member], cases)
                } else {
                    writeTypes([declared[member]])
                }
            }
            for member in members {
                if case .cases(let cases) = declared[member].kind {
                    writeStructs(of: declared[member], cases)
                } else if !declared[member].isAlias {
                    writeTypes([declared[member]])
                }
            }
        }
    }

    private func declare(_ type: TypeDeclaration) {
        switch type.kind {
        case .record, .alternatives: writer.line("struct \(type.name);")
        case .cases(let cases): for one in cases { writer.line("struct \(caseNames.name(type.name, one));") }
        default: break
        }
    }
}
