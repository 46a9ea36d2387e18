import Adit
import AditJSON

extension Config {
    /// What is replayed: a recording or a store at a path, or the journal of a core in a database.
    package struct Replay: WireCodable {
        package let place: Store.Place

        /// - Parameter core: the name of the core in the database at `path`; nil for a file.
        package init(path: String, core: String? = nil) {
            place = Store.Place(
                path: core == nil ? FilePath(path) : nil, postgres: core == nil ? nil : path, core: core)
        }

        package init(reading reader: JSONReader) throws(CodingFailure) {
            if reader.text != nil {
                place = Store.Place(path: try FilePath(reading: reader), postgres: nil, core: nil)
            } else {
                place = try Store.Place(reading: reader)
            }
        }

        package func write(to writer: JSONWriter) throws(CodingFailure) { try place.write(to: writer) }

        package static func schema(in definitions: SchemaDefinitions) -> Schema {
            .anyOf([FilePath.schema(in: definitions), Store.Place.schema(in: definitions)])
        }

        /// Its name in messages: the path as it was given, or the core. The address of a database may contain a password.
        package var name: String { place.name }
        /// The path of the file as it was given; nil if it is a core in a database.
        package var file: String? { place.path?.path }
        /// The same with the path from the root on, for a process that may have another working directory by then.
        package var absolute: Config.Replay {
            Config.Replay(
                place: Store.Place(
                    path: place.path.map { FilePath($0.absolute) }, postgres: place.postgres, core: place.core))
        }

        private init(place: Store.Place) { self.place = place }
    }
}
