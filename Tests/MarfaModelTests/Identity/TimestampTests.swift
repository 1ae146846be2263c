import Foundation
import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_795_224_618_123, "2026-11-21T01:30:18.123Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func `an instant and its text are the same thing`(milliseconds: Int64, text: String) {
    let instant = Timestamp(milliseconds: milliseconds)

    #expect(instant.iso8601 == text)
    #expect(Timestamp(iso8601: text) == instant)
  }

  @Test(arguments: [
    ("2026-11-21T02:30:18.1234567+01:00", "2026-11-21T01:30:18.123Z"),
    ("2026-11-21", "2026-11-21T00:00:00.000Z"),
    ("2026-11-21 00:15:00-00:30", "2026-11-21T00:45:00.000Z"),
    ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00.000Z"),
    ("2026-11-21t01:30:18z", "2026-11-21T01:30:18.000Z"),
  ])
  func `other RFC 3339 forms are read`(text: String, canonical: String) {
    #expect(Timestamp(iso8601: text)?.iso8601 == canonical)
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-02-29", "2026-11-21T", "2026-11-21T24:00:00Z",
    "2026-11-21T01:30Z", "2026-11-21T01:30:18", "2026-11-21T01:30:18.Z", "2026-11-21T01:30:18+1",
    "2026-11-21T01:30:18Z ", "２026-11-21", "2026-11-21T01:60:00Z",
  ])
  func `anything else is refused`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test func `texts agree with Foundation on random instants`() {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var randomness = SeededRandomness(seed: 7)

    for _ in 0..<500 {
      let seconds = Int64.random(in: -2_000_000_000...200_000_000_000, using: &randomness)
      let date = Date(timeIntervalSince1970: Double(seconds))

      #expect(Timestamp(milliseconds: seconds * 1000).iso8601 == formatter.string(from: date))
    }
  }

  @Test func `days since 1970 round trip over eight centuries`() {
    for day in -146_097...146_097 {
      let date = CivilDate(daysSince1970: day)

      guard date.daysSince1970 == day else {
        Issue.record("day \(day) came back as \(date.daysSince1970)")
        return
      }
    }
    #expect(CivilDate(daysSince1970: 0).weekday == 3)
    #expect(CivilDate(year: 2026, month: 11, day: 21)?.weekday == 5)
    #expect(
      CivilDate(year: 2026, month: 11, day: 21)?.firstOfMonth(adding: 2)
        == CivilDate(year: 2027, month: 1, day: 1))
  }
}
