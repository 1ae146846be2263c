import Foundation

/// Times as a list shows them: short, and exact enough for their age.
package enum RelativeTime {
  /// The text for a date seen from another, at most nine columns: `now`, `2m`, `3h`, `Yesterday`,
  /// `Tue`, `18 Nov`, `2024`.
  ///
  /// - Parameters:
  ///   - date: The date to tell.
  ///   - now: The date it is seen from.
  ///   - calendar: Whose days and months are meant.
  /// - Returns: The text.
  package static func text(for date: Date, now: Date, calendar: Calendar) -> String {
    let seconds = now.timeIntervalSince(date)
    if seconds < 60 { return seconds > -60 ? "now" : dayText(date, now: now, calendar) }
    if seconds < 3600 { return "\(Int(seconds / 60))m" }
    let days = daysBetween(date, now, calendar)
    if days == 0 { return "\(Int(seconds / 3600))h" }
    if days == 1 { return "Yesterday" }
    return dayText(date, now: now, calendar)
  }

  private static func dayText(_ date: Date, now: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return "" }
    if calendar.component(.year, from: now) == year { return "\(day) \(months[month - 1])" }
    return "\(months[month - 1]) \(year)"
  }

  private static func daysBetween(_ date: Date, _ now: Date, _ calendar: Calendar) -> Int {
    let from = calendar.startOfDay(for: date)
    let to = calendar.startOfDay(for: now)
    return calendar.dateComponents([.day], from: from, to: to).day ?? 0
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
