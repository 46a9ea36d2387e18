import AditState
import Glibc
import Testing

struct TimerDescriptorTests {
    private func withTimer(_ body: (TimerDescriptor) -> Void) throws {
        let timer = try TimerDescriptor()
        defer { timer.close() }
        body(timer)
    }

    @Test func `a timer that expires at once is readable until it is set`() throws {
        try withTimer { timer in
            #expect(!timer.isReadable)
            timer.expire()
            timer.expire()
            #expect(timer.isReadable)
            timer.set(nil)
            #expect(!timer.isReadable)
            timer.expire()
            #expect(timer.isReadable)
            timer.set(.after(milliseconds: 60_000))
            #expect(!timer.isReadable)
        }
    }

    @Test func `a timer that is set expires at once as well`() throws {
        try withTimer { timer in
            timer.set(.after(milliseconds: 60_000))
            #expect(!timer.isReadable)
            timer.expire()
            #expect(timer.isReadable)
            timer.set(nil)
            #expect(!timer.isReadable)
        }
    }

    @Test func `a time that has passed makes it readable, one that comes then`() throws {
        try withTimer { timer in
            timer.set(.past)
            #expect(timer.isReadable)
            timer.set(.after(milliseconds: 5))
            #expect(timer.wait(milliseconds: -1))
            #expect(timer.isReadable)
        }
    }
}

extension TimerDescriptor {
    fileprivate var isReadable: Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }
}
