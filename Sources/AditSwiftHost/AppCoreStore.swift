import Adit
import AditJSON
import AditState

/// The file of a core's state.
public struct AppCoreStore: Sendable {
    /// The path of the file.
    public var path: String
    /// The failures that a commit survives.
    public var durability: Durability
    /// The amount of the journal that is kept.
    public var retention: Retention

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - durability: the failures that a commit survives.
    ///   - retention: the amount of the journal that is kept.
    public static func file(
        _ path: String, durability: Durability = .full, retention: Retention = .standard
    ) -> AppCoreStore {
        AppCoreStore(path: path, durability: durability, retention: retention)
    }

    /// Writes it as a config does.
    func write(to writer: JSONWriter) {
        writer.writeObject {
            writer.writeProperty("path") { writer.write(path) }
            writer.writeProperty("durability") { writer.write(durability == .full ? "full" : "normal") }
            writer.writeProperty("retention") {
                writer.writeObject {
                    writer.writeProperty("bytes") { writer.write(retention.bytes) }
                    if let age = retention.age { writer.writeProperty("seconds") { writer.write(age) } }
                }
            }
        }
    }
}
