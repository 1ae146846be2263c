import Foundation
import MarfaModel

/// A place in an ordered list, as an opaque text.
///
/// Whatever a client sends is either a place of the same list or refused; nothing of it reaches
/// SQL but two numbers, as arguments.
struct PageCursor: Hashable {
  /// Which list it is of, such as `item.updated_at-`.
  var list: String
  /// The value that the list is sorted by.
  var value: Int64
  /// The key of the row.
  var key: Int64

  init(list: String, value: Int64 = 0, key: Int64) {
    self.list = list
    self.value = value
    self.key = key
  }

  /// Reads a text.
  ///
  /// - Throws: `ValidationError` with `validation_error` when it is not of this list.
  init(_ text: String, of list: String) throws {
    let padded = text.replacing("-", with: "+").replacing("_", with: "/")
    let parts =
      text.utf8.count > 200
      ? nil
      : Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
        .map { String(decoding: $0, as: UTF8.self) }?.split(separator: " ")
    guard let parts, parts.count == 3, parts[0] == list, let value = Int64(parts[1]),
      let key = Int64(parts[2])
    else { throw StoreErrors.invalid("cursor", "The cursor does not belong to this list.") }
    self.init(list: list, value: value, key: key)
  }

  /// The opaque text; it may stand in a URL as it is.
  var text: String {
    Data("\(list) \(value) \(key)".utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
