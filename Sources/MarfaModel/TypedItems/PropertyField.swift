/// A property of a typed view: how it is read from the item's properties and written back.
struct PropertyField<View>: Sendable {
  let read: @Sendable ([String: JSONValue], inout View) -> Void
  let write: @Sendable (View, inout [String: JSONValue]) -> Void

  private init<Value>(
    _ key: String, _ path: WritableKeyPath<View, Value?> & Sendable,
    decode: @escaping @Sendable (JSONValue) -> Value?,
    encode: @escaping @Sendable (Value) -> JSONValue
  ) {
    read = { properties, view in view[keyPath: path] = properties[key].flatMap(decode) }
    write = { view, properties in properties[key] = view[keyPath: path].map(encode) }
  }

  static func text(
    _ key: String, _ path: WritableKeyPath<View, String?> & Sendable
  ) -> Self {
    Self(key, path, decode: \.stringValue, encode: JSONValue.string)
  }

  static func texts(
    _ key: String, _ path: WritableKeyPath<View, [String]?> & Sendable
  ) -> Self {
    Self(
      key, path, decode: { $0.arrayValue?.compactMap(\.stringValue) },
      encode: { .array($0.map(JSONValue.string)) })
  }

  static func integer(_ key: String, _ path: WritableKeyPath<View, Int64?> & Sendable) -> Self {
    Self(key, path, decode: \.integerValue, encode: JSONValue.integer)
  }

  static func number(_ key: String, _ path: WritableKeyPath<View, Double?> & Sendable) -> Self {
    Self(key, path, decode: \.doubleValue, encode: JSONValue.number)
  }

  static func flag(_ key: String, _ path: WritableKeyPath<View, Bool?> & Sendable) -> Self {
    Self(key, path, decode: \.boolValue, encode: JSONValue.bool)
  }
}

extension MarfaItem {
  /// Takes optional properties over from the item.
  mutating func read(_ fields: [PropertyField<Self>]) {
    for field in fields { field.read(item.properties, &self) }
  }

  /// The item's properties with those of the view, and with those that it does not know.
  func properties(writing fields: [PropertyField<Self>]) -> [String: JSONValue] {
    var properties = item.properties
    for field in fields { field.write(self, &properties) }
    return properties
  }
}
