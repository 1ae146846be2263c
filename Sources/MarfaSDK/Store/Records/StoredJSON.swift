import Foundation

/// JSON in the tables' columns.
enum StoredJSON {
  /// The compact text of a value, with members sorted by name.
  static func text(_ value: JSONValue) -> String {
    JSONWriter.string(of: value)
  }

  /// The members of an object's text.
  static func object(_ text: String) throws -> [String: JSONValue] {
    if text == "{}" { return [:] }
    return try JSONParser.parse(text.utf8).objectValue ?? [:]
  }

  /// The text of any encodable value.
  static func text(of value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// A value from its text.
  static func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

extension StoredJSON {
  /// Any encodable value as JSON.
  static func json(of value: some Encodable) throws -> JSONValue {
    try JSONParser.parse(try text(of: value).utf8)
  }
}
