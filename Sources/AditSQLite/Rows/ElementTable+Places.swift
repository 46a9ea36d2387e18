import AditJSON
import AditState

// Where there is room, and how it is made.
extension ElementTable {
    /// What there is between two elements that came one after the other.
    static let gap: Int64 = 1 << 20
    /// The first element's place: what is put before it has numbers that are just as short.
    static let origin: Int64 = 1 << 40
    /// The gaps that a window is to have after room has been made in it.
    private static let smallestGap: Int64 = 1 << 12

    /// A place, and what comes after it.
    struct Spot {
        var place: Int64
        /// No element is between the two; nil: it is the last.
        var next: Int64?
    }

    /// A free place behind an element; nil: before the first.
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

    /// - Parameter isRun: whether the element before came the same way, so that more of them are to be expected: they
    ///   get the larger part of the gap, in small steps.
    private func spot(behind place: Int64, before next: Int64?, isRun: Bool) throws(StorageFailure) -> Spot {
        if let next {
            // At the ends of the numbers there is no difference that is one.
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

    /// Spreads the elements behind a place evenly, as many of them as it takes to have room.
    ///
    /// - Returns: the place, which changes only where all are spread.
    private func makeRoom(behind place: Int64) throws(StorageFailure) -> Int64 {
        try settle()
        cursor = nil
        var window = 64
        while true {
            let places = try self.places(behind: place, atMost: window + 1)
            var gap = Self.gap
            if places.count > window {
                // At the ends of the numbers there is no difference that is one.
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

    /// Gives all elements places as if they had just come one after the other.
    private func spreadAll() throws(StorageFailure) {
        try settle()
        forget()
        try assign(places(behind: nil, atMost: .max)[...]) { Self.origin + Int64($0) * Self.gap }
    }

    /// Gives elements other places in the same order. None of them is taken twice at any time: what goes down goes
    /// first, from the bottom, and then what goes up, from the top.
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
        try settle()
        let statement = try database.prepare("SELECT count(*) FROM \(name) WHERE place < ?1")
        statement.bind(1, place)
        return try statement.first { $0.integer(0) } ?? 0
    }
}
