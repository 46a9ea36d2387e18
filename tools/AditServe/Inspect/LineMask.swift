import Adit
import AditInspect
import NIOCore

/// Masks the secrets in lines that a server says to a page, by the catalogs that passed before. One thread.
///
/// What a core says before its catalog is known does not pass: the page asks for that first.
final class LineMask {
    /// By app.
    private var masks: [ByteString: CatalogMask] = [:]
    /// The app of each core.
    private var apps: [ByteString: ByteString] = [:]
    /// Called with the name of an app and its catalog.
    var whenKnown: (_ app: String, _ catalog: String) -> Void = { _, _ in }

    /// The keys of lines without values of an app.
    private static let plain: Set<String> = [
        "@synced", "@stats", "@closed", "@crashed", "@gone", "@refused", "@inspected", "@undone", "@redone",
        "@exported",
        "@imported", "@progress", "@paused", "@resumed", "@gap", "@cancel", "@trace", "@error", "@log",
    ]

    func masked(_ line: ByteBuffer) -> ByteBuffer {
        line.withUnsafeReadableBytes { bytes in
            let text = Bytes(bytes)
            guard let (key, value) = text.firstMember else { return line }
            switch key {
            case "@ready":
                value.member("cores")?.forEachMember { core, app in apps[ByteString(core)] = app.byteString }
                return line
            case "@opened":
                if let core = value.member("core")?.byteString { apps[core] = value.member("app")?.byteString }
                return line
            case "@catalog":
                note(value)
                return line
            case _ where LineMask.plain.contains(key): return line
            default:
                guard let core = text.member("@core")?.byteString, let app = apps[core], let mask = masks[app] else {
                    return refusal(of: text)
                }
                return mask.hasSecrets ? ByteBuffer(bytes: mask.masked(line: Array(bytes))) : line
            }
        }
    }

    private func note(_ value: Bytes) {
        guard let app = value.member("app")?.decodedString, let catalog = value.member("catalog")?.text,
            let mask = try? CatalogMask(catalog)
        else { return }
        masks[ByteString(app)] = mask
        whenKnown(app, catalog)
    }

    /// An error in place of a line whose secrets are not known.
    private func refusal(of line: Bytes) -> ByteBuffer {
        var body =
            #"{"@error":{"code":"emessage","message":"the app's catalog is not known, so its secrets cannot be masked"}"#
        for key: StaticString in ["@id", "@core"] {
            if let value = line.member(key) { body += ",\"\(key)\":\(value.text)" }
        }
        return ByteBuffer(string: body + "}")
    }
}

extension Bytes {
    /// The first member of an object that stands not beside others, with its value.
    fileprivate var firstMember: (key: String, value: Bytes)? {
        var scanner = ObjectScanner(self)
        while let member = scanner.next() {
            let key = member.key.text
            if !["@id", "@core", "@client", "@cursor", "@again"].contains(key) { return (key, member.value) }
        }
        return nil
    }

    fileprivate var byteString: ByteString? { decodedString.map { ByteString($0) } }

    fileprivate func forEachMember(_ body: (String, Bytes) -> Void) {
        var scanner = ObjectScanner(self)
        while let member = scanner.next() { body(member.key.text, member.value) }
    }
}
