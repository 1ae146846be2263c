import Crypto
import Foundation
import MarfaModel

/// A place in an ordered list, which travels as an opaque text.
///
/// The text is sealed with a secret of the store (HMAC, RFC 2104) over the list and the place, so
/// that a client's text is a place of the very same list, or refused.
package struct PageCursor: Hashable {
  /// After which row the page starts.
  let place: ListPlace

  init(_ place: ListPlace) { self.place = place }

  /// The cursor after the row of a value and a key.
  package init(value: Int64, key: Int64) {
    place = ListPlace(value: value, key: key)
  }

  /// Reads a text.
  ///
  /// - Throws: `ValidationError` with `validation_error` when it is not whole or of another list.
  init(_ text: String, of list: String, in rows: any RecordRows) throws {
    guard let place = Self.place(text),
      KeySecret.areEqual(try PageCursor(place).text(of: list, in: rows), text)
    else {
      throw StoreErrors.invalid(
        "cursor",
        "The cursor does not belong to this list; pass the page's cursor unchanged, with the same "
          + "filters and order.")
    }
    self.place = place
  }

  /// The opaque text; it may be used in a URL as it is.
  func text(of list: String, in rows: any RecordRows) throws -> String {
    guard let secret = try rows.spaceValue(.cursorSecret) else {
      throw StoreFailure(.broken, "the store has no secret for cursors")
    }
    return text(of: list, secret: secret)
  }

  /// The opaque text, sealed with a secret.
  package func text(of list: String, secret: String) -> String {
    let place = "\(place.value) \(place.key)"
    let seal = HMAC<SHA256>.authenticationCode(
      for: Data("\(list)\n\(place)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
    return "\(Self.base64(Data(place.utf8))).\(Self.base64(Data(seal.prefix(12))))"
  }

  /// The place that a text names; the seal is not looked at.
  private static func place(_ text: String) -> ListPlace? {
    guard text.utf8.count <= 200 else { return nil }
    let encoded = text.prefix { $0 != "." }.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - encoded.count % 4) % 4)
    guard let data = Data(base64Encoded: encoded + padding) else { return nil }
    let numbers = String(decoding: data, as: UTF8.self).split(separator: " ").map { Int64($0) }
    guard numbers.count == 2, let value = numbers[0], let key = numbers[1] else { return nil }
    return ListPlace(value: value, key: key)
  }

  private static func base64(_ data: Data) -> String {
    data.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
