import Adit
import AditJSON

extension Config {
    /// The figures that a core keeps: true, or an object with more members.
    package struct Figures: WireCodable {
        /// Whether it keeps any.
        package let areOn: Bool
        /// The seconds after which they are sent each time; nil if only `@stats` asks for them.
        package let every: Bound<Int32>?

        @Model
        fileprivate struct Members {
            /// The seconds after which the figures are sent each time; by default, only when `@stats` asks for them.
            let every: Bound<Int32>?
        }

        package init(reading reader: JSONReader) throws(CodingFailure) {
            if reader.isObject {
                (areOn, every) = (true, try Members(reading: reader).every)
            } else {
                (areOn, every) = (try Bool(reading: reader), nil)
            }
        }

        package func write(to writer: JSONWriter) throws(CodingFailure) {
            if areOn { try Members(every: every).write(to: writer) } else { areOn.write(to: writer) }
        }

        package static func schema(in definitions: SchemaDefinitions) -> Schema {
            .anyOf([Bool.schema(in: definitions), Members.schema(in: definitions)])
        }
    }
}
