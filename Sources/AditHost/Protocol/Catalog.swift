import Adit
import AditJSON

/// A JSON Schema document of an app's messages in both directions.
package struct Catalog {
    package let name: String
    /// The app's version, as the app declares it.
    package let version: String
    /// 16 hexadecimal digits that change whenever the document does: the FNV-1a hash of its text without
    /// `,"hash":"…"`.
    package let hash: String
    /// The document.
    package let text: String

    package init(of app: AppDescription) {
        let writer = JSONWriter(capacity: 1 << 14)
        writer.write(literal: ##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"##)
        writer.write(uri: "adit:", app.name)
        writer.write(literal: #","title":"#)
        writer.write(app.name)
        writer.write(literal: #","version":"#)
        writer.write(app.version)
        writer.write(literal: #","schemaVersion":"#)
        writer.write(app.schemaVersion)
        writer.write(literal: #","migratesFrom":"#)
        writer.write(app.migratesFrom)
        let head = writer.count
        writer.write(literal: ##","anyOf":[{"$ref":"#/$defs/@toCore"},{"$ref":"#/$defs/@toHost"}],"$defs":"##)
        writer.writeDefinitions(of: app)
        writer.write(literal: "}")

        name = app.name
        version = app.version
        hash = hexadecimal(fnv1a(writer.bytes))
        text =
            String(decoding: writer.bytes[..<head], as: UTF8.self) + #","hash":"\#(hash)""#
            + String(decoding: writer.bytes[head...], as: UTF8.self)
    }

    /// `{"counter":{"version":"1","hash":"…"},"todo":{…}}`.
    package static func list(_ catalogs: [Catalog]) -> String {
        let writer = JSONWriter()
        writer.writeObject {
            for catalog in catalogs {
                writer.writeProperty(catalog.name) {
                    writer.write(literal: #"{"version":"#)
                    writer.write(catalog.version)
                    writer.write(literal: #","hash":"#)
                    writer.write(catalog.hash)
                    writer.write(literal: "}")
                }
            }
        }
        return writer.text
    }
}

extension JSONWriter {
    /// Writes the definitions of a document. Names that begin with an `@` are Adit's; the others are types of the app.
    /// A name that ends with `@toCore` or `@toHost` has only the cases of that direction.
    fileprivate func writeDefinitions(of app: AppDescription) {
        let state = app.state ?? .any
        var (incoming, outgoing) = (app.messages(.incoming, "@toCore"), app.messages(.outgoing, "@toHost"))
        let (toCore, toHost) = (incoming.cases(of: app.message), outgoing.cases(of: app.message))
        writeObject {
            writeProperty("@toCore") {
                writeMessages(
                    toCore, ControlSchemas.toCore,
                    with: [ControlSchemas.with(gateways: app.gateways), ControlSchemas.group],
                    beside: [ControlSchemas.id], doc: "The messages that a host may send.")
            }
            writeProperty("@toHost") {
                writeMessages(
                    toHost, ControlSchemas.toHost(gateways: app.gateways), with: [],
                    beside: ControlSchemas.besideOutput, doc: "The messages that a host receives.")
            }
            writeProperty("@state") { write(state, doc: "The app's state; @get reads a part of it.") }
            writeProperty("@view") {
                write(
                    .members(app.views), doc: "Values that the app derives from its state; @get reads them below /view."
                )
            }
            writeProperty("@gateways") {
                write(app.gatewaySchema, doc: "The requests to the gateways that a host serves.")
            }
            if let durable = app.durable {
                writeProperty("@durable") {
                    write(durable.schema, doc: "What a store keeps of durable timers and requests. A host ignores it.")
                }
            }
            writeProperty("@config") {
                write(ControlSchemas.config, doc: "The config, which a host passes when it opens a core.")
            }
            let types = app.definitions.all + incoming.definitions + outgoing.definitions
            let cases = (toCore ?? []) + (toHost ?? [])
            for definition in Schema.definitions(behind: [.cases(cases)] + app.otherSchemas, among: types) {
                writeProperty(definition.name) { write(definition.schema, doc: definition.doc) }
            }
        }
    }

    /// Writes the messages of one direction, of the app and of Adit.
    ///
    /// - Parameters:
    ///   - cases: the app's messages; nil if unknown.
    ///   - with: the keys that may stand beside the app's messages.
    ///   - members: the keys that may stand beside all messages.
    private func writeMessages(
        _ cases: [Schema.Case]?, _ own: [Schema.Case], with: [Schema.Member], beside members: [Schema.Member],
        doc: String
    ) {
        if let cases {
            return write(cases: cases, others: own, beside: members, more: with, doc: doc)
        }
        writeObject {
            writeProperty("description") { write(doc) }
            writeProperty("anyOf") {
                write(literal: "[")
                write(cases: own, others: [], beside: members)
                write(literal: ",")
                writeUnknownMessages(beside: members + with)
                write(literal: "]")
            }
        }
    }

    /// Writes the schema of unknown messages: any keys that do not begin with an `@`.
    private func writeUnknownMessages(beside members: [Schema.Member]) {
        write(literal: #"{"type":"object","properties":"#)
        writeObject {
            for member in members { writeProperty(member.name) { write(member.schema, doc: member.doc) } }
        }
        write(literal: #","patternProperties":{"^(?!@)":true},"additionalProperties":false}"#)
    }
}

extension AppDescription {
    /// The messages of one direction.
    fileprivate func messages(_ direction: MessageDirection, _ suffix: String) -> MessageSchemas {
        MessageSchemas(definitions, direction, suffix: suffix)
    }

    /// The schemas of a document that are not of messages.
    fileprivate var otherSchemas: [Schema] {
        let gateways = gateways.flatMap { [$0.request, $0.reply].compactMap { $0 } }
        return [.members(views)] + [state, durable?.schema].compactMap { $0 } + gateways
    }

    /// An object with a key for each gateway.
    fileprivate var gatewaySchema: Schema {
        .members(
            gateways.map { gateway in
                let request = Schema.Member("request", "The request.", gateway.request)
                let reply = gateway.reply.map { [Schema.Member("reply", "The reply.", $0)] } ?? []
                return Schema.Member(gateway.name, "", .members([request] + reply))
            })
    }
}

extension AppDescription.Durable {
    // All has a default: the next version may have more.
    fileprivate var schema: Schema {
        let timers = timers.map {
            [Schema.Member("timers", "The messages of timers, internal ones as well.", hasDefault: true, $0)]
        }
        let requests =
            requests.isEmpty
            ? [] : [Schema.Member("requests", "The requests, by gateway.", hasDefault: true, .members(requests))]
        return .members((timers ?? []) + requests)
    }
}

/// The hash of Fowler, Noll and Vo, in its variant 1a and 64 bits wide: http://www.isthe.com/chongo/tech/comp/fnv
private func fnv1a(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

/// 16 digits.
private func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

/// The version of Adit: `ADIT_VERSION` of adit.h.
package let libraryVersion = "0.1.0"
