import Foundation
import MarfaTerminal
import Testing

@Suite struct RelativeTimeTests {
  @Test(arguments: [
    (0, "now"), (59, "now"), (60, "1m"), (3599, "59m"), (3600, "1h"), (7 * 3600, "7h"),
    (13 * 3600, "Yesterday"), (36 * 3600 - 1, "Yesterday"), (36 * 3600 + 60, "18 Nov"),
    (300 * 86_400, "24 Jan"), (400 * 86_400, "Oct 2025"), (-30, "now"),
  ])
  func `an age is told shortly`(seconds: Int, text: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // 2026-11-20 12:00:00 UTC.
    let now = Date(timeIntervalSince1970: 1_795_176_000)
    let date = now.addingTimeInterval(-Double(seconds))

    let told = RelativeTime.text(for: date, now: now, calendar: calendar)

    #expect(told == text)
  }
}
