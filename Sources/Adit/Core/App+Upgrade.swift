import AditJSON
import AditState

extension App {
    /// The migration of states of older versions.
    package var upgrade: StateUpgrade {
        let coding = types.stateCoding
        return StateUpgrade(to: schemaVersion, migrations, isWhole: coding.isWhole)
    }

    /// Reads a state from a host; it may be of an older version.
    package func readState(given value: JSONReader) throws(CodingFailure) -> S {
        guard let text = try upgrade.text(of: value) else { return try types.readState(value) }
        return try JSONReader.read(text.bytes, as: "a state that is", types.readState)
    }
}
