/// A spec: examples in nested groups, written with ``describe(_:fileID:file:line:column:_:)``,
/// ``context(_:fileID:file:line:column:_:)`` and ``it(_:fileID:file:line:column:_:)``.
///
/// ```swift
/// @Test func spec() {
///     describe("TagTodoItemUseCase") {
///         var store: Store!
///         beforeEach { store = createStore() }
///         afterEach { store = nil }
///
///         context("tagging") {
///             beforeEach { store.change(.add(.tag(tag))) }
///             it("will add the item's id to the tag's list") { #expect(store.state().tags.last?.tagged == [item.id]) }
///         }
///     }
///     .run()
/// }
/// ```
///
/// The closures of groups run once, when `describe` is called, and collect the rest; their local variables are the state
/// of the examples. Nothing else runs until ``run()``. The thread that runs the test.
///
/// A spec that neither runs nor lists its ``acceptanceCriteria`` is a failure of the test.
///
/// Source: `QuickSpec` of the documents, 004; there of the library Quick.
public final class Spec {
    /// The place of a `describe`.
    enum Position {
        /// Outside of other specs.
        case outermost
        /// In a group of another spec, which runs it.
        case nested
        /// In an example, which is a failure already.
        case misplaced
    }

    private let group: SpecGroup
    private let position: Position
    private var isUsed = false

    init(_ group: SpecGroup, _ position: Position) {
        self.group = group
        self.position = position
    }

    deinit {
        guard !isUsed, position == .outermost else { return }
        reportFailure("\"\(group.text)\" did not run: say .run() after this describe", at: group.place)
    }

    /// Runs the examples in order.
    ///
    /// Each example runs after every `beforeEach` of its groups, the outermost first, and before every `afterEach`, the
    /// innermost first; those of one group run as written. After an error of a `beforeEach` the rest of them and the
    /// example do not run. Every `afterEach` runs in any case, and so do the other examples.
    ///
    /// An error that is thrown is reported at the line of its example, `beforeEach` or `afterEach`, with the full name of
    /// the example. An `#expect` or an assertion of XCTest reports its failure itself.
    ///
    /// - Returns: the log of the groups and examples, and their failures.
    @discardableResult
    public func run() -> TestLog {
        isUsed = true
        guard position == .outermost else {
            if position == .nested {
                reportFailure("\"\(group.text)\" runs with the describe around it: omit its .run()", at: group.place)
            }
            return TestLog()
        }
        var runner = SpecRunner()
        runner.run(group)
        runner.log.report(at: group.place)
        return runner.log
    }

    /// The texts of the groups and examples, nested, a line each. Nothing runs: no setup, no example and no teardown.
    ///
    /// ```
    /// TagTodoItemUseCase
    ///     tagging
    ///         will add the item's id to the tag's list
    /// ```
    public var acceptanceCriteria: String {
        isUsed = true
        return criteria(of: group).joined(separator: "\n")
    }
}

/// Returns the lines of a group.
private func criteria(of group: SpecGroup) -> [String] {
    let inner = group.children.flatMap { child in
        switch child {
        case .example(let example): [example.text]
        case .group(let group): criteria(of: group)
        }
    }
    return [group.text] + inner.map { "    \($0)" }
}
