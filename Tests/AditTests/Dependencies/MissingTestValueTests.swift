import Adit
import Testing

/// Something that is only there in the real world.
private struct Printer: DependencyKey {
    var name = "live"
    var isLoud = false
    static var liveValue: Printer { Printer() }
}

extension DependencyValues {
    fileprivate var printer: Printer {
        get { self[Printer.self] }
        set { self[Printer.self] = newValue }
    }
}

private struct Office {
    static let line = #line + 1
    @Dependency(\.printer) var printer
    @Dependency(Printer.self) var byKey
}

/// What failed, and where.
private struct Failure: Equatable {
    let text: String
    let line: Int?
}

/// Gathers what fails, which is known to.
private func failures(of body: () -> Void) -> [Failure] {
    let log = Log<Failure>()
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        for comment in issue.comments {
            log.add(Failure(text: comment.rawValue, line: issue.sourceLocation.map(\.line)))
        }
        return true
    }
    return log.entries
}

private func text(_ place: String) -> String {
    """
    a test reads the live value of \\.printer (Printer), \(place), and Printer has no other. Set one around what uses \
    it, withDependencies { $0.printer = … } operation: { … }, or on the feature, .dependency(\\.printer, …), or give \
    Printer a testValue.
    """
}

/// GIVEN a key without a test value WHEN a test reads it THEN that is a failure which says where, what, and how to mend
/// it.
@Suite struct MissingTestValueTests {
    private let office = Office()

    @Test func aPropertyTellsWhereItWasDeclared() {
        let declared = text("declared at AditTests/MissingTestValueTests.swift:\(Office.line)")
        // WHEN
        let found = failures { #expect(office.printer.name == "live") }
        // THEN
        #expect(found == [Failure(text: declared, line: Office.line)])
        #expect(failures { _ = office.byKey }.map(\.line) == [Office.line + 1])
    }

    @Test func everyReadIsAFailure() {
        inCore { _ in
            #expect(failures { for _ in 0..<3 { _ = office.printer } }.count == 3)
            #expect(failures { for _ in 0..<3 { _ = office.byKey } }.count == 3)
            #expect(failures { _ = Office().printer }.count == 1)
        }
    }

    @Test func valuesThatAreReadDirectlyHaveNoPlace() {
        #expect(failures { _ = DependencyValues.current.printer }.map(\.text) == [text("from DependencyValues")])
    }

    @Test func anOverrideIsNone() {
        let found = failures {
            withDependencies {
                $0.printer = Printer(name: "own")
            } operation: {
                #expect(office.printer.name == "own")
            }
        }
        #expect(found.isEmpty)
    }

    @Test func settingAPartIsNone() {
        let found = failures {
            withDependencies {
                $0.printer.isLoud = true
            } operation: {
                #expect(office.printer.isLoud)
            }
            inCore { _ in
                withDependencies {
                    $0.printer.isLoud = true
                } operation: {
                    #expect(office.printer.isLoud)
                }
            }
        }
        #expect(found.isEmpty)
    }

    @Test func aReadAfterAPartWasSetElsewhereIsOne() {
        inCore { _ in
            #expect(
                failures {
                    withDependencies {
                        $0.printer.isLoud = true
                    } operation: {
                    }
                }.isEmpty)
            #expect(failures { _ = office.printer }.count == 1)
        }
    }

    @Test(arguments: [DependencyContext.live, .preview])
    func noOtherContextAsksForATestValue(context: DependencyContext) {
        let found = failures {
            inCore(context) { _ in #expect(office.printer.name == "live") }
        }
        #expect(found.isEmpty)
    }

    @Test func theBuiltInOnesSayWhatTheyAre() {
        let values = DependencyValues.current
        func name(_ read: () -> Void) -> [Substring?] {
            failures(of: read).map { $0.text.split(separator: ",").first }
        }
        #expect(name { _ = values.date } == ["a test reads the live value of \\.date (DateGenerator)"])
        #expect(name { _ = values.calendarDay } == ["a test reads the live value of \\.date (DateGenerator)"])
        #expect(name { _ = values.uuid } == ["a test reads the live value of \\.uuid (UUIDGenerator)"])
        #expect(name { _ = values.random } == ["a test reads the live value of \\.random (RandomSource)"])
        #expect(name { _ = values.clock } == ["a test reads the live value of \\.clock (CoreClock)"])
        #expect(name { values.logger.error("nobody hears this") }.isEmpty)
    }

    @Test func whatIsDrawnTellsWhereItIsDrawn() {
        let line = #line + 1
        let found = failures { _ = (UUID.drawn(), Timestamp.drawn()) }
        #expect(found.map(\.line) == [line, line])
        #expect(
            found.first?.text.contains("declared at AditTests/MissingTestValueTests.swift:\(line), and UUIDKey") == true
        )
    }
}
