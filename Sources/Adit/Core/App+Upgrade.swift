import AditJSON
import AditState

extension App {
    /// The migration of states of older versions.
    package var upgrade: StateUpgrade {
        let coding = types.stateCoding
        return StateUpgrade(to: schemaVersion, migrations, isWhole: coding.isWhole)
    }

    /// Reads a state from a host; it may be of an older version.
    package func readState(given value: JSONValue) throws(CodingFailure) -> S {
        guard let text = try upgrade.text(of: value) else { return try types.readState(value) }
        let document: JSONDocument
        do throws(JSONSyntaxError) { document = try JSONDocument(parsing: text.bytes, depth: .max) } catch {
            throw CodingFailure(error)
        }
        return try document.withRoot { (root) throws(CodingFailure) in try types.readState(root) }
    }
}
