import AditJSON
import AditState

// The functions of models and tables as members, which tests read more easily.
extension Changeable {
    package mutating func forgetChanges() { Self.forgetChanges(of: &self) }

    package mutating func saveOriginal(in original: inout Self) {
        Self.saveOriginal(of: &self, in: &original, on: ThreadLocal.number)
    }

    package mutating func returnToOriginal(_ original: inout Self) { Self.restore(&self, from: &original) }
}

extension WireModel {
    package mutating func mayConcern(_ followed: SubscriptionFilter, since original: inout Self) -> Bool {
        Self.mayConcern(followed, &self, since: &original)
    }

    package func writePart(at path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        try Self.writePart(of: self, at: path, to: writer)
    }

    package func writeChanges(since original: Self, to changes: ChangeWriter) throws(CodingFailure) {
        try Self.writeChanges(of: self, since: original, to: changes)
    }
}
