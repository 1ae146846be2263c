import Foundation
import MarfaModel

/// JSON as tables hold it: compact, members sorted.
enum StoredJSON {
  /// The text of an object.
  static func text(_ members: [String: JSONValue]) -> String {
    JSONWriter.string(of: .object(members), order: .sorted)
  }

  /// The members of an object that a table holds.
  static func object(_ text: String) throws -> [String: JSONValue] {
    do {
      if let members = try JSONParser.parse(text.utf8).objectValue { return members }
    } catch {
      throw StoreFailure(.broken, "a row holds no JSON: \(error)")
    }
    throw StoreFailure(.broken, "a row holds no JSON object")
  }

  /// The text of a value that has no writer of its own.
  static func text(encoding value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value of such a text.
  static func value<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// The attachments of a row.
  static func attachments(_ text: String?) throws -> [Attachment] {
    guard let text else { return [] }
    guard let values = try JSONParser.parse(text.utf8).arrayValue else {
      throw StoreFailure(.broken, "a row's attachments are no list")
    }
    return try values.map { try Attachment(json: $0) }
  }

  /// The text of attachments; nil without any.
  static func text(_ attachments: [Attachment]) -> String? {
    guard !attachments.isEmpty else { return nil }
    var writer = JSONWriter(order: .sorted)
    writer.write(attachments)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Milliseconds of a time that was checked before.
  ///
  /// - Throws: `StoreFailure` when it is none.
  static func milliseconds(_ text: String) throws -> Int64 {
    guard let time = Timestamp(iso8601: text) else {
      throw StoreFailure(.broken, "\(text) is not a time")
    }
    return time.milliseconds
  }
}
