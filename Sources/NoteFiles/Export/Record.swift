import MarfaSDK

/// One result of a command: values under stable names, in the order in which they are documented.
package struct Record: Hashable, Sendable {
  /// A value under its name.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    /// A value under a name.
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package var fields: [Field]

  package init(_ fields: [(String, JSONValue)]) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  package subscript(name: String) -> JSONValue? { fields.first { $0.name == name }?.value }

  /// The value as text for a template or a table: strings as they are, lists with commas between.
  package static func text(of value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .array(let elements): elements.map(text).joined(separator: ",")
    default: JSONWriter.string(of: value)
    }
  }

  /// The record as a JSON object with its fields in order.
  package func write(to writer: inout JSONWriter) {
    writer.raw("{")
    for (index, field) in fields.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.write(field.name)
      writer.raw(":")
      writer.write(field.value)
    }
    writer.raw("}")
  }

  /// The record as JSON text.
  package var json: String {
    var writer = JSONWriter(order: .sorted)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
