/// A stream that is fed by hand. It is hot: what is fed goes to those who are subscribed at that moment, in the order
/// in which they came, and is not kept for those who come later.
///
/// ```swift
/// let performed = PublishSubject<PerformAction>()
/// performed.observable.subscribe { print($0) }.disposed(by: bag)
/// performed.onNext(.travelOptionsButtonPressed)
/// ```
///
/// Used on the core's loop.
final class PublishSubject<Element> {
    private final class Observer {
        var onNext: ((Element) -> Void)?

        init(_ onNext: @escaping (Element) -> Void) { self.onNext = onNext }
    }

    private var observers: [Observer] = []

    /// Feeds an element. Who is unsubscribed meanwhile does not hear of it any more; who is subscribed meanwhile hears
    /// of the next.
    func onNext(_ element: Element) {
        for observer in observers { observer.onNext?(element) }
    }

    /// The side of those who listen.
    var observable: Observable<Element> { Observable(subject: self) }

    fileprivate func add(_ onNext: @escaping (Element) -> Void) -> Subscription {
        let observer = Observer(onNext)
        observers.append(observer)
        return Subscription { [weak self] in
            observer.onNext = nil
            self?.observers.removeAll { $0 === observer }
        }
    }
}

/// A stream to listen to.
struct Observable<Element> {
    fileprivate let subject: PublishSubject<Element>

    /// Listens to what comes from now on.
    ///
    /// - Parameter onNext: is told of each element. It should not keep alive who holds the subscription.
    /// - Returns: what to keep for as long as it is to be told.
    func subscribe(onNext: @escaping (Element) -> Void) -> Subscription { subject.add(onNext) }
}
