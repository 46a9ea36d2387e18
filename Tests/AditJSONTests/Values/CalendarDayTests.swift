import AditJSON
import Testing

struct CalendarDayTests {
    @Test func `days follow one another as in the calendar, from year 0 to year 9999`() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var (year, month, day) = (0, 1, 1)
        var seconds = -62_167_219_200
        var wrong: [String] = []
        while year <= 9999 {
            if day <= 2 || day >= 28, wrong.count < 10 {
                let components = try CalendarDay(of: #require(Timestamp(seconds: seconds + 43_200))).components
                if components != (year, month, day) { wrong.append("\(components) is not \((year, month, day))") }
            }
            seconds += 86_400
            day += 1
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            if day > lengths[month - 1] + (isLeap && month == 2 ? 1 : 0) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(wrong == [])
        #expect(seconds == 253_402_300_800)
    }

    @Test(arguments: ["0000-01-01", "0000-02-29", "1970-01-01", "2000-02-29", "2024-02-29", "2026-11-21", "9999-12-31"])
    func `a text is read and written`(text: String) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.description == text)
        let (year, month, dayOfMonth) = day.components
        #expect(CalendarDay(year: year, month: month, day: dayOfMonth) == day)
        expectWire([day], "[\"\(text)\"]")
    }

    @Test(arguments: [
        "", "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32",
        "2026-1-1", "20260101",
        "2026-01-01T00:00:00Z", "2026-01-01 ", " 2026-01-01", "-2026-01-01", "10000-01-01", "2026/01/01", "２026-01-01",
        "2026-01-0é",
    ])
    func `what is no day is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test(arguments: [
        (-1, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, -1), (.min, .min, .min),
        (.max, .max, .max),
    ])
    func `what no calendar has is nil`(year: Int, month: Int, day: Int) {
        #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [
        ("2026-11-21T00:00:00Z", "2026-11-21"), ("2026-11-21T23:59:59.999999999Z", "2026-11-21"),
        ("2026-11-21T00:30:00+01:00", "2026-11-20"),
        ("1969-12-31T23:59:59Z", "1969-12-31"), ("1970-01-01T00:00:00Z", "1970-01-01"),
        ("0000-01-01T00:00:00Z", "0000-01-01"),
        ("9999-12-31T23:59:59Z", "9999-12-31"),
    ])
    func `a timestamp lies in a day of UTC`(timestamp: String, day: String) throws {
        #expect(try CalendarDay(of: #require(Timestamp(timestamp))).description == day)
    }

    @Test func `order is that of time`() throws {
        let days = try ["0000-12-31", "0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "2024-03-01"].map {
            try #require(CalendarDay($0))
        }
        #expect(days.shuffled().sorted() == days)
    }

    @Test func `on the wire the refusal says what would be right`() {
        #expect(
            refusal(of: #"["2026-02-30"]"#, as: [CalendarDay].self)
                == "[0]: found \"2026-02-30\"; a day such as 2026-11-21 is expected")
    }
}
