import Adit
import AditJSON

// The messages of traces and figures.
extension JSONWriter {
    /// Writes `{"@trace": {"entries", "text"}}`.
    func writeTrace(_ trace: Trace, of cause: Cause?) {
        write(literal: #"{"@trace":{"entries":"#)
        trace.write(to: self)
        write(literal: #","text":"#)
        write(trace.text)
        write(literal: "}")
        finish(cause)
    }

    func write(_ figures: Figures) {
        write(literal: #"{"mostEffects":"#)
        write(figures.mostEffects)
        write(literal: #","mostCaused":"#)
        write(figures.mostCaused)
        write(literal: #","messages":"#)
        writeObject {
            for (name, kind) in figures.kinds.sorted(by: { $0.key < $1.key }) {
                writeProperty(name) {
                    write(literal: #"{"count":"#)
                    write(kind.count)
                    write(literal: #","failures":"#)
                    write(kind.failures)
                    write(literal: #","nanoseconds":"#)
                    write(kind.total.wholeNanoseconds)
                    write(literal: #","longest":"#)
                    write(kind.longest.wholeNanoseconds)
                    write(literal: "}")
                }
            }
        }
        write(literal: "}")
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) &* 1_000_000_000 &+ Int(clamping: attoseconds / 1_000_000_000)
    }
}
