import Foundation

/// Times as a list shows them: short, and exact enough for their age.
package enum RelativeTime {
  /// The text for a date seen from another: `now`, `2m`, `3h`, `Yesterday`, `18 Nov`, `Nov 2024`.
  ///
  /// - Parameters:
  ///   - date: The date to name.
  ///   - now: The date it is seen from.
  ///   - calendar: Whose days and months are meant.
  ///   - pattern: The form of dates before yesterday; where it names no year, month and year are
  ///     shown for dates of other years.
  /// - Returns: The text.
  package static func text(
    for date: Date, now: Date, calendar: Calendar, pattern: DatePattern = .standard
  ) -> String {
    let seconds = now.timeIntervalSince(date)
    if seconds < 60 { return seconds > -60 ? "now" : dayText(date, now: now, calendar, pattern) }
    if seconds < 3600 { return "\(Int(seconds / 60))m" }
    let days = daysBetween(date, now, calendar)
    if days == 0 { return "\(Int(seconds / 3600))h" }
    if days == 1 { return "Yesterday" }
    return dayText(date, now: now, calendar, pattern)
  }

  private static func dayText(
    _ date: Date, now: Date, _ calendar: Calendar, _ pattern: DatePattern
  ) -> String {
    let isOtherYear = calendar.component(.year, from: date) != calendar.component(.year, from: now)
    let pattern = isOtherYear && !pattern.hasYear ? .monthAndYear : pattern
    return pattern.text(for: date, calendar: calendar)
  }

  private static func daysBetween(_ date: Date, _ now: Date, _ calendar: Calendar) -> Int {
    let from = calendar.startOfDay(for: date)
    let to = calendar.startOfDay(for: now)
    return calendar.dateComponents([.day], from: from, to: to).day ?? 0
  }
}
