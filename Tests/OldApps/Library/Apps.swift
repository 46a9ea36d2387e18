import AditC
import ChatCore
import CounterCore
import FetchingReaderCore
import ProfileCore
import TimedTodoCore
import TravelPlannerCore

/// Exports the apps of version 5bbffbe under the names that its stores and recordings have. All but todo and reader are
/// today's.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer {
    export(chatApp(), counterApp(), fetchingReaderApp(), profileApp(), timedTodoApp(), travelPlannerApp())
}
