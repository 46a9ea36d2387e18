import Adit
import Testing

/// Document 002's objects: no single entry point, anybody may call anything at any time.
private final class FeatureModel {
    @Dependency(\.fileManager) var fileManager
    @Dependency(\.date) var date
    private(set) var editModel: EditModel?

    func editButtonTapped() { editModel = withDependencies(from: self) { EditModel() } }

    func editButtonTapped(with name: String) {
        editModel = withDependencies(from: self) {
            $0.fileManager.name += name
        } operation: {
            EditModel()
        }
    }

    func editButtonTappedAndWaited() async {
        editModel = await withDependencies(from: self) {
            await Task.yield()
            return EditModel()
        }
    }
}

private class EditModel {
    @Dependency(\.fileManager) var fileManager
    @Dependency(\.date) var date
    private(set) var next: EditModel?

    func present() { next = withDependencies(from: self) { SheetModel() } }
}

private final class SheetModel: EditModel {}

/// GIVEN objects that ask for dependencies WHEN they were made where something is overridden THEN they and those that
/// they make keep that.
@Suite struct ModelTests {
    private func made() -> FeatureModel {
        withDependencies {
            $0.fileManager = .mock
            $0.date = .constant(.evening)
        } operation: {
            FeatureModel()
        }
    }

    @Test func D5_D11_anObjectUsesItsDependenciesFromAnywhere() {
        // WHEN
        let model = made()
        // THEN
        #expect(model.fileManager == .mock)
        #expect(model.date() == .evening)
        #expect(model.date.now == .evening)
    }

    @Test func D12_aChildHasTheValuesOfItsParent() {
        // GIVEN
        let model = made()
        // WHEN
        model.editButtonTapped()
        // THEN
        #expect(model.editModel?.fileManager == .mock)
        #expect(model.editModel?.date() == .evening)
        #expect(EditModel().fileManager.name == "test files")
    }

    @Test func D12_aChildIsMadeAsynchronously() async {
        // GIVEN
        let model = made()
        // WHEN
        await model.editButtonTappedAndWaited()
        // THEN
        #expect(model.editModel?.fileManager == .mock)
    }

    @Test func D13_aChangeIsVisibleAtEveryLayerBelow() {
        // GIVEN
        let model = made()
        // WHEN
        model.editButtonTapped(with: ", edited")
        model.editModel?.present()
        model.editModel?.next?.present()
        // THEN
        #expect(model.fileManager.name == "mock")
        #expect(model.editModel?.next?.next?.fileManager.name == "mock, edited")
        #expect(model.editModel?.next?.next?.date() == .evening)
        #expect(model.editModel?.next is SheetModel)
    }

    @Test func D13_whatIsOverriddenNowGoesOverWhatWasThen() {
        // GIVEN
        let model = made()
        // WHEN
        withDependencies {
            $0.fileManager = Disk(name: "now")
        } operation: {
            // THEN
            #expect(model.fileManager.name == "now")
            #expect(model.date() == .evening)
            model.editButtonTapped()
        }
        #expect(model.fileManager == .mock)
        #expect(model.editModel?.fileManager.name == "now")
        #expect(model.editModel?.date() == .evening)
    }

    @Test func D13_aModelOutlivesItsScopeAlsoInACore() {
        // GIVEN
        let model = made()
        inCore(bringing: { $0.userDefaults = Disk(name: "core's") }) { _ in
            // THEN
            #expect(model.fileManager == .mock)
            #expect(model.fileManager == .mock)
            #expect(DiskReader().names == ["test files", "core's"])
        }
    }

    @Test func D12_aModelWithoutDependenciesHasNothingToHandOn() {
        // GIVEN
        final class Bare {}
        // WHEN
        withKnownIssue {
            withDependencies(from: Bare()) {}
        } matching: { issue in
            // THEN
            issue.comments.contains {
                $0.rawValue == """
                    withDependencies(from:) found no @Dependency in Bare, so there is nothing that could be handed on \
                    from it. Give it one, or leave out "from:".
                    """
            } && issue.sourceLocation?.fileID == #fileID
        }
    }
}
