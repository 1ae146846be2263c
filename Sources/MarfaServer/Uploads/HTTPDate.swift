import Foundation
import MarfaModel

/// Times as headers have them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// The text of an instant, whose milliseconds are left out.
  static func string(_ instant: Timestamp) -> String {
    let seconds = Int64(instant.milliseconds.quotientAndRemainder(dividingBy: 1_000).quotient)
    return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.http)
  }
}
