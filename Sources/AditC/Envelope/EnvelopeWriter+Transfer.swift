import Adit
import AditJSON

// The messages of exports and imports.
extension JSONWriter {
    /// Writes `{"@progress": {"work", "path", "done", "of"}}`.
    func writeProgress(of work: StaticString, _ path: String, done: Int, of all: Int, of cause: Cause?) {
        write(literal: #"{"@progress":{"work":""#)
        write(literal: work)
        write(literal: #"","path":"#)
        write(path)
        write(literal: #","done":"#)
        write(done)
        write(literal: #","of":"#)
        write(all)
        write(literal: "}")
        finish(cause)
    }

    /// Writes `{"@exported": {"path", "revision", "bytes"}}`.
    func writeExported(_ path: String, revision: Int, bytes: Int, of cause: Cause?) {
        write(literal: #"{"@exported":{"path":"#)
        write(path)
        write(literal: #","revision":"#)
        write(revision)
        write(literal: #","bytes":"#)
        write(bytes)
        write(literal: "}")
        finish(cause)
    }

    /// Writes `{"@imported": {"path", "revision"}}`.
    func writeImported(_ path: String, revision: Int, of cause: Cause?) {
        write(literal: #"{"@imported":{"path":"#)
        write(path)
        write(literal: #","revision":"#)
        write(revision)
        write(literal: "}")
        finish(cause)
    }
}
