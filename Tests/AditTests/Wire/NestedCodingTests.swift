import Adit
import Testing

@Message private enum Deep: Equatable {
    case a(A)
    enum A: Equatable {
        case b(B)
        enum B: Equatable {
            case c(C)
            struct C: Equatable {
                var d: D
                enum D: Equatable {
                    case e(E)
                    enum E: Equatable {
                        case f(f: F)
                        struct F: Equatable {
                            var g = G.h(.init())
                            enum G: Equatable {
                                case h(H)
                                struct H: Equatable {
                                    var last = 8
                                    var marked = Marked.i(.j)
                                    @Model enum Marked: Equatable {
                                        case i(I)
                                        enum I: Equatable { case j }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

@Model private struct Light: State, Equatable {
    var mode = Mode.off
    var history: [String: [Entry?]] = [:]

    enum Mode: String { case off, on }
    struct Entry: Equatable { var mode: Mode, note: Note }
    struct Note: Equatable { var text: String }

    /// Nothing on the wire: it has a function.
    enum Change { case set((Mode) -> Mode) }

    mutating func apply(_ change: Change) {
        switch change {
        case .set(let next): mode = next(mode)
        }
    }
}

/// The types inside a type get coding with it.
struct NestedCodingTests {
    @Test func `eight levels get coding, and more with a mark of their own`() {
        expectWire(
            Deep.a(.b(.c(.init(d: .e(.f(f: .init())))))),
            #"{"a":{"b":{"c":{"d":{"e":{"f":{"f":{"g":{"h":{"last":8,"marked":{"i":{"j":{}}}}}}}}}}}}}"#)
        #expect(
            refusal(reading: #"{"a":{"b":{"c":{"d":{"e":{"f":{"f":{"g":{"h":{"last":true}}}}}}}}}}"#, as: Deep.self)
                == "a.b.c.d.e.f.f.g.h.last: found true; a whole number of 64 bits is expected")
    }

    @Test func `in a struct the types get coding that its properties mention`() {
        expectWire(
            Light(mode: .on, history: ["x": [.init(mode: .off, note: .init(text: "y")), nil]]),
            #"{"mode":"on","history":{"x":[{"mode":"off","note":{"text":"y"}},null]}}"#)
        #expect(!(Light.Change.self is any WireCodable.Type))
    }
}
