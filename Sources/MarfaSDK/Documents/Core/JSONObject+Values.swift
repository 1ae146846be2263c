import Documents

extension JSONObject {
  /// Sets some members, in the order of their keys.
  func set(_ values: [String: JSONValue]) throws {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try set(key, to: value.swiftValue)
    }
  }
}

extension JSONValue {
  /// The value as an updater takes it.
  var swiftValue: Any? {
    if let object = objectValue { return object.mapValues(\.swiftValue) as [String: Any?] }
    if let array = arrayValue { return array.map(\.swiftValue) as [Any?] }
    if let bool = boolValue { return bool }
    if let number = integerValue { return Primitive(Int(number)) }
    if let number = doubleValue { return number }
    return stringValue
  }
}
