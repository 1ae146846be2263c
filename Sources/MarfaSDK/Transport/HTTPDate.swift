import Foundation

/// A date in a header (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Returns: Milliseconds since 1970; nil for something else.
  static func milliseconds(of date: String) -> Int64? {
    let parts = date.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3])
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3 else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (
      Int32(clamping: year - 1900), Int32(month), Int32(clamping: day)
    )
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (
      Int32(clamping: time[0]), Int32(clamping: time[1]), Int32(clamping: time[2])
    )
    return Int64(timegm(&fields)) * 1000
  }
}
