import Adit
import AditTesting
import Testing

private enum PerformAction: Equatable { case nowButtonPressed, travelOptionsButtonPressed }

@Suite struct PublishSubjectTests {
    private let subject = PublishSubject<PerformAction>()

    @Test func P8_theStreamIsHotAndHasNoReplay() {
        // GIVEN
        var seen: [PerformAction] = []
        subject.onNext(.nowButtonPressed)
        let bag = DisposeBag()
        // WHEN
        subject.observable.subscribe { seen.append($0) }.disposed(by: bag)
        subject.onNext(.travelOptionsButtonPressed)
        // THEN what was before is not heard
        #expect(seen == [.travelOptionsButtonPressed])
        withExtendedLifetime(bag) {}
    }

    @Test func P8_aSubscriptionEndsWithItsBag() {
        // GIVEN
        var seen: [PerformAction] = []
        var bag: DisposeBag? = DisposeBag()
        subject.observable.subscribe { seen.append($0) }.disposed(by: bag!)
        subject.onNext(.nowButtonPressed)
        // WHEN
        bag = nil
        subject.onNext(.travelOptionsButtonPressed)
        // THEN
        #expect(seen == [.nowButtonPressed])
        #expect(bag == nil)
    }

    @Test func P8_aSubscriberNeedNotOutliveTheStream() {
        // GIVEN
        final class Listener {
            let bag = DisposeBag()
            var seen: [PerformAction] = []

            fileprivate func listen(to actions: ObservableStream<PerformAction>) {
                actions.subscribe { [weak self] in self?.seen.append($0) }.disposed(by: bag)
            }
        }
        var listener: Listener? = Listener()
        weak let weakListener = listener
        listener?.listen(to: subject.observable)
        // WHEN
        listener = nil
        subject.onNext(.nowButtonPressed)
        // THEN
        #expect(listener == nil)
        #expect(weakListener == nil)
    }

    @Test func P8_whoIsDisposedOfMeanwhileIsNotToldAnyMore() {
        // GIVEN a first listener who ends the second's subscription
        var seen: [String] = []
        var second: Disposable?
        let first = subject.observable.subscribe { _ in
            seen.append("first")
            second?.dispose()
        }
        second = subject.observable.subscribe { _ in seen.append("second") }
        // WHEN
        subject.onNext(.nowButtonPressed)
        subject.onNext(.nowButtonPressed)
        // THEN
        #expect(seen == ["first", "first"])
        first.dispose()
        second?.dispose()
    }

    @Test func P8_whoSubscribesMeanwhileHearsOfTheNext() {
        // GIVEN
        var seen: [PerformAction] = []
        var late: Disposable?
        let subject = subject
        let first = subject.observable.subscribe { _ in
            if late == nil { late = subject.observable.subscribe { seen.append($0) } }
        }
        // WHEN
        subject.onNext(.nowButtonPressed)
        subject.onNext(.travelOptionsButtonPressed)
        // THEN
        #expect(seen == [.travelOptionsButtonPressed])
        first.dispose()
        late?.dispose()
    }

    @Test func aSubscriberHearsOfTheEnd() {
        // GIVEN
        var ends: [String] = []
        var subject: PublishSubject<Int>? = PublishSubject()
        let first = subject!.observable.subscribe(onNext: { _ in }, onEnd: { ends.append("first") })
        let second = subject!.observable.subscribe(onNext: { _ in }, onEnd: { ends.append("second") })
        // WHEN
        second.dispose()
        subject = nil
        // THEN who has left is not told
        #expect(ends == ["first"])
        #expect(subject == nil)
        first.dispose()
    }
}
