import AditState

extension AppCore {
    /// Returns the value of a view of the app, of the state as it is now.
    ///
    /// ```swift
    /// let open: Table<UUID, TodoItem> = try core.view("open")
    /// ```
    ///
    /// Observers of a read are notified of every change of the state.
    ///
    /// - Parameters:
    ///   - name: the name of the view.
    ///   - type: the type of its value.
    /// - Throws: ``AppCoreError`` if the app has no view of that name, or the view has another type.
    /// - Complexity: the view's own, once for each revision of the state.
    public func view<Value>(_ name: String, as type: Value.Type = Value.self) throws(AppCoreError) -> Value {
        let state = viewState.state
        let views = store.cell.following?.views
        guard let value = views?.value(of: name, in: state, revision: revision) else {
            let names = views?.names ?? []
            if names.contains(name) {
                throw AppCoreError(.config, "view \"\(name)\": found no value; its child core does not exist")
            }
            throw AppCoreError(
                .config, "view \"\(name)\": found no view of that name; the app's are: \(names.joined(separator: ", "))"
            )
        }
        guard let value = value as? Value else {
            throw AppCoreError(
                .config, "view \"\(name)\": \(Value.self) is asked for; its type is \(Swift.type(of: value))")
        }
        return value
    }
}
