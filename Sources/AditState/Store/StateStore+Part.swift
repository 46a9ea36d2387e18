import AditJSON

extension StateStore {
    /// Calls `observer` after each change of a part; within a core, once after each batch that changed it. Observers are
    /// retained as those of ``updated(_:)-(()->Void)`` are.
    ///
    /// - Parameters:
    ///   - path: a stored property of a `@Model`, or one within another; the whole state is observed for any other key
    ///     path.
    ///   - observer: called on the core's loop.
    public func updated<Part>(_ path: KeyPath<S, Part>, _ observer: @escaping () -> Void) {
        guard let model = S.self as? any WireModel.Type, let pointer = JSONPointer.pointer(to: path, in: model) else {
            return updated(observer)
        }
        let text = pointer.description
        updated { (changes: ChangeSet) in
            if !changes.within(text).isEmpty { observer() }
        }
    }
}
