import AditState

extension App {
    /// Returns the app's views as views of a core in which it is a child.
    ///
    /// ```swift
    /// App("household", state: HouseholdState(), gateways: todoApp().gateways,
    ///     views: todoApp().views(of: \.kitchen, named: "kitchen")) { core in … }
    /// ```
    ///
    /// - Parameters:
    ///   - path: the property of the child's state.
    ///   - prefix: stands before the name of each view, and a full stop: `kitchen.openCount`.
    public func views<Whole: State>(of path: KeyPath<Whole, S> & Sendable, named prefix: String) -> [View<Whole>] {
        views.map { $0.within(named: "\(prefix).\($0.name)") { $0[keyPath: path] } }
    }

    /// Returns the app's views as views of a core in which it is a child that comes and goes. They have values while it
    /// exists.
    ///
    /// - Parameters:
    ///   - path: the property of the child's state.
    ///   - prefix: stands before the name of each view, and a full stop.
    public func views<Whole: State>(of path: KeyPath<Whole, S?> & Sendable, named prefix: String) -> [View<Whole>] {
        views.map { $0.within(named: "\(prefix).\($0.name)") { $0[keyPath: path] } }
    }
}
