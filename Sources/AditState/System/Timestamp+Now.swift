import AditJSON
import Glibc

extension Timestamp {
    /// The system's time of day. Any thread.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec) ?? epoch
    }
}
