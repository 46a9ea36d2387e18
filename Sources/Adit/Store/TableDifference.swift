/// How a ``Table`` differs from what it was.
package enum TableDifference<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    /// It was assigned as a whole.
    case all
    /// - Parameters:
    ///   - elements: those that were touched, each once, in the order of the first touch: what they were, nil where they
    ///     were not there. Some may be what they were.
    ///   - order: what leads from the old order of the ids to the new one, step by step. Nothing where both are equal.
    case some(elements: [(id: ID, former: Element?)], order: [TableStep<ID>])
}

/// A step from one order of ids to another. Positions are those in the list as the steps before have left it.
package enum TableStep<ID> {
    case insert(ID, at: Int)
    case remove(ID, from: Int)
    /// - Parameter to: the position that it has then.
    case move(ID, from: Int, to: Int)
}

extension TableStep: Equatable where ID: Equatable {}
