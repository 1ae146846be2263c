import MarfaModel

/// Reads `Decodable` values from parsed JSON, with exact places in its errors.
///
/// A member that the type never asks for is refused: a misspelt field is not silently dropped.
struct JSONRequestDecoder: Decoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let value: JSONValue
  private let asked = AskedMembers()

  private init(_ value: JSONValue, at path: [any CodingKey]) {
    self.value = value
    codingPath = path
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: What to read.
  ///   - json: The parsed JSON.
  /// - Returns: The value.
  /// - Throws: `DecodingError` with the path.
  static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from json: JSONValue
  ) throws -> Value {
    try decode(type, from: json, at: [])
  }

  fileprivate static func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue, at path: [any CodingKey]
  ) throws -> Value {
    // Free JSON is taken as it is, without a visit to each of its values.
    if Value.self == JSONValue.self, let value = json as? Value { return value }
    if Value.self == [String: JSONValue].self, let members = json.objectValue as? Value {
      return members
    }
    if Value.self == String.self, let text = json.freeText as? Value { return text }
    let decoder = JSONRequestDecoder(json, at: path)
    let value = try Value(from: decoder)
    if let members = json.objectValue, let asked = decoder.asked.names,
      let name = members.keys.filter({ !asked.contains($0) }).min()
    {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path + [MemberKey(name)], debugDescription: "unknown field"))
    }
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.objectValue else { throw mismatch("an object was expected") }
    return KeyedDecodingContainer(
      MembersContainer(members: members, codingPath: codingPath, asked: asked))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.arrayValue else { throw mismatch("a list was expected") }
    return ElementsContainer(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleContainer(value: value, codingPath: codingPath)
  }

  private func mismatch(_ what: String) -> DecodingError {
    .typeMismatch(
      JSONValue.self, .init(codingPath: codingPath, debugDescription: what))
  }
}

extension JSONValue {
  /// The text of a string that a body may hold; nil for any other value.
  fileprivate var freeText: String? {
    guard let text = stringValue, !text.utf8.contains(0) else { return nil }
    return text
  }
}

/// Which members of one object its type asked for.
///
/// A class, since containers are copied and all of one decoder note what they were asked here.
private final class AskedMembers {
  /// Nil until the type asked for members at all.
  private(set) var names: Set<String>?

  func ask(_ name: String) { names?.insert(name) }
  func start() { if names == nil { names = [] } }
  /// A dictionary takes every member.
  func takeAll(_ all: some Sequence<String>) { names = (names ?? []).union(all) }
}

private struct MemberKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }
  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}

private struct MembersContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let codingPath: [any CodingKey]
  let asked: AskedMembers?

  init(members: [String: JSONValue], codingPath: [any CodingKey], asked: AskedMembers?) {
    self.members = members
    self.codingPath = codingPath
    self.asked = asked
    asked?.start()
  }

  var allKeys: [Key] {
    asked?.takeAll(members.keys)
    return members.keys.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    asked?.ask(key.stringValue)
    return members[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try JSONRequestDecoder.decode(type, from: try value(key), at: codingPath + [key])
  }

  // Most members are words: none of them needs a decoder and a path.
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let value = try value(key)
    if let text = value.freeText { return text }
    return try SingleContainer(value: value, codingPath: codingPath + [key]).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard let members = try value(key).objectValue else { throw unsupported }
    return KeyedDecodingContainer(
      MembersContainer<Nested>(members: members, codingPath: codingPath + [key], asked: nil))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    ElementsContainer(elements: try value(key).arrayValue ?? [], codingPath: codingPath + [key])
  }

  func superDecoder() throws -> any Decoder { throw unsupported }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported }

  private func value(_ key: Key) throws -> JSONValue {
    asked?.ask(key.stringValue)
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "missing"))
    }
    return value
  }

  private var unsupported: DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "it has a wrong shape"))
  }
}

private struct ElementsContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try peek().isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try JSONRequestDecoder.decode(
      type, from: try peek(), at: codingPath + [MemberKey(index: currentIndex)])
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { throw unsupported }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw unsupported
  }
  mutating func superDecoder() throws -> any Decoder { throw unsupported }

  private func peek() throws -> JSONValue {
    guard !isAtEnd else { throw unsupported }
    return elements[currentIndex]
  }

  private var unsupported: DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "it has a wrong shape"))
  }
}

private struct SingleContainer: SingleValueDecodingContainer {
  let value: JSONValue
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let result = value.boolValue else { throw mismatch("true or false was expected") }
    return result
  }

  func decode(_ type: String.Type) throws -> String {
    guard let result = value.stringValue else { throw mismatch("a string was expected") }
    guard !result.utf8.contains(0) else { throw mismatch("a zero byte is not allowed") }
    return result
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let result = value.doubleValue else { throw mismatch("a number was expected") }
    return result
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try whole() }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
  func decode(_ type: UInt.Type) throws -> UInt { try whole() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONRequestDecoder.decode(type, from: value, at: codingPath)
  }

  /// A whole number, which may be written as `2.0`.
  private func whole<Number: FixedWidthInteger>() throws -> Number {
    if let whole = value.integerValue, let result = Number(exactly: whole) { return result }
    if let double = value.doubleValue, let result = Number(exactly: double) { return result }
    throw mismatch("a whole number was expected")
  }

  private func mismatch(_ what: String) -> DecodingError {
    .typeMismatch(JSONValue.self, .init(codingPath: codingPath, debugDescription: what))
  }
}
