import Adit
import AditHost
import AditJSON
import AditState

extension Opening {
    /// Reads a config's text.
    init(
        parsing text: JSONWriter, storage engine: any StorageEngine,
        dependencies: @escaping (inout DependencyValues) -> Void
    ) throws {
        self = try JSONReader.read(text.bytes, as: "a config that is") { (root) throws(CodingFailure) in
            try Opening(reading: root, storage: engine, dependencies: dependencies)
        }
    }
}

/// Writes the config of a core: the part of an opening that a recording or a journal has.
func configText(
    _ store: AppCoreStore?, _ gateways: [String], _ limits: AppCoreLimits, _ clock: EffectRunner.Clock,
    undo: Bool
) -> JSONWriter {
    let writer = JSONWriter()
    writer.writeObject {
        if case .virtual(let start) = clock {
            writer.writeProperty("clock") { writer.write("virtual") }
            writer.writeProperty("with") {
                writer.writeObject { writer.writeProperty("date") { writer.write(start.description) } }
            }
        }
        writer.writeProperty("gateways") { writer.writeArray(of: gateways) { writer.write($0) } }
        writer.writeProperty("limits") {
            writer.writeObject {
                writer.writeProperty("queue") { writer.write(limits.queue) }
                writer.writeProperty("batch") { writer.write(limits.batch) }
                writer.writeProperty("cascade") { writer.write(limits.cascade) }
                writer.writeProperty("effects") { writer.write(limits.effects) }
            }
        }
        if limits.trace > 0 { writer.writeProperty("trace") { writer.write(limits.trace) } }
        if undo { writer.writeProperty("undo") { writer.write(literal: "true") } }
        if let store { writer.writeProperty("store") { store.write(to: writer) } }
    }
    return writer
}
