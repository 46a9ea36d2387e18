import CLinux
import Glibc

/// A timer of the system's monotonic clock with a descriptor, which is readable once the timer has expired. It stays open
/// until ``close()``.
package struct TimerDescriptor {
    /// The number of the descriptor, for a host that polls it.
    package var number: Int32 { descriptor.number }
    private let descriptor: FileDescriptor

    /// Creates a timer that is not set.
    package init() throws(SystemError) {
        descriptor = try FileDescriptor { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)) }
    }

    package func close() { descriptor.close() }

    /// Makes the descriptor readable from a time on, and not before.
    ///
    /// - Parameter time: one that has passed makes it readable at once; nil makes it unreadable.
    package func set(_ time: MonotonicTime?) {
        // Zero disarms the timer.
        let time = time.map { max(1, $0.nanoseconds) } ?? 0
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
        // Cannot fail: the time is valid, and the descriptor is a timer.
        timerfd_settime(descriptor.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// Makes the descriptor readable at once.
    package func expire() {
        // Where the system's next timer changes, a virtual machine leaves for its host, which takes microseconds.
        if adit_timer_expire(descriptor.number) != 0 { set(.past) }
    }

    /// Waits until the descriptor is readable.
    ///
    /// - Parameter milliseconds: the longest time to wait; -1 for no limit.
    /// - Returns: false if a signal interrupts the wait.
    package func wait(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) >= 0
    }
}
