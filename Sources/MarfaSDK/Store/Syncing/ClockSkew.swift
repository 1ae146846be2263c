import Foundation
import GRDB

/// How far this machine's clock is from the server's, as the last answer with a `Date` showed.
package struct ClockSkew: Hashable, Sendable {
  /// How far this clock is ahead of the server's, in milliseconds; negative when it is behind.
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Differences up to five minutes are not worth a word, in milliseconds.
  package static let tolerance: Int64 = 300_000

  /// Whether somebody should be told.
  package var isNotable: Bool { milliseconds.magnitude > Self.tolerance.magnitude }

  /// Compares the date of an answer with a moment; nil for an answer without a readable one.
  init?(date: String?, now: Int64) {
    guard let date, let server = Self.milliseconds(of: date) else { return nil }
    milliseconds = now - server
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  private static func milliseconds(of date: String) -> Int64? {
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

extension SyncState {
  static let clockSkew = "clock_skew"
}

extension StoreWriter {
  /// Keeps how far the clocks are apart.
  func keepSkew(of response: TransportResponse) throws {
    guard let skew = ClockSkew(date: response.headers["date"], now: now) else { return }
    try syncState.set(SyncState.clockSkew, to: skew.isNotable ? String(skew.milliseconds) : nil)
  }
}

extension LocalStore {
  /// How far this machine's clock is from the server's; nil when it is right, or nobody knows.
  ///
  /// - Returns: The difference, of more than five minutes.
  /// - Throws: `StorageError`.
  package func clockSkew() async throws -> ClockSkew? {
    try await readBriefly { db in
      try SyncState(db: db).value(SyncState.clockSkew).flatMap { Int64($0) }
        .map { ClockSkew(milliseconds: $0) }
    }
  }
}
