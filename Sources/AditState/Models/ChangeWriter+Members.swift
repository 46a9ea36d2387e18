import AditJSON

// The members of a struct, for generated code. The comparisons are inlinable, so that they are specialized for the
// members' types: most members have not changed (`benchmarks/run`).
extension ChangeWriter {
    /// Writes the changes of a member.
    @inlinable
    public func member<T: WireModel>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        try modelMember(key, old, new)
    }

    // As both the one above and that of a plain value take it.
    @inlinable
    public func member<T: WireModel & Equatable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        try modelMember(key, old, new)
    }

    @inlinable
    func modelMember<T: WireModel>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard T.mayHaveChanged(new, since: old) else { return }
        if rows != nil { return try memberWithRows(key, old, new) }
        let next = part(of: key)
        if !isCovered {
            guard let next, next.mayBeConcerned(old, new) else { return }
        }
        enter(key, next)
        defer { leave() }
        if try !reportAbsence(old, new) { try T.writeChanges(of: new, since: old, to: self) }
    }

    @inlinable
    public func member<T: WireCodable & Equatable>(_ key: String, _ old: T?, _ new: T?) throws(CodingFailure) {
        // Rows are compared by their texts; models by their members, and texts by their bytes.
        if rows != nil || T.self == String.self || model(T.self) != nil { return try modelMember(key, old, new) }
        if try !isUnchanged(old, new) { try differentMember(key, old, new) }
    }

    /// Writes the change of an optional member whose value changes as a whole.
    @inlinable
    @inline(never)
    func differentMember<T: WireCodable>(_ key: String, _ old: T?, _ new: T?) throws(CodingFailure) {
        try enterForWhole(key) { key throws(CodingFailure) in
            switch (old, new) {
            case (nil, nil): break
            case (nil, let new?): try add(new, member: key)
            case (_?, nil): try remove(member: key)
            case (_?, let new?): try replace(with: new, member: key)
            }
        }
    }

    /// Calls `body` in a member that changes as a whole, if it has subscriptions.
    ///
    /// - Parameter body: receives the key of the member if only the parts around it have subscriptions: it is not
    ///   entered then, which takes as long as its change; nil in the member.
    @inlinable
    @inline(__always)
    func enterForWhole(_ key: String, _ body: (String?) throws(CodingFailure) -> Void) throws(CodingFailure) {
        if let next = part(of: key) {
            enter(key, next)
            defer { leave() }
            try body(nil)
        } else if isCovered {
            try body(key)
        }
    }

    /// Writes the changes of a text, compared by bytes: texts with different bytes may be equal strings.
    public func member(_ key: String, _ old: String, _ new: String) throws(CodingFailure) {
        guard !old.isSpelled(as: new) else { return }
        if rows != nil { return try anyMemberWithRows(key, old, new) }
        try enterForWhole(key) { key throws(CodingFailure) in try replace(with: new, member: key) }
    }

    public func member(_ key: String, _ old: String?, _ new: String?) throws(CodingFailure) {
        switch (old, new) {
        case (nil, nil): return
        case (let old?, let new?): if old.isSpelled(as: new) { return }
        default: break
        }
        try memberOfAnyType(key, old, new)
    }

    public func member(_ key: String, _ old: [String], _ new: [String]) throws(CodingFailure) {
        guard [String].mayHaveChanged(new, since: old), !old.elementsEqual(new, by: { $0.isSpelled(as: $1) }) else {
            return
        }
        try memberOfAnyType(key, old, new)
    }

    // Not disfavored: an optional would be, and a plain value can become one.
    @inlinable
    public func member<T: WireCodable & Equatable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        if try !isUnchanged(old, new) { try differentMember(key, old, new) }
    }

    @usableFromInline
    func differentMember<T: WireCodable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        if rows != nil { return try anyMemberWithRows(key, old, new) }
        if model(T.self) != nil { return try memberOfAnyType(key, old, new) }
        try enterForWhole(key) { key throws(CodingFailure) in
            switch (old.isAbsent, new.isAbsent) {
            case (true, true): break
            case (true, false): try add(new, member: key)
            case (false, true): try remove(member: key)
            case (false, false): try replace(with: new, member: key)
            }
        }
    }

    @_disfavoredOverload
    public func member<T: WireCodable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        try memberOfAnyType(key, old, new)
    }

    /// Writes the changes of a member whose type is known only at run time.
    private func memberOfAnyType<T: WireCodable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        if rows != nil { return try anyMemberWithRows(key, old, new) }
        guard enter(key) else { return }
        defer { leave() }
        try reportMember(old, new)
    }

    /// Writes the changes of the current part, which is a member.
    package func reportMember<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) {
        if try !reportAbsence(old, new) { try report(old, new) }
    }

    /// Records that a member was added or removed.
    ///
    /// - Returns: false if it was present and still is.
    @inlinable
    func reportAbsence<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) -> Bool {
        switch (old.isAbsent, new.isAbsent) {
        case (false, false): return false
        case (true, true): break
        case (true, false): try add(new)
        case (false, true): try remove()
        }
        return true
    }

    /// Writes the changes of a list's element or a dictionary's value, which is present even if null.
    @inlinable
    package func report<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) {
        if let model = model(T.self) {
            try report(as: model, old, new)
        } else if try !areEqual(old, new) {
            try replace(with: new)
        }
    }

    /// Writes the changes of a list's element or a dictionary's value, which is nil where it is absent.
    func report<T: WireCodable>(_ old: T?, becoming new: T?) throws(CodingFailure) {
        switch (old, new) {
        case (nil, nil): break
        case (nil, let new?): try add(new)
        case (_?, nil): try remove()
        case (let old?, let new?): try report(old, new)
        }
    }

    // M is T. Casts of the values would take longer than most comparisons.
    @usableFromInline
    func report<M: WireModel, T>(as _: M.Type, _ old: T, _ new: T) throws(CodingFailure) {
        try M.writeChanges(of: unsafeBitCast(new, to: M.self), since: unsafeBitCast(old, to: M.self), to: self)
    }
}
