import AditJSON

/// An edit of a part of a state: an operation of RFC 6902 without a check of the former value.
struct PartEdit {
    enum Operation {
        case insert(JSONReader)
        case replace(JSONReader)
        case remove
        /// A move from another position of the same list.
        case move(from: [String])
    }

    let operation: Operation
    /// The keys of the part.
    let path: [String]

    /// - Parameter backwards: whether the change is undone.
    /// - Throws: ``CodingFailure`` if a value is unknown.
    init(_ change: JournalChange, backwards: Bool) throws(CodingFailure) {
        switch (change.operation, backwards) {
        case (.replace, _): operation = .replace(try change.value(backwards ? "old" : "value"))
        case (.add, false), (.remove, true): operation = .insert(try change.value(backwards ? "old" : "value"))
        // A removal needs no value.
        case (.remove, false), (.add, true): operation = .remove
        case (.move, _):
            guard let from = change.from else { throw change.refusal("one with from") }
            operation = .move(from: backwards ? change.path : from)
            path = backwards ? from : change.path
            return
        }
        path = change.path
    }

    /// The failure of an edit of what is not there.
    static func refusal(of path: some Sequence<String>) -> CodingFailure {
        CodingFailure(
            path: JSONPointer(path).description,
            reason: "found a change of what is not there; the journal does not belong to the state")
    }
}

/// The edits of a value, each with the path that is left to its part, for implementations of ``WireModel``.
@_documentation(visibility: private)
public struct PartEdits {
    let edits: ArraySlice<PartEdit>
    /// The number of keys that lead to the value.
    let depth: Int
    /// The changes of the whole batch, for values that are edited as JSON.
    let changes: JSONReader
    let backwards: Bool

    /// - Parameters:
    ///   - changes: the changes of a batch in a journal.
    ///   - backwards: whether they are undone, the last one first.
    /// - Throws: ``CodingFailure`` if a value is unknown, or has a mask in place of a secret.
    init(_ changes: JSONReader, backwards: Bool) throws(CodingFailure) {
        var edits: [PartEdit] = []
        let all = changes.array
        edits.reserveCapacity(all.count)
        for index in all.indices {
            let change = try JournalChange(all[backwards ? all.count - 1 - index : index])
            let isRemoval = change.operation == (backwards ? .add : .remove)
            if change.hasMasks, !isRemoval, change.operation != .move {
                throw CodingFailure(
                    path: change.maskedPath,
                    reason: "found a secret, of which the journal has a mask only; it cannot be restored")
            }
            edits.append(try PartEdit(change, backwards: backwards))
        }
        self.init(edits: edits[...], depth: 0, changes: changes, backwards: backwards)
    }

    private init(edits: ArraySlice<PartEdit>, depth: Int, changes: JSONReader, backwards: Bool) {
        self.edits = edits
        self.depth = depth
        self.changes = changes
        self.backwards = backwards
    }

    /// The keys that lead to the value.
    var keys: ArraySlice<String> { edits.first?.path.prefix(depth) ?? [] }

    /// The edits of the members, in the order of their first edit; nil if the value is edited as a whole.
    var byMember: [(key: String, edits: PartEdits)]? {
        var members: [(key: String, edits: [PartEdit])] = []
        for edit in edits {
            guard edit.path.count > depth else { return nil }
            let key = edit.path[depth]
            // A batch lists the changes of a member one after the other.
            if let last = members.last, last.key.isSpelled(as: key) {
                members[members.count - 1].edits.append(edit)
            } else if let index = members.firstIndex(where: { $0.key.isSpelled(as: key) }) {
                members[index].edits.append(edit)
            } else {
                members.append((key, [edit]))
            }
        }
        return members.map {
            ($0.key, PartEdits(edits: $0.edits[...], depth: depth + 1, changes: changes, backwards: backwards))
        }
    }

    /// The failure of changes that do not start from the present value.
    func refusal(_ edit: PartEdit?) -> CodingFailure {
        PartEdit.refusal(of: edit?.path ?? Array(keys))
    }
}
