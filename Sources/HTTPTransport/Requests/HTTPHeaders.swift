/// The header fields of a message, in order; names compare without case.
package struct HTTPHeaders: Hashable, Sendable {
  /// One field.
  package struct Field: Hashable, Sendable {
    /// The name as it is written.
    package var name: String
    /// The value, without spaces at its ends.
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields; a name may occur several times.
  package private(set) var fields: [Field] = []

  package init(_ fields: [Field] = []) { self.fields = fields }

  /// The first value under a name; setting replaces all of them, nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// Adds a field after those of the same name.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name, value))
  }

  /// Names are ASCII (RFC 9110, section 5.1).
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Headers from names and values.
  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }
}
