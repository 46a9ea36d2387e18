import AditJSON
import Glibc

/// A time of the system's monotonic clock, which cannot be set.
package struct MonotonicTime: Comparable, Sendable {
    /// Nanoseconds since an arbitrary time before the process began.
    package let nanoseconds: Int

    /// A time that has passed.
    package static var past: MonotonicTime { MonotonicTime(nanoseconds: 1) }

    package static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    /// Returns the time in `milliseconds` from now.
    package static func after(milliseconds: Int32) -> MonotonicTime {
        MonotonicTime(nanoseconds: now.nanoseconds + Int(milliseconds) * 1_000_000)
    }

    /// Milliseconds from now, rounded up; 0 if the time has passed.
    package var millisecondsLeft: Int32 {
        let left = nanoseconds - MonotonicTime.now.nanoseconds
        return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension Timestamp {
    /// The system's time of day. Any thread.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec) ?? epoch
    }
}
