/// A wire type that is read from and written as JSON without the cost of `Codable`.
///
/// An answer's type is `JSONCodable`, so that its form is written once. A type that is read from
/// requests too has a `Codable` conformance of its own, which names every member that it asks for:
/// a server refuses what is left over.
public protocol JSONConvertible: Sendable {
  /// Reads the value; unknown members are ignored.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  init(json: JSONValue) throws
  /// Writes the value at the end of a text.
  func write(to writer: inout JSONWriter)
}

extension JSONConvertible {
  /// Reads a value from a JSON text.
  ///
  /// - Parameter bytes: The text's UTF-8 bytes.
  /// - Throws: `ResponseDecodingError`, with the byte offset under `details.offset` when the
  ///   text is no JSON.
  public init(jsonBytes bytes: some Sequence<UInt8>) throws {
    let json: JSONValue
    do {
      json = try JSONParser.parse(bytes)
    } catch {
      throw ResponseDecodingError(
        message: "The answer is not JSON: \(error.reason.rawValue).",
        details: [
          "offset": .integer(Int64(error.offset)), "reason": .string(error.reason.rawValue),
        ])
    }
    self = try Self(json: json)
  }

  /// The value as JSON; costs as much as writing its text and parsing that.
  public var json: JSONValue {
    // What this module writes is JSON.
    (try? JSONParser.parse(jsonBytes())) ?? .null
  }

  /// The value as a JSON text in UTF-8.
  public func jsonBytes(order: JSONWriter.MemberOrder = .any) -> [UInt8] {
    var writer = JSONWriter(order: order, capacity: 1024)
    write(to: &writer)
    return writer.bytes
  }
}

/// Reads the members of a JSON object with errors that name them.
struct JSONMembers {
  let members: [String: JSONValue]

  init(_ json: JSONValue) throws {
    guard let members = json.objectValue else {
      throw ResponseDecodingError(message: "An object was expected.")
    }
    self.members = members
  }

  static func error(_ field: String) -> ResponseDecodingError {
    ResponseDecodingError(
      message: "The member \(field) is absent or of another kind.",
      details: ["field": .string(field)])
  }

  /// The value of a member that may be absent or `null`.
  func optional<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws -> Value? {
    guard let json = members[name], !json.isNull else { return nil }
    guard let value = read(json) else { throw Self.error(name) }
    return value
  }

  func string(_ name: String) throws -> String {
    guard let value = members[name]?.stringValue else { throw Self.error(name) }
    return value
  }

  func optionalString(_ name: String) throws -> String? {
    try optional(name) { $0.stringValue }
  }

  func integer(_ name: String) throws -> Int {
    guard let value = try optionalInteger(name) else { throw Self.error(name) }
    return value
  }

  /// A whole number, which may be written as `2.0`.
  func optionalInteger(_ name: String) throws -> Int? {
    try optional(name) { json in
      json.integerValue.map(Int.init) ?? json.doubleValue.flatMap { Int(exactly: $0) }
    }
  }

  func object(_ name: String) throws -> [String: JSONValue] {
    guard let value = members[name]?.objectValue else { throw Self.error(name) }
    return value
  }

  func list<Element: JSONConvertible>(_ name: String, of type: Element.Type) throws -> [Element]? {
    guard let values = try optional(name, { $0.arrayValue }) else { return nil }
    return try values.enumerated().map { index, json in
      try Self.within("\(name).\(index)") { try Element(json: json) }
    }
  }

  func value<Value: JSONConvertible>(_ name: String, as type: Value.Type) throws -> Value {
    try Self.within(name) { try Value(json: members[name] ?? .null) }
  }

  /// Puts the place of a value before what its error names.
  private static func within<Value>(_ place: String, _ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch var error as ResponseDecodingError {
      let field = error.details?["field"]?.stringValue
      var details = error.details ?? [:]
      details["field"] = .string(field.map { "\(place).\($0)" } ?? place)
      error.details = details
      throw error
    }
  }
}

/// Writes the members of a JSON object one by one.
struct JSONObjectWriter {
  private var isFirst = true

  /// Starts the object.
  init(_ writer: inout JSONWriter) {
    writer.raw("{")
  }

  /// Writes a name that needs no escape.
  mutating func name(_ name: StaticString, _ writer: inout JSONWriter) {
    writer.raw(isFirst ? "\"" : ",\"")
    isFirst = false
    writer.raw(name)
    writer.raw("\":")
  }

  mutating func member(_ name: StaticString, _ value: String?, _ writer: inout JSONWriter) {
    guard let value else { return }
    self.name(name, &writer)
    writer.write(value)
  }

  mutating func member(_ name: StaticString, _ value: Int, _ writer: inout JSONWriter) {
    self.name(name, &writer)
    writer.write(Int64(value))
  }

  mutating func member(_ name: StaticString, _ value: Bool, _ writer: inout JSONWriter) {
    self.name(name, &writer)
    writer.write(JSONValue.bool(value))
  }

  mutating func member(_ name: StaticString, _ value: Double?, _ writer: inout JSONWriter) {
    guard let value else { return }
    self.name(name, &writer)
    writer.write(value)
  }

  mutating func member(
    _ name: StaticString, _ value: [String: JSONValue]?, _ writer: inout JSONWriter
  ) {
    guard let value else { return }
    self.name(name, &writer)
    writer.write(value)
  }

  mutating func member(
    _ name: StaticString, _ values: [some JSONConvertible]?, _ writer: inout JSONWriter
  ) {
    guard let values else { return }
    self.name(name, &writer)
    writer.write(values)
  }

  /// Ends the object.
  func end(_ writer: inout JSONWriter) {
    writer.raw("}")
  }
}

extension JSONWriter {
  /// Writes ASCII text that is JSON already.
  @inline(__always)
  mutating func raw(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a list of values.
  public mutating func write(_ values: [some JSONConvertible]) {
    raw("[")
    var isFirst = true
    for value in values {
      if !isFirst { raw(",") }
      isFirst = false
      value.write(to: &self)
    }
    raw("]")
  }
}
