import AditJSON

/// The comparison of an older catalog of an app, or a part of one, with a newer catalog.
///
/// The new catalog has to allow all that a host sends by the old one, and may allow more. A host may receive less, and
/// also messages and members that it does not know, which it ignores; a value inside a message that
/// it knows has to be one that it knows. A store of the old app is read by the new one, or migrated.
package struct CatalogComparison {
    /// The differences, in the order of the sections and the paths.
    package private(set) var differences: [CatalogDifference] = []
    /// The number of differences that are not listed.
    package private(set) var omitted = 0

    /// Whom the differences break that are not listed.
    private var omittedBreaks: Set<CatalogDifference.Party> = []
    private let budget = ComparisonBudget()

    /// The number of differences that are listed.
    private static let most = 1000

    /// Compares two catalogs. The old one may be a part of a catalog: parts that it lacks are not compared.
    ///
    /// - Throws: ``CodingFailure`` if one of them is not a catalog, an object with `$defs`; with an empty path if
    ///   comparing them takes too much work.
    package init(from old: JSON, to new: JSON) throws(CodingFailure) {
        let (old, new) = (try Document(old, "old"), try Document(new, "new"))
        try compareMessages(old, new)
        try compareGateways(old, new)
        try compareStates(old, new)
    }

    /// Whom the differences break.
    package var broken: Set<CatalogDifference.Party> {
        differences.reduce(into: omittedBreaks) { $0.formUnion($1.breaks) }
    }

    /// The differences that break a party.
    package func breaking(_ party: CatalogDifference.Party) -> [CatalogDifference] {
        differences.filter { $0.breaks.contains(party) }
    }

    private struct Document {
        let definitions: CatalogDefinitions
        let schemaVersion: Int64?
        let migratesFrom: Int64?

        init(_ json: JSON, _ name: String) throws(CodingFailure) {
            guard case .object(let members) = json, case .object(let definitions)? = members["$defs"] else {
                throw CodingFailure(path: name, reason: "found no \"$defs\"; a catalog of adit_catalog is expected")
            }
            self.definitions = CatalogDefinitions(definitions)
            schemaVersion = members["schemaVersion"]?.whole
            migratesFrom = members["migratesFrom"]?.whole
        }
    }

    private mutating func compareMessages(_ old: Document, _ new: Document) throws(CodingFailure) {
        try compare("@toCore", old, new, .sent, isMessage: true, breaking: [.host, .recording])
        try compare("@toHost", old, new, .heard, isMessage: true, breaking: [.host, .recording])
    }

    /// A gateway's requests are received by a host, its replies sent. A new gateway is not asked unless the host serves
    /// it.
    private mutating func compareGateways(_ old: Document, _ new: Document) throws(CodingFailure) {
        guard let before = old.definitions["@gateways"]?.members, let after = new.definitions["@gateways"]?.members
        else { return }
        for (name, gateway) in before.sorted(by: { $0.key < $1.key }) {
            guard let other = after[name] else {
                add("/@gateways/\(JSONPointer.escape(name.string))", "a gateway", "absent", [])
                continue
            }
            let (parts, others) = (gateway.members ?? [:], other.members ?? [:])
            for (part, way) in [("request", SchemaComparison.Way.heard), ("reply", .sent)] {
                guard let schema = parts[ByteString(part)], let present = others[ByteString(part)] else { continue }
                try compare(
                    ["@gateways", name.string, part], schema, present, way, isMessage: false,
                    breaking: [.host, .recording])
            }
        }
    }

    /// A host reads the state; a store keeps it, and durable effects that are under way.
    private mutating func compareStates(_ old: Document, _ new: Document) throws(CodingFailure) {
        try compare("@state", old, new, .heard, isMessage: false, breaking: [.host])
        try compare("@view", old, new, .heard, isMessage: false, breaking: [.host])
        let (before, after) = (old.schemaVersion ?? 1, new.schemaVersion ?? 1)
        if old.schemaVersion == nil || before == after {
            try compare("@state", old, new, .sent, isMessage: false, breaking: [.store, .recording])
            return try compare("@durable", old, new, .sent, isMessage: false, breaking: [.store, .recording])
        }
        let from = new.migratesFrom ?? after
        let isRead = before < after && from <= before
        add(
            "/schemaVersion", "\(before)",
            "\(after), with migrations from \(from) on", isRead ? [] : [.store, .recording])
    }

    private mutating func compare(
        _ name: String, _ old: Document, _ new: Document, _ way: SchemaComparison.Way, isMessage: Bool,
        breaking parties: Set<CatalogDifference.Party>
    ) throws(CodingFailure) {
        guard let before = old.definitions[name] else { return }
        guard let after = new.definitions[name] else { return add("/\(name)", "there", "absent", parties) }
        try compare([name], before, after, way, isMessage: isMessage, breaking: parties)
    }

    private mutating func compare(
        _ path: [String], _ before: CatalogSchema, _ after: CatalogSchema, _ way: SchemaComparison.Way,
        isMessage: Bool, breaking parties: Set<CatalogDifference.Party>
    ) throws(CodingFailure) {
        var comparison = SchemaComparison(way, budget)
        try comparison.compare(before, after, at: path, isMessage: isMessage)
        for found in comparison.found {
            add(found.path, found.was, found.present, found.isBreaking ? parties : [])
        }
        omitted += comparison.omitted.count
        if comparison.omitted.isBreaking { omittedBreaks.formUnion(parties) }
    }

    private mutating func add(_ path: String, _ was: String, _ present: String, _ parties: Set<CatalogDifference.Party>)
    {
        // By bytes, as keys are told apart.
        let index = differences.firstIndex {
            $0.path.isSpelled(as: path) && $0.was.isSpelled(as: was) && $0.present.isSpelled(as: present)
        }
        if let index { return differences[index].breaks.formUnion(parties) }
        guard differences.count < CatalogComparison.most else {
            omitted += 1
            omittedBreaks.formUnion(parties)
            return
        }
        differences.append(CatalogDifference(path: path, was: was, present: present, breaks: parties))
    }
}

extension CatalogComparison {
    /// The comparison as JSON: `{"breaks":["host"],"differences":[{"path":"…","was":"…","is":"…","breaks":[…]}]}`.
    package var text: String {
        let writer = JSONWriter()
        writer.writeObject {
            writer.writeProperty("breaks") { writer.writeArray(of: broken.names) { writer.write($0) } }
            writer.writeProperty("differences") {
                writer.writeArray(of: differences) { difference in
                    writer.writeObject {
                        writer.writeProperty("path") { writer.write(difference.path) }
                        writer.writeProperty("was") { writer.write(difference.was) }
                        writer.writeProperty("is") { writer.write(difference.present) }
                        writer.writeProperty("breaks") {
                            writer.writeArray(of: difference.breaks.names) { writer.write($0) }
                        }
                    }
                }
            }
            if omitted > 0 { writer.writeProperty("omitted") { writer.write(omitted) } }
        }
        return writer.text
    }
}
