import AditJSON

/// The state of one encoding: the writer, and the open containers, outermost first.
final class Encoding {
    let writer: JSONWriter
    @exclusivity(unchecked) private var open: [Scope] = []  // Accesses last for one statement each.
    /// The first failure. It is kept even if a type catches it, or the failing call cannot throw.
    @exclusivity(unchecked) private(set) var failure: CodingFailure?

    init(_ writer: JSONWriter) { self.writer = writer }

    /// Records a failure.
    ///
    /// - Returns: the error to throw.
    func fail(at place: CodingPlace?, _ reason: String) -> CodingFailure {
        let error = CodingFailure(at: place, reason)
        failure = failure ?? error
        return error
    }

    /// Records an error that a type threw.
    func fail(_ error: any Error, at place: CodingPlace?) {
        guard failure == nil else { return }
        failure =
            switch error {
            case let error as CodingFailure: error
            case EncodingError.invalidValue(_, let context):
                CodingFailure(at: context.codingPath, context.debugDescription)
            default: CodingFailure(at: place, "\(error)")
            }
    }

    /// The number of open containers.
    var depth: Int { open.count }

    /// Opens a container. Writes its opening bracket with its first value if only that determines its form.
    func open(_ form: Scope.Form, at place: CodingPlace?) -> Scope {
        let scope = Scope(form, at: place, depth: open.count)
        open.append(scope)
        switch form {
        case .object: writer.write(byte: UInt8(ascii: "{"))
        case .array: writer.write(byte: UInt8(ascii: "["))
        case .payload, .single: break
        }
        return scope
    }

    /// Opens a container in a call that cannot throw, after `makeRoom` has prepared the place. If `makeRoom` fails, the
    /// encoding fails, and the container is closed.
    func open(_ form: Scope.Form, at place: CodingPlace?, _ makeRoom: () throws(CodingFailure) -> Void) -> Scope {
        guard (try? makeRoom()) != nil else { return Scope(form, at: place, depth: -1) }
        return open(form, at: place)
    }

    /// Closes the containers nested deeper than `depth`.
    func close(to depth: Int) {
        while open.count > depth {
            let scope = open.removeLast()
            switch scope.form {
            case .object: writer.write(byte: UInt8(ascii: "}"))
            case .array: writer.write(byte: UInt8(ascii: "]"))
            case .payload: break
            case .single: if scope.count == 0 { writer.write(literal: "{}") }
            }
        }
    }

    /// Prepares for the next value of a container: closes the containers within it, writes the comma.
    func next(in scope: Scope) throws(CodingFailure) {
        guard open.indices.contains(scope.depth), open[scope.depth] === scope else {
            throw fail(at: scope.place, "a container is written to after the next one was begun")
        }
        close(to: scope.depth + 1)
        if scope.count > 0 {
            if scope.form == .single { throw fail(at: scope.place, "two values in the place of one") }
            writer.write(byte: UInt8(ascii: ","))
        }
        scope.count += 1
    }

    /// Prepares for the value of a key.
    func next(_ key: any CodingKey, in scope: Scope) throws(CodingFailure) {
        try next(in: scope)
        if scope.form == .payload { return }
        writer.write(key.stringValue)
        writer.write(byte: UInt8(ascii: ":"))
    }
}

/// An open container.
final class Scope {
    enum Form {
        case object, array
        /// The only value of an enum's case, without a label.
        case payload
        /// One value, written through a single encoder.
        case single
    }

    let form: Form
    let place: CodingPlace?
    let depth: Int
    /// The number of values written.
    @exclusivity(unchecked) var count = 0

    init(_ form: Form, at place: CodingPlace?, depth: Int) {
        self.form = form
        self.place = place
        self.depth = depth
    }
}
