import Adit
import AditTesting
import Testing

@testable import EntryPointsDocument

@Suite struct EntryPointsTests {
    private let noon = Timestamp("2026-11-21T12:00:00Z")!

    @Test func anOverrideReachesTheHeaderOnly() {
        GIVEN(pageApp()) { $0.date = .constant(noon) }
            .WHEN(.load)
            .THEN(\.header, is: "mock")
            .THEN(\.footer, is: "test, 2026-11-21T12:00:00Z")
            .runTests()
    }

    @Test func aRequestHasAnEnvironmentOfItsOwn() {
        let (server, later) = (Server(), noon.advanced(by: .seconds(60)))
        #expect(server.respond(to: .load, at: noon).footer == "test, 2026-11-21T12:00:00Z")
        #expect(server.respond(to: .load, at: later).footer == "test, 2026-11-21T12:01:00Z")
    }

    @Test func aSheetHasTheValuesOfItsParent() {
        // GIVEN a model that was made with a value of its own
        let model = withDependencies {
            $0.fileManager = FileManager { "mine" }
        } operation: {
            FeatureModel()
        }
        // WHEN
        model.editButtonTapped()
        // THEN
        #expect(model.editModel?.text == "mine")
    }
}
