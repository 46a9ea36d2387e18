import Adit
import AditTesting
import Testing

/// The stories of Sources/Adit/Adit.docc/Recipes.md.
struct UploadStories {
    private let start = Timestamp.epoch
    private let cat = Upload(id: .zero, photo: "cat", due: .epoch)
    /// Without jitter.
    private let steady = Backoff(jitter: 1...1)

    @Test func whatHasFailedIsTriedAgainLaterAndLater() {
        GIVEN(uploadApp(backoff: steady), from: start) { $0.random = .seeded(1) }
            .WHEN(.uploads(.request(.upload(cat))))
            .THEN(.uploads(.response(.willBeUploaded(cat))))
            .THEN(uploadHost, isAsked: "cat")
            .WHEN(uploadHost, fails: "offline")
            .THEN(.uploads(.response(.wasPostponed(id: cat.id, until: start + .seconds(1)))))
            .advance(by: .seconds(1))
            .THEN(uploadHost, isAsked: "cat")
            .WHEN(uploadHost, fails: "offline")
            .THEN(.uploads(.response(.wasPostponed(id: cat.id, until: start + .seconds(3)))))
            .advance(by: .seconds(2))
            .THEN(uploadHost, isAsked: "cat")
            .WHEN(uploadHost, replies: true)
            .THEN(.uploads(.response(.wasUploaded(id: cat.id))))
            .THEN(\.uploads, is: [])
            .runTests()
    }

    @Test func anIntentSurvivesARestart() {
        // What the store has kept.
        let kept = Upload(id: .zero, photo: "cat", failures: 3, due: start + .seconds(60))
        GIVEN(uploadApp(), state: UploadState(uploads: [kept]), from: start)
            .advance(by: .seconds(60))
            .THEN(uploadHost, isAsked: "cat")
            .WHEN(uploadHost, replies: true)
            .THEN(.uploads(.response(.wasUploaded(id: kept.id))))
            .runTests()
    }

    @Test func viewsTellWhatFails() {
        let dog = Upload(id: .one, photo: "dog", failures: 1, due: start + .seconds(9))
        let state = UploadState(uploads: [cat, dog])
        GIVEN(uploadApp(backoff: steady), state: state, from: start) { $0.random = .seeded(1) }
            .THEN(uploadHost, isAsked: "cat")
            .THEN(view: "count", is: 2)
            .THEN(view: "failing", is: [dog] as Table)
            .WHEN(uploadHost, fails: "offline")
            .THEN(.uploads(.response(.wasPostponed(id: cat.id, until: start + .seconds(1)))))
            .THEN(view: "failing/ids", is: [cat.id, dog.id])
            .THEN(view: "failing/entities/\(cat.id)/due", is: start + .seconds(1))
            .THEN(inFlight: 2)
            .runTests()
    }
}
