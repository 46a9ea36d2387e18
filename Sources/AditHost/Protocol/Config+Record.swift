import Adit
import AditJSON

extension Config {
    /// The recording of a core: a path, or an object with more members.
    package struct Record: WireCodable {
        package let path: FilePath
        package let durability: Store.Durability

        @Model
        fileprivate struct Members {
            let path: FilePath
            var durability: Store.Durability = .normal
        }

        package init(path: String) { (self.path, durability) = (FilePath(path), .normal) }

        package init(reading reader: JSONReader) throws(CodingFailure) {
            if reader.text != nil {
                (path, durability) = (try FilePath(reading: reader), .normal)
            } else {
                let members = try Members(reading: reader)
                (path, durability) = (members.path, members.durability)
            }
        }

        package func write(to writer: JSONWriter) throws(CodingFailure) {
            try Members(path: path, durability: durability).write(to: writer)
        }

        package static func schema(in definitions: SchemaDefinitions) -> Schema {
            .anyOf([FilePath.schema(in: definitions), Members.schema(in: definitions)])
        }
    }
}
