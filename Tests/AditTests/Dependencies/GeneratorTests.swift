import Adit
import Testing

private struct Model {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.random) var random
    @Dependency(\.calendarDay) var today
}

/// GIVEN the sources of time, ids and numbers WHEN a test sets them THEN it knows what comes.
@Suite struct GeneratorTests {
    private let model = Model()

    @Test func aDateStandsStill() {
        withDependencies {
            $0.date = .constant(.evening)
        } operation: {
            #expect([model.date(), model.date.now] == [.evening, .evening])
        }
    }

    @Test func idsCount() {
        withDependencies {
            $0.uuid = .incrementing
        } operation: {
            #expect(
                (0..<3).map { _ in "\(model.uuid())" } == [
                    "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
                    "00000000-0000-0000-0000-000000000002",
                ])
        }
        #expect(UUIDGenerator.incrementing() == UUID(high: 0, low: 0))
    }

    @Test func idsAreTheSameEachTime() {
        let id = UUID(high: 1, low: 2)
        let generator = UUIDGenerator.constant(id)
        #expect([generator(), generator()] == [id, id])
    }

    @Test(arguments: 0..<20)
    func idsOfASeedAreRandomUUIDs(seed: UInt64) {
        // WHEN
        let (one, other) = (UUIDGenerator.seeded(seed), UUIDGenerator.seeded(seed))
        let ids = (0..<10).map { _ in one() }
        // THEN
        #expect(ids == (0..<10).map { _ in other() })
        #expect(Set(ids).count == 10)
        for id in ids {
            let text = Array("\(id)")
            #expect(text[14] == "4")
            #expect("89ab".contains(text[19]))
        }
        #expect(UUIDGenerator.seeded(seed + 1)() != ids[0])
    }

    @Test func numbersOfASeedAreThoseOfSplitMix64() {
        // What Vigna's splitmix64.c gives for 1234567.
        let source = RandomSource.seeded(1_234_567)
        #expect(
            (0..<5).map { _ in source.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func copiesDrawOnFromOneSource() {
        withDependencies {
            $0.random = .seeded(7)
        } operation: {
            let dice = (0..<20).map { _ in model.random { Int.random(in: 1...6, using: &$0) } }
            var again = RandomSource.seeded(7)
            #expect(dice == (0..<20).map { _ in Int.random(in: 1...6, using: &again) })
            #expect(Set(dice).count > 1)
        }
    }

    @Test func daysFollowTheDate() {
        withDependencies {
            $0.date = .constant(.evening)
        } operation: {
            #expect("\(model.today())" == "2026-11-21")
            withDependencies {
                $0.date = .constant(.morning)
            } operation: {
                #expect("\(model.today())" == "2026-11-22")
            }
        }
    }

    @Test func daysFollowTheDateWithWhichAModelWasMade() {
        // GIVEN
        let model = withDependencies {
            $0.date = .constant(.evening)
        } operation: {
            Model()
        }
        // THEN
        #expect("\(model.today())" == "2026-11-21")
    }

    @Test func daysAreSetForThemselves() throws {
        let day = try #require(CalendarDay("2000-02-29"))
        withDependencies {
            $0.date = .constant(.evening)
            $0.calendarDay = .constant(day)
        } operation: {
            #expect(model.today() == day)
            #expect(model.date() == .evening)
        }
    }

    @Test func theRealWorldGoesOn() {
        inCore(.live) { _ in
            let before = Timestamp.now
            #expect(before <= model.date() && model.date() <= Timestamp.now)
            #expect(model.uuid() != model.uuid())
            #expect(model.random.next() != model.random.next())
            #expect(model.today() >= CalendarDay(of: before))
        }
    }
}
