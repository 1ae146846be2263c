/// An instant in whole milliseconds, written as ISO 8601 in UTC.
///
/// Formatting and parsing work on bytes and need no formatter object.
///
/// ```swift
/// let moment = Timestamp(iso8601: "2026-11-28T04:00:00.000Z")
/// let later = moment?.adding(days: 1).iso8601
/// ```
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
  public var milliseconds: Int64

  /// The instant that many milliseconds after 1970-01-01T00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Whether one instant is before the other.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant moved by whole days; negative days move it back.
  public func adding(days: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds + Int64(days) * Timestamp.millisecondsPerDay)
  }

  /// How many milliseconds a day has in UTC.
  public static let millisecondsPerDay: Int64 = 86_400_000

  /// Days since 1970 in UTC, and milliseconds since that day's midnight.
  public var dayAndMilliseconds: (day: Int, milliseconds: Int64) {
    var day = milliseconds / Timestamp.millisecondsPerDay
    var rest = milliseconds % Timestamp.millisecondsPerDay
    if rest < 0 {
      rest += Timestamp.millisecondsPerDay
      day -= 1
    }
    return (Int(day), rest)
  }
}

// MARK: - Text

extension Timestamp {
  /// The instant as `2026-11-21T01:30:18.123Z`, always with milliseconds.
  ///
  /// Years outside 0…9999 have no such text and give the nearest that has one.
  public var iso8601: String {
    let (day, rest) = dayAndMilliseconds
    let date = CivilDate(daysSince1970: day)
    if date.year < 0 { return "0000-01-01T00:00:00.000Z" }
    if date.year > 9999 { return "9999-12-31T23:59:59.999Z" }
    return String(unsafeUninitializedCapacity: 24) { buffer in
      func put(_ value: Int, at offset: Int) {
        buffer[offset] = UInt8(truncatingIfNeeded: 48 + value / 10)
        buffer[offset + 1] = UInt8(truncatingIfNeeded: 48 + value % 10)
      }
      let seconds = Int(rest / 1000)
      let milliseconds = Int(rest % 1000)
      put(date.year / 100, at: 0)
      put(date.year % 100, at: 2)
      put(date.month, at: 5)
      put(date.day, at: 8)
      put(seconds / 3600, at: 11)
      put(seconds / 60 % 60, at: 14)
      put(seconds % 60, at: 17)
      put(milliseconds / 10, at: 20)
      buffer[22] = UInt8(truncatingIfNeeded: 48 + milliseconds % 10)
      buffer[4] = UInt8(ascii: "-")
      buffer[7] = UInt8(ascii: "-")
      buffer[10] = UInt8(ascii: "T")
      buffer[13] = UInt8(ascii: ":")
      buffer[16] = UInt8(ascii: ":")
      buffer[19] = UInt8(ascii: ".")
      buffer[23] = UInt8(ascii: "Z")
      return 24
    }
  }

  /// Reads an RFC 3339 date and time, or a date alone, which means its midnight in UTC.
  ///
  /// The offset is `Z` or `±hh:mm`; digits after the millisecond are dropped, and second 60 is
  /// read as the first of the next minute. Nil for anything else.
  public init?(iso8601 text: some StringProtocol) {
    var reader = TimestampReader(Array(text.utf8))
    guard let milliseconds = reader.read() else { return nil }
    self.milliseconds = milliseconds
  }
}

/// Reads one RFC 3339 text from its bytes.
private struct TimestampReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> Int64? {
    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"),
      let day = digits(2), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let midnight = Int64(date.daysSince1970) * Timestamp.millisecondsPerDay
    if position == bytes.count { return midnight }
    guard skip("T") || skip("t") || skip(" "), let time = time(), let offset = offset(),
      position == bytes.count
    else { return nil }
    return midnight + time - offset
  }

  private mutating func time() -> Int64? {
    guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60,
      skip(":"), let second = digits(2), second <= 60
    else { return nil }
    var milliseconds = 0
    if skip(".") {
      var scale = 100
      let start = position
      while position < bytes.count, let digit = digit(bytes[position]) {
        milliseconds += digit * scale
        scale /= 10
        position += 1
      }
      guard position > start else { return nil }
    }
    return Int64(((hour * 60 + minute) * 60 + second) * 1000 + milliseconds)
  }

  private mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int64 = skip("-") ? -1 : 1
    if sign == 1, !skip("+") { return nil }
    guard let hours = digits(2), hours < 24, skip(":"), let minutes = digits(2), minutes < 60
    else { return nil }
    return sign * Int64(hours * 60 + minutes) * 60_000
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
      return false
    }
    position += 1
    return true
  }

  private mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for index in position..<position + count {
      guard let digit = digit(bytes[index]) else { return nil }
      value = value * 10 + digit
    }
    position += count
    return value
  }

  private func digit(_ byte: UInt8) -> Int? {
    byte &- 48 < 10 ? Int(byte &- 48) : nil
  }
}
