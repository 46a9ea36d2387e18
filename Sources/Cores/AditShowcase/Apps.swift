import AditC
import ChatCore
import ProfileCore
import ReaderCore
import TravelPlannerCore

/// The apps of this library: those that show effects, gateways, sources and screens.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(chatApp(), profileApp(), readerApp(), travelPlannerApp()) }
