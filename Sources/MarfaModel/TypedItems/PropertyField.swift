/// A property of a typed view: how it is read from the item's properties and written back.
public struct PropertyField<View>: Sendable {
  /// Takes the value over into a view; false when it is required and absent.
  let read: @Sendable ([String: JSONValue], inout View) -> Bool
  /// Puts the view's value into properties.
  let write: @Sendable (View, inout [String: JSONValue]) -> Void

  private init<Value>(
    _ key: String, _ path: WritableKeyPath<View, Value?> & Sendable,
    decode: @escaping @Sendable (JSONValue) -> Value?,
    encode: @escaping @Sendable (Value) -> JSONValue
  ) {
    read = { properties, view in
      view[keyPath: path] = properties[key].flatMap(decode)
      return true
    }
    write = { view, properties in properties[key] = view[keyPath: path].map(encode) }
  }

  private init(required key: String, _ path: WritableKeyPath<View, String> & Sendable) {
    read = { properties, view in
      guard let text = properties[key]?.stringValue else { return false }
      view[keyPath: path] = text
      return true
    }
    write = { view, properties in properties[key] = .string(view[keyPath: path]) }
  }

  /// A text without which an item cannot be viewed.
  public static func required(
    _ key: String, _ path: WritableKeyPath<View, String> & Sendable
  ) -> Self {
    Self(required: key, path)
  }

  /// A text.
  public static func text(
    _ key: String, _ path: WritableKeyPath<View, String?> & Sendable
  ) -> Self {
    Self(key, path, decode: \.stringValue, encode: JSONValue.string)
  }

  /// A list of texts; what else is in the list is left out.
  public static func texts(
    _ key: String, _ path: WritableKeyPath<View, [String]?> & Sendable
  ) -> Self {
    Self(
      key, path, decode: { $0.arrayValue?.compactMap(\.stringValue) },
      encode: { .array($0.map(JSONValue.string)) })
  }

  /// A whole number.
  public static func integer(
    _ key: String, _ path: WritableKeyPath<View, Int64?> & Sendable
  ) -> Self {
    Self(key, path, decode: \.integerValue, encode: JSONValue.integer)
  }

  /// A number.
  public static func number(
    _ key: String, _ path: WritableKeyPath<View, Double?> & Sendable
  ) -> Self {
    Self(key, path, decode: \.doubleValue, encode: JSONValue.number)
  }

  /// Yes or no.
  public static func flag(
    _ key: String, _ path: WritableKeyPath<View, Bool?> & Sendable
  ) -> Self {
    Self(key, path, decode: \.boolValue, encode: JSONValue.bool)
  }
}
