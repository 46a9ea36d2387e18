/// A subject: a stream whose elements the owner emits. It is hot: an element goes to the current subscribers, in the
/// order of their subscription, and is not stored for later ones.
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

    /// Emits an element. A subscriber that is removed during the emission does not receive it any more; one that is
    /// added during the emission receives the next element.
    func onNext(_ element: Element) {
        for observer in observers { observer.onNext?(element) }
    }

    /// The stream for subscribers.
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

/// A stream of elements.
struct Observable<Element> {
    fileprivate let subject: PublishSubject<Element>

    /// Subscribes to the elements from now on.
    ///
    /// - Parameter onNext: receives each element. It should not retain the owner of the subscription.
    /// - Returns: the subscription, which ends when it is released.
    func subscribe(onNext: @escaping (Element) -> Void) -> Subscription { subject.add(onNext) }
}
