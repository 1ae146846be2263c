import Foundation

/// Reads dates as people write them, from an injected present.
///
/// ```swift
/// let dates = SearchDates(now: Timestamp(milliseconds: 0))
/// let january = dates.range("1970-01")
/// ```
public struct SearchDates: Sendable {
  private let now: Timestamp
  private let timeZone: TimeZone

  /// Reads dates such as `yesterday` as of an instant, in the person's time zone.
  public init(now: Timestamp, timeZone: TimeZone = .gmt) {
    self.now = now
    self.timeZone = timeZone
  }

  /// The person's day.
  public var today: CivilDate {
    CivilDate(daysSince1970: moved(now, by: 1).dayAndMilliseconds.day)
  }

  /// The stretch of time that a text names; nil when it names none.
  ///
  /// `today`, `yesterday`, `tomorrow`, names of weekdays (the last such day), `this|last|next
  /// week|month|year`, `2026`, `2026-11`, `2026-11-21`, an ISO 8601 time, `2026-01..2026-03`, and
  /// `-3d` (also `h w m y`: since then). It may follow `<`, `<=`, `>` or `>=`.
  public func range(_ text: String) -> SearchTimeRange? {
    let word = text.lowercased()
    for (prefix, form) in Self.comparisons where word.hasPrefix(prefix) {
      guard let bounds = bounds(String(word.dropFirst(prefix.count))) else { return nil }
      let (start, end) = form(bounds)
      return SearchTimeRange(start: start, end: end, text: text)
    }
    if let dots = word.firstRange(of: "..") {
      let first = word[..<dots.lowerBound]
      let last = word[dots.upperBound...]
      guard let start = first.isEmpty ? Bounds() : bounds(String(first)),
        let end = last.isEmpty ? Bounds() : bounds(String(last)), !(first.isEmpty && last.isEmpty)
      else { return nil }
      return SearchTimeRange(start: start.start, end: end.end, text: text)
    }
    return bounds(word).map { SearchTimeRange(start: $0.start, end: $0.end, text: text) }
  }

  private struct Bounds {
    var start: Timestamp?
    var end: Timestamp?
  }

  private static let comparisons: [(String, @Sendable (Bounds) -> (Timestamp?, Timestamp?))] = [
    ("<=", { (nil, $0.end) }), (">=", { ($0.start, nil) }), ("<", { (nil, $0.start) }),
    (">", { ($0.end ?? $0.start, nil) }),
  ]

  private func bounds(_ word: String) -> Bounds? {
    let word = word.replacing(" ", with: "-").replacing("_", with: "-")
    return named(word) ?? relative(word) ?? numeric(word)
  }

  // MARK: - Words

  private func named(_ word: String) -> Bounds? {
    let today = today
    switch word {
    case "today": return days(today, today.adding(days: 1))
    case "yesterday": return days(today.adding(days: -1), today)
    case "tomorrow": return days(today.adding(days: 1), today.adding(days: 2))
    case "now": return Bounds(start: now, end: now)
    default: break
    }
    if word.utf8.count >= 3,
      let weekday = Self.weekdays.firstIndex(where: { $0.hasPrefix(word) })
    {
      let back = (today.weekday - weekday + 7) % 7
      return days(today.adding(days: -back), today.adding(days: 1 - back))
    }
    let parts = word.split(separator: "-")
    guard parts.count == 2, let step = ["last": -1, "this": 0, "next": 1][String(parts[0])]
    else { return nil }
    let monday = today.adding(days: -today.weekday)
    switch parts[1] {
    case "day": return days(today.adding(days: step), today.adding(days: step + 1))
    case "week": return days(monday.adding(days: step * 7), monday.adding(days: step * 7 + 7))
    case "month":
      return days(today.firstOfMonth(adding: step), today.firstOfMonth(adding: step + 1))
    case "year":
      let first = today.firstOfMonth(adding: 1 - today.month)
      return days(
        first.firstOfMonth(adding: step * 12), first.firstOfMonth(adding: step * 12 + 12))
    default: return nil
    }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private func relative(_ word: String) -> Bounds? {
    guard word.hasPrefix("-"), let unit = word.last, let count = Int(word.dropFirst().dropLast()),
      (0...100_000).contains(count)
    else { return nil }
    let today = today
    switch unit {
    case "h":
      return Bounds(start: Timestamp(milliseconds: now.milliseconds - Int64(count) * 3_600_000))
    case "d": return Bounds(start: midnight(today.adding(days: -count)))
    case "w": return Bounds(start: midnight(today.adding(days: -count * 7)))
    case "m", "y":
      let first = today.firstOfMonth(adding: unit == "m" ? -count : -count * 12)
      let length = CivilDate.dayCount(year: first.year, month: first.month)
      return Bounds(start: midnight(first.adding(days: min(today.day, length) - 1)))
    default: return nil
    }
  }

  // MARK: - Numbers

  private func numeric(_ word: String) -> Bounds? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.first?.utf8.count == 4,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy({ (48...57).contains($0) }) })
    else {
      return Timestamp(iso8601: word).map {
        Bounds(start: $0, end: Timestamp(milliseconds: $0.milliseconds + 1))
      }
    }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count <= 3,
      let first = CivilDate(
        year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
        day: numbers.count > 2 ? numbers[2] : 1)
    else { return nil }
    switch numbers.count {
    case 1: return days(first, first.firstOfMonth(adding: 12))
    case 2: return days(first, first.firstOfMonth(adding: 1))
    default: return days(first, first.adding(days: 1))
    }
  }

  // MARK: - Zones

  private func days(_ start: CivilDate, _ end: CivilDate) -> Bounds {
    Bounds(start: midnight(start), end: midnight(end))
  }

  /// The first instant of a day in the zone; where the clock jumps, by the offset of that time.
  private func midnight(_ day: CivilDate) -> Timestamp {
    let utc = Timestamp(
      milliseconds: Int64(day.daysSince1970) * Timestamp.millisecondsPerDay)
    return moved(utc, by: -1, at: moved(utc, by: -1))
  }

  private func moved(_ instant: Timestamp, by sign: Int64, at other: Timestamp? = nil) -> Timestamp
  {
    let date = Date(timeIntervalSince1970: Double((other ?? instant).milliseconds) / 1000)
    let offset = Int64(timeZone.secondsFromGMT(for: date)) * 1000
    return Timestamp(milliseconds: instant.milliseconds + sign * offset)
  }
}
