import Foundation

/// Reads the dates that people and programs write into front matter.
enum WrittenDate {
  /// Reads a date, perhaps with a time and a zone; nil when it is none.
  ///
  /// The forms are `2026-11-18`, `2026-11-18 14:02[:09[.5]]`, with `T` instead of the space, and
  /// `Z`, `+01:00` or `+0100` after it. Without a zone it is the given one, without a time
  /// midnight.
  static func date(_ text: String, zone: TimeZone) -> Date? {
    var rest = text.utf8[...]
    guard let year = number(&rest, digits: 4...4), skip("-", &rest),
      let month = number(&rest, digits: 1...2), skip("-", &rest),
      let day = number(&rest, digits: 1...2), let time = time(&rest), rest.isEmpty,
      let days = daysSinceEpoch(year: year, month: month, day: day)
    else { return nil }
    let local = Double(days * 86_400 + time.seconds) + time.fraction
    if let offset = time.offset { return Date(timeIntervalSince1970: local - Double(offset)) }
    // The zone's offset at the local time, asked twice since it may change in between.
    let guess = local - Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: local)))
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: guess))
    return Date(timeIntervalSince1970: local - Double(offset))
  }

  private typealias Bytes = Substring.UTF8View

  private static func time(
    _ rest: inout Bytes
  ) -> (seconds: Int, fraction: Double, offset: Int?)? {
    if rest.isEmpty { return (0, 0, nil) }
    guard skip("T", &rest) || skip("t", &rest) || skip(" ", &rest) else { return nil }
    while skip(" ", &rest) {}
    guard let hour = number(&rest, digits: 1...2), hour < 24, skip(":", &rest),
      let minute = number(&rest, digits: 2...2), minute < 60
    else { return nil }
    var second = 0
    var fraction = 0.0
    if skip(":", &rest) {
      guard let value = number(&rest, digits: 2...2), value <= 60 else { return nil }
      second = value
      if skip(".", &rest) {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        fraction = Double("0." + String(Substring(digits))) ?? 0
        rest = rest[digits.endIndex...]
      }
    }
    while skip(" ", &rest) {}
    let seconds = hour * 3600 + minute * 60 + second
    if rest.isEmpty { return (seconds, fraction, nil) }
    guard let offset = offset(&rest) else { return nil }
    return (seconds, fraction, offset)
  }

  private static func offset(_ rest: inout Bytes) -> Int? {
    if skip("Z", &rest) || skip("z", &rest) { return 0 }
    let isNegative = skip("-", &rest)
    guard isNegative || skip("+", &rest), let hours = number(&rest, digits: 2...2), hours < 24
    else { return nil }
    _ = skip(":", &rest)
    guard let minutes = number(&rest, digits: 2...2), minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isNegative ? -seconds : seconds
  }

  // MARK: - Pieces

  private static func skip(_ sign: Unicode.Scalar, _ rest: inout Bytes) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout Bytes, digits: ClosedRange<Int>) -> Int? {
    let found = rest.prefix(digits.upperBound).prefix { (0x30...0x39).contains($0) }
    guard found.count >= digits.lowerBound else { return nil }
    rest = rest[found.endIndex...]
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Days from 1970-01-01 in the Gregorian calendar, or nil for a day that does not exist (Howard
  /// Hinnant, "chrono-compatible low-level date algorithms").
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
