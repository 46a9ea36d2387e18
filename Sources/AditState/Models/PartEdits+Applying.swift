import AditJSON

extension PartEdits {
    /// Edits a member of a value in place.
    ///
    /// - Parameter path: leads to the member; its type is known at run time only.
    func edit<Root>(_ root: inout Root, _ path: AnyKeyPath) throws(CodingFailure) {
        let type = Swift.type(of: path).valueType
        if let model = type as? any WireModel.Type, model.isStoredInParts {
            try edit(&root, path, model)
        } else if let type = type as? any WireCodable.Type {
            try put(&root, path, type)
        } else {
            throw refusal(edits.first)
        }
    }

    private func edit<Root, M: WireModel>(_ root: inout Root, _ path: AnyKeyPath, _: M.Type) throws(CodingFailure) {
        guard let path = path as? WritableKeyPath<Root, M> else { throw refusal(edits.first) }
        try M._apply(self, to: &root[keyPath: path])
    }

    private func put<Root, T: WireCodable>(_ root: inout Root, _ path: AnyKeyPath, _: T.Type) throws(CodingFailure) {
        guard let path = path as? WritableKeyPath<Root, T> else { throw refusal(edits.first) }
        try put(&root[keyPath: path])
    }

    /// Replaces a value.
    func put<T: WireCodable>(_ value: inout T) throws(CodingFailure) {
        for edit in edits {
            guard edit.path.count == depth else { throw refusal(edit) }
            switch edit.operation {
            case .insert(let new), .replace(let new): value = try read(new, edit)
            case .remove:
                guard let absent = T.absent else { throw refusal(edit) }
                value = absent
            case .move: throw refusal(edit)
            }
        }
    }

    func read<T: WireCodable>(_ value: JSONReader, _ edit: PartEdit) throws(CodingFailure) -> T {
        do throws(CodingFailure) { return try T(reading: value) } catch { throw error.within(edit.path) }
    }

    /// Edits a value as JSON: one with constants, which cannot be changed in place.
    ///
    /// - Complexity: O(value).
    fileprivate func rewrite<T: WireCodable>(_ value: inout T) throws(CodingFailure) {
        let text = JSONWriter()
        try encodeWire(value, to: text)
        let history: JSONHistory
        do throws(JSONSyntaxError) { history = try JSONHistory(JSONPointer(keys), base: text.bytes) } catch {
            throw CodingFailure(error)
        }
        if backwards { try history.undo(changes) } else { try history.redo(changes) }
        text.truncate(to: 0)
        guard try history.write(to: text) == .value else { throw refusal(edits.first) }
        value = try JSONReader.read(text.bytes, as: "a part that is") { (reader) throws(CodingFailure) in
            try T(reading: reader)
        }
    }
}

extension WireModel {
    /// Edits the stored members of a struct.
    @_documentation(visibility: private)
    public static func _apply(_ edits: PartEdits, to value: inout Self) throws(CodingFailure) {
        guard isStoredInParts, let members = edits.byMember else { return try edits.put(&value) }
        let paths = _partPaths
        let places = members.map { member in paths.first { $0.key.isSpelled(as: member.key) } }
        // A constant is not changed in place, and neither are the members of one.
        guard places.allSatisfy({ $0?.path is any _WritablePath }) else { return try edits.rewrite(&value) }
        for (member, place) in zip(members, places) {
            guard let place else { throw member.edits.refusal(member.edits.edits.first) }
            try member.edits.edit(&value, place.path)
        }
    }
}

/// A key path of a variable.
private protocol _WritablePath {}
extension WritableKeyPath: _WritablePath {}

extension PartEdits {
    /// Edits a state in place.
    ///
    /// - Throws: ``CodingFailure`` if the changes do not lead from the present value. The value may be changed in part.
    /// - Complexity: O(changes).
    func apply<S: State>(to state: inout S, _ coding: StateCoding<S>) throws(CodingFailure) {
        if coding.isWhole {
            for edit in edits {
                guard case .replace(let value) = edit.operation, edit.path.isEmpty else { throw refusal(edit) }
                state = try coding.read(value)
            }
        } else {
            try edit(&state, \S.self)
        }
    }
}
