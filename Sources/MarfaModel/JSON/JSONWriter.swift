/// Writes JSON texts (RFC 8259) as UTF-8 bytes, without spaces.
///
/// ```swift
/// let text = JSONWriter.string(of: ["title": "Rye", "loaves": 2])
/// ```
public struct JSONWriter: Sendable {
  /// Whether members are sorted by name.
  public enum MemberOrder: Hashable, Sendable {
    /// In no stable order; fastest.
    case any
    /// By the bytes of their names, so that equal values give equal texts.
    case sorted
  }

  /// The text so far.
  public private(set) var bytes: [UInt8] = []
  private let order: MemberOrder

  /// Writes into memory that grows from a capacity in bytes.
  public init(order: MemberOrder = .any, capacity: Int = 256) {
    self.order = order
    bytes.reserveCapacity(capacity)
  }

  /// The bytes of a value.
  public static func bytes(of value: JSONValue, order: MemberOrder = .any) -> [UInt8] {
    var writer = JSONWriter(order: order)
    writer.write(value)
    return writer.bytes
  }

  /// The text of a value.
  public static func string(of value: JSONValue, order: MemberOrder = .sorted) -> String {
    String(decoding: bytes(of: value, order: order), as: UTF8.self)
  }

  /// Writes a value.
  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let value): raw(value ? "true" : "false")
    case .integer(let value): write(value)
    case .number(let value): write(value)
    case .string(let value): write(value)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): write(members)
    }
  }

  /// Writes an object.
  public mutating func write(_ members: [String: JSONValue]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    func member(_ name: String, _ value: JSONValue, _ writer: inout JSONWriter) {
      if !isFirst { writer.bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      writer.write(name)
      writer.bytes.append(UInt8(ascii: ":"))
      writer.write(value)
    }
    switch order {
    case .any: for (name, value) in members { member(name, value, &self) }
    case .sorted:
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (name, value) in sorted { member(name, value, &self) }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes a whole number.
  public mutating func write(_ value: Int64) {
    raw(String(value))
  }

  /// Writes a number; one that is not finite has no text in JSON and becomes `null`.
  public mutating func write(_ value: Double) {
    guard value.isFinite else { return raw("null") }
    raw(value.description)
  }

  /// Writes a string with its quotes.
  public mutating func write(_ text: String) {
    var text = text
    bytes.append(0x22)
    text.withUTF8 { buffer in
      var run = 0
      for index in 0..<buffer.count {
        let byte = buffer[index]
        guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[run..<index]))
        escape(byte)
        run = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[run...]))
    }
    bytes.append(0x22)
  }

  /// Writes bytes that are JSON already, such as a comma or a known name.
  public mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes bytes that are JSON already.
  public mutating func raw(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: text)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x22: raw("\\\"")
    case 0x5C: raw("\\\\")
    case 10: raw("\\n")
    case 13: raw("\\r")
    case 9: raw("\\t")
    default:
      raw("\\u00")
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
