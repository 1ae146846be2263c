import Glibc

/// Times as headers have them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The text of an instant, whose milliseconds are left out.
  package static func string(_ instant: Timestamp) -> String {
    var seconds = time_t(instant.milliseconds / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    let time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
  }

  /// Reads such a text, which anybody may have sent.
  ///
  /// - Returns: Milliseconds since 1970; nil for something else.
  package static func milliseconds(of date: String) -> Int64? {
    let parts = date.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT",
      let day = number(parts[1], in: 1...31), let year = number(parts[3], in: 0...9_999),
      let month = months.firstIndex(of: String(parts[2]))
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], in: 0...23),
      let minute = number(time[1], in: 0...59), let second = number(time[2], in: 0...60)
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1900, Int32(month), day)
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (hour, minute, second)
    return Int64(timegm(&fields)) * 1_000
  }

  private static func number(_ text: Substring, in range: ClosedRange<Int32>) -> Int32? {
    Int32(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
