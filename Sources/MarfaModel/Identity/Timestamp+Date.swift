import Foundation

extension Timestamp {
  /// The instant of a date.
  package init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// The date of the instant.
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
