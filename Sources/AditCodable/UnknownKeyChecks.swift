import AditJSON

/// The checks of the values that one type reads, in the order in which it began to, one for each value and form.
///
/// Few values are read through more than one container and the payload of its case: those are compared. Of a type that
/// reads many values by nested containers, the others are found by their places.
struct UnknownKeyChecks {
    private var first: UnknownKeyCheck?
    private var second: UnknownKeyCheck?
    private var others: [UnknownKeyCheck?] = []
    private var indices: [Watched: Int] = [:]

    private struct Watched: Hashable {
        // Compared, and never read.
        let place: UnsafeRawPointer
        let form: UnknownKeyCheck.Form

        init(_ value: JSONReader, _ form: UnknownKeyCheck.Form) { (place, self.form) = (value.place, form) }
    }

    /// The check of a value in a form; nil if absent.
    subscript(value: JSONReader, form: UnknownKeyCheck.Form) -> UnknownKeyCheck? {
        if let first, first.watches(value, form) { return first }
        if let second, second.watches(value, form) { return second }
        return indices.isEmpty ? nil : indices[Watched(value, form)].flatMap { others[$0] }
    }

    /// Adds the check of a value that has none in this form.
    mutating func append(_ check: UnknownKeyCheck) {
        if first == nil {
            first = check
        } else if second == nil {
            second = check
        } else {
            indices[Watched(check.value, check.form)] = others.count
            others.append(check)
        }
    }

    /// Removes the check of a value in a form, if any.
    mutating func remove(_ value: JSONReader, _ form: UnknownKeyCheck.Form) {
        if let second, second.watches(value, form) {
            self.second = nil
        } else if !indices.isEmpty, let index = indices.removeValue(forKey: Watched(value, form)) {
            others[index] = nil
        }
    }

    func forEachCheck(_ body: (UnknownKeyCheck) throws(CodingFailure) -> Void) throws(CodingFailure) {
        if let first { try body(first) }
        if let second { try body(second) }
        for case let check? in others { try body(check) }
    }
}

extension UnknownKeyCheck {
    fileprivate func watches(_ value: JSONReader, _ form: Form) -> Bool {
        self.form == form && self.value.place == value.place
    }
}
