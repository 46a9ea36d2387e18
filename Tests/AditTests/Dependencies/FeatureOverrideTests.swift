import Adit
import Testing

@Message
private enum Page: Equatable {
    case draw
    case wasDrawn(part: String, disks: [String])
}

private struct Drawn: State {
    enum Change {}
    mutating func apply(_: Change) {}
}

/// Something that must not be made where it is not used.
private enum PrinterKey: DependencyKey {
    static var liveValue: Disk {
        Issue.record("a printer is made")
        return Disk(name: "printer")
    }
}

extension DependencyValues {
    fileprivate var printer: Disk {
        get { self[PrinterKey.self] }
        set { self[PrinterKey.self] = newValue }
    }
}

/// Document 002's page: a header with a title in it, above a footer. Each part tells the disks that it sees.
private final class Parts {
    private(set) var seen: [String: [String]] = [:]
    private let sidebar = DiskReader()

    func feature(_ name: String) -> Feature<Page> {
        Feature(.draw) { [self] _ in
            seen[name] = sidebar.names
            drawTitle(of: name)
        }
    }

    /// Something deeper, that does not know in whose name it is called.
    private func drawTitle(of name: String) { seen["\(name)'s title"] = DiskReader().names }

    func draw(_ features: [Feature<Page>]) throws {
        let core: Input<Page> = createAppCore(store: StateStore(Drawn()), receivers: [], features: features)
        try core(.draw)
    }
}

/// GIVEN a list of features WHEN one of them has overrides THEN all beneath it sees them, and nothing beside it.
@Suite struct FeatureOverrideTests {
    private let parts = Parts()

    @Test func D7_D9_overridesReachAllOfTheHeaderAndNeverTheFooter() throws {
        // WHEN
        try parts.draw([
            parts.feature("header")
                .dependency(\.fileManager, .mock)
                .dependency(\.userDefaults, .mock),
            parts.feature("footer"),
        ])
        // THEN
        #expect(
            parts.seen == [
                "header": ["mock", "mock"], "header's title": ["mock", "mock"],
                "footer": ["test files", "test defaults"], "footer's title": ["test files", "test defaults"],
            ])
    }

    @Test func D7_theFooterIsUntouchedAlsoBeforeAndAfterAnError() throws {
        // GIVEN
        struct TornPage: Error {}
        let torn = Feature<Page>(.draw) { _ in throw TornPage() }
        // WHEN
        #expect(throws: TornPage.self) {
            try parts.draw([torn.dependency(\.fileManager, .mock), parts.feature("footer")])
        }
        try parts.draw([parts.feature("footer")])
        // THEN
        #expect(parts.seen["footer"] == ["test files", "test defaults"])
    }

    @Test func D9_theClosestOverrideCounts() throws {
        // WHEN
        try parts.draw([
            parts.feature("header").dependency(\.fileManager, Disk(name: "inner"))
                .dependency(\.fileManager, Disk(name: "outer"))
        ])
        // THEN
        #expect(parts.seen["header"]?.first == "inner")
    }

    @Test func D9_whatIsOverriddenIsNotMade() throws {
        // GIVEN
        var seen: [Disk] = []
        let printing = Feature<Page>(.draw) { _ in seen.append(DependencyValues.current.printer) }
            .dependency(\.printer, .mock)
        let writing = printing.transformDependency(\.fileManager) { $0.isWritable = false }
        // WHEN
        try parts.draw([printing, writing, writing])
        // THEN
        #expect(seen == [.mock, .mock, .mock])
        #expect(writing.overrides.map(\.name) == ["fileManager", "printer"])
    }

    @Test func D9_aPartOfADependencyIsOverridden() throws {
        // GIVEN
        let header = parts.feature("header").dependency(\.fileManager.name, "renamed")
        // WHEN
        try parts.draw([header])
        // THEN
        #expect(parts.seen["header"]?.first == "renamed")
        #expect(header.overrides.map(\.name) == ["fileManager"])
    }

    @Test func D9_overridesAreMadeOfWhatIsAroundThem() throws {
        // GIVEN
        let header = parts.feature("header")
            .transformDependency(\.fileManager) { $0.name += " in the header" }
            .dependencies { $0.userDefaults = $0.fileManager }
        // WHEN
        for name in ["a", "b"] {
            try withDependencies {
                $0.fileManager = Disk(name: name)
            } operation: {
                try parts.draw([header])
            }
            // THEN
            #expect(parts.seen["header"] == ["\(name) in the header", name])
        }
    }

    @Test func D9_whatIsAroundComesThroughBesideAnOverride() throws {
        // GIVEN
        let header = parts.feature("header").dependency(\.fileManager, .mock)
        for name in ["a", "b"] {
            // WHEN
            try withDependencies {
                $0.fileManager = Disk(name: name)
                $0.userDefaults = Disk(name: name)
            } operation: {
                try parts.draw([header])
            }
            // THEN
            #expect(parts.seen["header"] == ["mock", name])
        }
    }

    @Test func D8_overridesCanBeInspected() {
        // GIVEN
        let plain = parts.feature("footer")
        let header = parts.feature("header")
            .dependency(\.userDefaults, .mock)
            .dependency(\.fileManager, Disk(name: "outer"))
            .transformDependency(\.fileManager) { $0.isWritable = false }
        // THEN
        #expect(plain.overrides.isEmpty)
        #expect(header.overrides.map(\.name) == ["fileManager", "userDefaults"])
        #expect(header.overrides.map { $0.value as? Disk } == [Disk(name: "outer"), .mock])
        #expect(header.dependencies { _ in }.overrides.count == 2)
        #expect("\(parts.feature("x").dependency(\.date, .constant(.evening)).overrides.map(\.name))" == #"["date"]"#)
    }

    @Test func D8_whatIsMadeOfTheValuesAroundIsShownAsItIsHere() {
        let header = parts.feature("header").transformDependency(\.fileManager) { $0.name += " in the header" }
        withDependencies {
            $0.fileManager = Disk(name: "here")
            $0.userDefaults = .mock
        } operation: {
            #expect(
                header.overrides.map { "\($0.name): \(($0.value as? Disk)?.name ?? "")" } == [
                    "fileManager: here in the header"
                ])
        }
    }

    @Test func overridesLeaveTheCasesOfAFeatureAlone() throws {
        // GIVEN
        let log = Log<Page>()
        let drawer = Feature<Page>(.draw) { log.add($0) }.dependency(\.fileManager, .mock)
        let core: Input<Page> = createAppCore(store: StateStore(Drawn()), receivers: [], features: [drawer])
        // WHEN
        try core(.wasDrawn(part: "x", disks: []))
        try core(.draw)
        // THEN
        #expect(log.entries == [.draw])
    }
}
