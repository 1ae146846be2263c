import Foundation
import MarfaSDK

/// Times as a person reads them where they are; other programs get RFC 3339.
struct LocalTime: Sendable {
  private let calendar: Calendar

  /// Times of a time zone.
  init(_ timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// A time to the minute, as `2026-09-21 14:13`.
  func minute(_ time: Timestamp) -> String {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute], from: Self.date(time))
    return "\(day(parts)) \(Self.padded(parts.hour)):\(Self.padded(parts.minute))"
  }

  /// A written time to the minute; one that cannot be read as it is.
  func minute(_ text: String) -> String {
    Timestamp(iso8601: text).map { minute($0) } ?? text
  }

  /// A time with its offset, as `2026-09-21 14:13:20 +0200`.
  func second(_ time: Timestamp) -> String {
    let parts = calendar.dateComponents([.second], from: Self.date(time))
    let offset = calendar.timeZone.secondsFromGMT(for: Self.date(time)) / 60
    let sign = offset < 0 ? "-" : "+"
    return "\(minute(time)):\(Self.padded(parts.second)) "
      + "\(sign)\(Self.padded(abs(offset) / 60))\(Self.padded(abs(offset) % 60))"
  }

  /// A written time with its offset; one that cannot be read as it is.
  func second(_ text: String) -> String {
    Timestamp(iso8601: text).map { second($0) } ?? text
  }

  /// The day of a time, as `2026-09-21`.
  func day(_ time: Timestamp) -> String {
    day(calendar.dateComponents([.year, .month, .day], from: Self.date(time)))
  }

  private func day(_ parts: DateComponents) -> String {
    let year = String(parts.year ?? 0)
    let zeros = String(repeating: "0", count: max(0, 4 - year.count))
    return "\(zeros)\(year)-\(Self.padded(parts.month))-\(Self.padded(parts.day))"
  }

  private static func date(_ time: Timestamp) -> Date {
    Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
  }

  private static func padded(_ number: Int?) -> String {
    let text = String(number ?? 0)
    return text.count < 2 ? "0" + text : text
  }
}
