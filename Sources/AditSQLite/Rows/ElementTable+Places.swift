import AditJSON
import AditState

// Free places, and making room.
extension ElementTable {
    /// The gap between two elements that were appended one after the other.
    static let gap: Int64 = 1 << 20
    /// The first element's place. Places before it have numbers of the same length.
    static let origin: Int64 = 1 << 40
    /// The minimum gaps of a window after making room in it.
    private static let smallestGap: Int64 = 1 << 12

    /// A place, with the next one.
    struct Spot {
        var place: Int64
        /// The place of the next element; nil for the last one.
        var next: Int64?
    }

    /// Returns a free place after an element; nil for before the first one.
    func spot(after predecessor: RowText?) throws(StorageFailure) -> Spot {
        guard let predecessor else { return try spotAtStart() }
        if let cursor, isCursor(at: predecessor) {
            return try spot(behind: cursor.place, before: cursor.next, isRun: true)
        }
        let place = try place(of: predecessor)
        return try spot(behind: place, before: self.place(after: place), isRun: false)
    }

    private func spotAtStart() throws(StorageFailure) -> Spot {
        if first == nil { first = try firstPlace() }
        guard let bound = first else {
            first = Self.origin
            return Spot(place: Self.origin, next: nil)
        }
        let (place, isOver) = bound.subtractingReportingOverflow(Self.gap)
        if isOver {
            try spreadAll()
            return try spotAtStart()
        }
        first = place
        return Spot(place: place, next: bound)
    }

    /// - Parameter isRun: whether the previous element was inserted in the same way, so that more will follow: these
    ///   get the larger part of the gap, in small steps.
    private func spot(behind place: Int64, before next: Int64?, isRun: Bool) throws(StorageFailure) -> Spot {
        if let next {
            // Near the limits of numbers, the difference overflows.
            let (room, isOver) = next.subtractingReportingOverflow(place)
            let gap = isOver ? Int64.max : room
            if gap >= 2 { return Spot(place: place + (isRun ? max(1, gap >> 6) : gap >> 1), next: next) }
            let place = try makeRoom(behind: place)
            return try spot(behind: place, before: self.place(after: place), isRun: isRun)
        }
        let (end, isOver) = place.addingReportingOverflow(Self.gap)
        if !isOver { return Spot(place: end, next: nil) }
        let moved = try rank(of: place)
        try spreadAll()
        return try spot(behind: Self.origin + moved * Self.gap, before: nil, isRun: isRun)
    }

    /// Spreads the elements after a place evenly, as many as necessary to make room.
    ///
    /// - Returns: the place, which changes only if all elements are spread.
    private func makeRoom(behind place: Int64) throws(StorageFailure) -> Int64 {
        try finish()
        cursor = nil
        var window = 64
        while true {
            let places = try self.places(behind: place, atMost: window + 1)
            var gap = Self.gap
            if places.count > window {
                // Near the limits of numbers, the difference overflows.
                let (room, isOver) = places[window].subtractingReportingOverflow(place)
                gap = (isOver ? .max : room) / Int64(window + 1)
            } else if place > Int64.max - Self.gap * Int64(places.count + 1) {
                let moved = try rank(of: place)
                try spreadAll()
                return Self.origin + moved * Self.gap
            }
            if gap >= Self.smallestGap {
                try assign(places.prefix(window)) { place + Int64($0 + 1) * gap }
                return place
            }
            window *= 4
        }
    }

    /// Gives all elements the places of appended ones.
    private func spreadAll() throws(StorageFailure) {
        try finish()
        forget()
        try assign(places(behind: nil, atMost: .max)[...]) { Self.origin + Int64($0) * Self.gap }
    }

    /// Gives elements new places in the same order. No place is taken twice at any time: elements that move down go
    /// first, from the bottom, and then those that move up, from the top.
    private func assign(_ places: ArraySlice<Int64>, _ place: (Int) -> Int64) throws(StorageFailure) {
        let statement = try database.prepare(
            "UPDATE \(name) SET place = ?2, sum = adit_moved(sum, place, ?2, ?3) WHERE place = ?1")
        func assign(_ index: Int) throws(StorageFailure) {
            statement.bind(1, places[index])
            statement.bind(2, place(index))
            statement.bind(3, checksum: seed)
            try statement.run()
        }
        for index in places.indices where place(index) < places[index] { try assign(index) }
        for index in places.indices.reversed() where place(index) > places[index] { try assign(index) }
    }

    private func places(behind place: Int64?, atMost limit: Int) throws(StorageFailure) -> [Int64] {
        let statement = try database.prepare("SELECT place FROM \(name) WHERE place > ?1 OR ?2 ORDER BY place LIMIT ?3")
        statement.bind(1, place ?? .min)
        statement.bind(2, place == nil ? 1 : 0)
        statement.bind(3, Int64(limit))
        var places: [Int64] = []
        while try statement.step() { places.append(statement.integer(0)) }
        return places
    }

    private func rank(of place: Int64) throws(StorageFailure) -> Int64 {
        try finish()
        let statement = try database.prepare("SELECT count(*) FROM \(name) WHERE place < ?1")
        statement.bind(1, place)
        return try statement.first { $0.integer(0) } ?? 0
    }
}
