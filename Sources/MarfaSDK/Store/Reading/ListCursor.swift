import Foundation
import GRDB

/// A place in an ordered list: the sort value and the key of a row.
struct ListCursor: Equatable {
  /// The row's value in the column that the list is sorted by.
  var value: DatabaseValue
  /// The row's key.
  var key: Int64

  init(value: DatabaseValue, key: Int64) {
    self.value = value
    self.key = key
  }

  /// Reads the text that `text(in:)` made; it must be of the same order.
  init(_ text: String, in order: ListOrder) throws {
    let parts = Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }?
      .split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard let parts, parts.count == 4, parts[0] == order.column,
      parts[1] == Self.direction(order), let key = Int64(parts[2])
    else { throw Self.foreign }
    self.key = key
    let rest = String(parts[3].dropFirst())
    switch parts[3].first {
    case "t": value = rest.databaseValue
    case "n":
      guard let number = Int64(rest) else { throw Self.foreign }
      value = number.databaseValue
    default: throw Self.foreign
    }
  }

  /// An opaque text that names the place.
  ///
  /// Made for every page, hence not by an encoder, which costs as much as ten rows.
  func text(in order: ListOrder) -> String {
    let value =
      String.fromDatabaseValue(value).map { "t" + $0 }
      ?? "n\(Int64.fromDatabaseValue(value) ?? 0)"
    let text = "\(order.column) \(Self.direction(order)) \(key) \(value)"
    return Data(text.utf8).base64EncodedString()
  }

  private static func direction(_ order: ListOrder) -> String {
    order.isDescending ? "-" : "+"
  }

  private static var foreign: ValidationError {
    ValidationError(
      message: "The cursor does not belong to this list.", details: ["field": "cursor"])
  }
}
