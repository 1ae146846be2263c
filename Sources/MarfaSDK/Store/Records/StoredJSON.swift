import Foundation
import StorageKit

/// JSON in the tables' columns; what cannot be read there is a damaged store.
enum StoredJSON {
  /// The compact text of a value, with members sorted by name.
  static func text(_ value: JSONValue) -> String {
    JSONWriter.string(of: value)
  }

  /// Any value from its text.
  static func parse(_ text: String) throws -> JSONValue {
    try reading { try JSONParser.parse(text.utf8) }
  }

  /// The members of an object's text.
  static func object(_ text: String) throws -> [String: JSONValue] {
    if text == "{}" { return [:] }
    return try parse(text).objectValue ?? [:]
  }

  /// The text of any encodable value.
  static func text(of value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// A value from its text.
  static func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try reading { try JSONDecoder().decode(type, from: Data(text.utf8)) }
  }

  private static func reading<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch let error as JSONSyntaxError {
      throw StorageError.damaged("JSON that breaks off at byte \(error.offset)")
    } catch {
      throw StorageError.damaged("JSON of another shape")
    }
  }
}

extension StoredJSON {
  /// The text of a value that writes itself.
  static func text(of value: some JSONCodable) -> String {
    String(decoding: value.jsonBytes(), as: UTF8.self)
  }

  /// The text of attachments.
  static func text(of attachments: [Attachment]) -> String {
    text(.array(attachments.map(\.json)))
  }

  /// Attachments from their text.
  static func attachments(_ text: String) throws -> [Attachment] {
    try reading {
      try JSONParser.parse(text.utf8).arrayValue?.map { try Attachment(json: $0) } ?? []
    }
  }
}
