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
///
/// Source: "Streamlining lots of View Controller interactions with Swift enums", 001.
public final class PublishSubject<Element> {
    private final class Observer {
        var onNext: ((Element) -> Void)?
        var onEnd: (() -> Void)?

        init(_ onNext: @escaping (Element) -> Void, _ onEnd: @escaping () -> Void) {
            self.onNext = onNext
            self.onEnd = onEnd
        }
    }

    private var observers: [Observer] = []

    /// Creates a subject without subscribers.
    public init() {}

    deinit {
        for observer in observers { observer.onEnd?() }
    }

    /// Emits an element. A subscriber that is removed during the emission does not receive it any more; one that is
    /// added during the emission receives the next element.
    ///
    /// - Parameter element: the value that the subscribers receive.
    public func onNext(_ element: Element) {
        for observer in observers { observer.onNext?(element) }
    }

    /// The stream for subscribers, who cannot emit.
    public var observable: ObservableStream<Element> { ObservableStream(subject: self) }

    fileprivate func add(_ onNext: @escaping (Element) -> Void, _ onEnd: @escaping () -> Void) -> Disposable {
        let observer = Observer(onNext, onEnd)
        observers.append(observer)
        return Disposable { [weak self] in
            (observer.onNext, observer.onEnd) = (nil, nil)
            self?.observers.removeAll { $0 === observer }
        }
    }
}

/// The stream of a ``PublishSubject``. Its name is not `Observable`, as that is Observation's.
public struct ObservableStream<Element> {
    fileprivate let subject: PublishSubject<Element>

    /// Subscribes to the elements from now on.
    ///
    /// - Parameters:
    ///   - onNext: receives each element. It should not retain the owner of the subscription.
    ///   - onEnd: called when the subject is released; not after the subscription has ended.
    /// - Returns: the subscription, which ends when it is released.
    public func subscribe(onNext: @escaping (Element) -> Void, onEnd: @escaping () -> Void = {}) -> Disposable {
        subject.add(onNext, onEnd)
    }
}

/// A subscription to a stream. It ends when it is released or disposed of.
public final class Disposable {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { dispose() }

    /// Ends the subscription. Further calls have no effect.
    public func dispose() {
        end?()
        end = nil
    }

    /// Adds the subscription to a bag, which retains it.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

/// A set of subscriptions that end with the owner of the bag.
public final class DisposeBag {
    private var subscriptions: [Disposable] = []

    /// Creates an empty bag.
    public init() {}

    /// Adds a subscription.
    public func insert(_ subscription: Disposable) { subscriptions.append(subscription) }
}

extension Effects {
    /// Follows a stream as an effect: subscribes at once, and passes on each element on the core's loop, until the
    /// effect is cancelled or the subject released. So the consequences of an element belong to the message that asked
    /// for it, by its `@id` and its dependencies.
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - id: the id of the effect, unique in this scope; an effect in flight with the same id is cancelled first.
    ///   - onNext: receives each element.
    public func follow<Element: Sendable>(
        _ stream: ObservableStream<Element>, id: some Hashable & Sendable, onNext: @escaping (Element) throws -> Void
    ) {
        // Arrays of one element: for an optional enum, the compiled test for nil reads bytes that no case has set,
        // which valgrind reports as an error.
        let (elements, continuation) = AsyncStream.makeStream(of: [Element].self)
        // Subscribes at once, to receive the next element; if the effect does not start, the subscription is released.
        let subscription = stream.subscribe {
            continuation.yield([$0])
        } onEnd: {
            continuation.finish()
        }
        run(id: id, whileInFlight: .cancelPrevious) {
            defer { subscription.dispose() }
            for await elements in elements {
                for element in elements { try onNext(element) }
            }
        }
    }
}
