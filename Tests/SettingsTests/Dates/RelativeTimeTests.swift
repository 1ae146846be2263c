import Foundation
import Settings
import Testing

@Suite(.timeLimit(.minutes(20))) struct RelativeTimeTests {
  @Test(arguments: [
    (0, "now"), (59, "now"), (60, "1m"), (3599, "59m"), (3600, "1h"), (7 * 3600, "7h"),
    (13 * 3600, "Yesterday"), (36 * 3600 - 1, "Yesterday"), (36 * 3600 + 60, "18 Nov"),
    (300 * 86_400, "24 Jan"), (400 * 86_400, "Oct 2025"), (-30, "now"),
  ])
  func `an age is shown in a short form`(seconds: Int, text: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // 2026-11-20 12:00:00 UTC.
    let now = Date(timeIntervalSince1970: 1_795_176_000)
    let date = now.addingTimeInterval(-Double(seconds))

    let told = RelativeTime.text(for: date, now: now, calendar: calendar)

    #expect(told == text)
  }

  @Test(arguments: [
    ("dd.MM.", "01.03.", "Mar 2024"), ("d/M/yy", "1/3/26", "1/3/24"),
    ("EEE d MMMM", "Sun 1 March", "Mar 2024"),
    ("yyyy-MM-dd HH:mm", "2026-03-01 04:05", "2024-03-01 04:05"),
    ("EEEE", "Sunday", "Mar 2024"), ("'day' d ''yy", "day 1 '26", "day 1 '24"),
    ("", "", "Mar 2024"),
    ("d '", "1 '", "Mar 2024"), ("Q", "Q", "Mar 2024"),
  ])
  func `older dates have the form that was asked for`(
    pattern: String, this: String, before: String
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let now = Date(timeIntervalSince1970: 1_795_176_000)
    // 2026-03-01 and 2024-03-01, 04:05:06 UTC.
    let dates = [1_772_337_906.0, 1_709_265_906].map(Date.init(timeIntervalSince1970:))

    let told = dates.map {
      RelativeTime.text(for: $0, now: now, calendar: calendar, pattern: DatePattern(pattern))
    }

    #expect(told == [this, before])
  }
}
