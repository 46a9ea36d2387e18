import Testing

/// What is generated of markers, and of the names `Request` and `Response`.
struct DirectionExpansionTests {
    private func expanded(_ enum: String) -> String { Expanded("@Message enum Message {\n\(`enum`)\n}").code }

    @Test func `where nothing is marked, and no case leads further, nothing is generated`() {
        let code = expanded("    case add(text: String), stop, names([String]), count(Int)")
        #expect(!code.contains("direction"))
        #expect(!code.contains("mark:"))
    }

    @Test func `the error of an unknown case names those that a host may send`() {
        let cases = "@Internal case step, end\n    case add\n    @Outgoing case added\n    @Both case tick"
        #expect(expanded(cases).contains(#"throw member.unknown("add", "tick")"#))
        let told = "@Message @Outgoing enum Told {\n    @Internal case step\n    case done\n    @Incoming case stop\n}"
        #expect(Expanded(told).code.contains(#"throw member.unknown("stop")"#))
    }

    @Test func `the error of an unknown case names all where a host may send none`() {
        let code = Expanded("@Message @Outgoing enum Told {\n    @Internal case step\n    case done\n}").code
        #expect(code.contains(#"throw member.unknown("step", "done")"#))
    }

    @Test func `a marker on a case, and what a case leads to`() {
        let code = Expanded(
            """
            @Message public enum Message {
                @Internal case finish(Int), end
                @Adit.Outgoing case page(Page)
                case todo(Todo)
                case stop
            }
            """
        ).code
        #expect(
            code.contains(
                """
                    public func direction(within outer: Adit.CaseDirection) -> Adit.CaseDirection {
                        switch self {
                        case .finish: return Adit.CaseDirection.marked(.internal)
                        case .end: return Adit.CaseDirection.marked(.internal)
                        case .page(let value0): return (value0 as _Values.page_0).direction(within: Adit.CaseDirection.marked(.outgoing))
                        case .todo(let value0): return (value0 as _Values.todo_0).direction(within: outer)
                        default: return outer
                        }
                    }
                """))
        #expect(code.contains(#"Adit.Schema.Case("end", "", .none, mark: .marked(.internal))"#))
        #expect(code.contains(#"Adit.Schema.Case("stop", "", .none)"#))
    }

    @Test(arguments: [("Request", "incoming"), ("Response", "outgoing")])
    func `an enum inside that is named Request or Response`(_ name: String, _ direction: String) {
        let code = Expanded("extension App {\n    @Message enum \(name) { case add }\n}").code
        #expect(
            code.contains(
                """
                    func direction(within outer: Adit.CaseDirection) -> Adit.CaseDirection {
                            let outer = outer.named(.\(direction))
                            return outer
                        }
                """), "\(code)")
        #expect(code.contains(#"Adit.Schema.Case("add", "", .none, mark: .named(.\#(direction)))"#))
        #expect(!Expanded("@Message enum \(name) { case add }").code.contains("direction"))
    }

    @Test func `a marker on an enum is stronger than its name`() {
        let code = Expanded("extension App { @Both @Message enum Request { case add } }").code
        #expect(code.contains("let outer = Adit.CaseDirection.marked(.both)\n"), "\(code)")
        #expect(!code.contains("named("))
    }

    @Test func `a marker on a case is stronger than that of its enum`() {
        let code = Expanded("@Message @Outgoing enum Told {\n    @Internal case step\n    case done\n}").code
        #expect(code.contains(#"Adit.Schema.Case("step", "", .none, mark: .marked(.internal))"#))
        #expect(code.contains(#"Adit.Schema.Case("done", "", .none, mark: .marked(.outgoing))"#))
    }
}
