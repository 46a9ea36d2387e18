/// The difference between a ``Table`` and its former value.
package enum TableDifference<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    /// The table was assigned as a whole.
    case all
    /// - Parameters:
    ///   - elements: the touched elements, each once, in the order of the first touch, with their former values; nil
    ///     if added. Some may be unchanged.
    ///   - order: the steps from the old order of the ids to the new one; empty if both are equal.
    case some(elements: [(id: ID, former: Element?)], order: [TableStep<ID>])
}

/// A step from one order of ids to another. Positions refer to the list after the steps before.
package enum TableStep<ID> {
    case insert(ID, at: Int)
    case remove(ID, from: Int)
    /// - Parameter to: the position after the move.
    case move(ID, from: Int, to: Int)
}

extension TableStep: Equatable where ID: Equatable {}
