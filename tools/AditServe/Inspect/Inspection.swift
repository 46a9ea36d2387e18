import AditInspect
import Glibc
import NIOCore
import NIOPosix

/// What `adit inspect` adds to a server: a page, and answers about a file.
///
/// The file is read on a separate thread, in slices between which questions are answered; all else is the event loop's.
final class Inspection: @unchecked Sendable {
    /// What is inspected, as JSON, for the page.
    let target: String
    /// The folder of the page.
    let pages: String
    /// The socket of a server to which the lines of the page go; nil for cores of this server.
    let relay: String?
    /// Opens the page in the user's browser; nil if nothing does.
    let browser: BrowserLaunch?

    /// Masks the secrets in the lines of servers and cores; nil if they are shown. The event loop's thread.
    private(set) var mask: ((ByteBuffer) -> ByteBuffer)?

    private let pool = NIOThreadPool(numberOfThreads: 1)
    /// The store or the recording; nil without one. The pool's thread.
    private let journal: JournalInspector?

    /// - Parameter journal: the store or the recording, which is the inspection's from now on; nil for none.
    init(
        target: String, journal: JournalInspector?, pages: String, relay: String?, browser: BrowserLaunch?,
        showsSecrets: Bool
    ) {
        (self.target, self.journal, self.pages) = (target, journal, pages)
        (self.relay, self.browser) = (relay, browser)
        guard !showsSecrets else {
            journal?.secrets = .shown
            return
        }
        let lines = LineMask()
        lines.whenKnown = { [unowned self] app, catalog in noteCatalog(catalog, of: app) }
        mask = { lines.masked($0) }
    }

    /// Takes the catalog of an app, by which the values in the file are masked. The event loop's thread.
    private func noteCatalog(_ catalog: String, of app: String) {
        pool.submit { [self] _ in
            guard let journal, journal.app == app, let mask = try? CatalogMask(catalog) else { return }
            journal.secrets = .masked(mask)
        }
    }

    /// Begins to read the file.
    func start() {
        pool.start()
        readOn()
    }

    /// Reads a slice, and lets questions come before the next one.
    private func readOn() {
        pool.submit { [self] _ in
            guard let journal, journal.isReading else { return }
            journal.readOn(milliseconds: 10)
            readOn()
        }
    }

    /// Whether a line is a question: `{"@inspect":…,"@id":…}`.
    static func isQuestion(_ line: Bytes) -> Bool { line.has(prefix: "{\"@inspect\":") }

    /// While so many questions of a client have no answer, its next lines are not read: answers of a large file take long.
    static let mostQuestions = 64

    /// Answers a question.
    ///
    /// - Parameter say: takes the answer, a line, once.
    func answer(_ line: Bytes, on loop: any EventLoop, _ say: @escaping @Sendable (String) -> Void) {
        let id = line.member("@id")?.text ?? "null"
        @Sendable func inspected(_ answer: String) { say("{\"@inspected\":\(answer),\"@id\":\(id)}") }
        guard let question = line.member("@inspect") else {
            return inspected("{\"error\":\"a question is expected\"}")
        }
        if question == "\"target\"" { return inspected("{\"result\":\(target)}") }
        let text = [UInt8](question.buffer)
        pool.submit { [self] _ in
            let answer = journal?.answer(text) ?? "{\"error\":\"there is no file of a journal\"}"
            loop.execute { inspected(answer) }
        }
    }

    // MARK: The page

    /// A file of the page, with its type; nil if there is none.
    func file(_ path: String) -> (text: String, type: String)? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        let types = ["html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"]
        // No name leads out of the folder.
        guard name.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x2E || $0 == 0x2D }),
            !name.hasPrefix("."), let type = types[String(name.split(separator: ".").last ?? "")],
            let bytes = bytes(of: pages + "/" + name)
        else { return nil }
        return (String(decoding: bytes, as: UTF8.self), type + "; charset=utf-8")
    }

    /// The headers of the page's files: it loads nothing from elsewhere, and is shown in no other page.
    static let headers = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("referrer-policy", "no-referrer"), ("x-content-type-options", "nosniff"), ("cache-control", "no-cache"),
    ]
}
