/// A YAML node as the configuration reads it: text with places, nothing converted.
///
/// A key named `y` stays `y` and a value `0123` stays `0123`; each reader says what it expects.
package struct YAMLValue: Hashable, Sendable {
  /// What the node holds.
  package indirect enum Content: Hashable, Sendable {
    /// A scalar's text, and whether it was written in quotes or as a block.
    case scalar(String, isQuoted: Bool)
    /// The elements in order.
    case sequence([YAMLValue])
    /// The entries in order; keys are unique.
    case mapping([Entry])
  }

  /// A key with its value.
  package struct Entry: Hashable, Sendable {
    /// The key's text.
    package var key: String
    /// Where the key is.
    package var position: SourcePosition
    /// What belongs to the key.
    package var value: YAMLValue
  }

  /// What the node holds.
  package var content: Content
  /// Where the node begins.
  package var position: SourcePosition

  package init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }

  /// The entries of a mapping, or nil.
  package var mapping: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The elements of a sequence, or nil.
  package var sequence: [YAMLValue]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The text of a scalar, or nil.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether this is a plain scalar that says nothing: empty, `~` or `null`.
  package var isNull: Bool {
    guard case .scalar(let text, false) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The scalar as one of YAML 1.2's two booleans, or `yes`, `no`, `on`, `off`; nil otherwise.
  package var boolean: Bool? {
    guard case .scalar(let text, false) = content else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  /// The scalar as a decimal integer, or nil.
  package var integer: Int? {
    guard case .scalar(let text, false) = content else { return nil }
    return Int(text)
  }

  /// The value of a key of a mapping, or nil.
  package subscript(key: String) -> YAMLValue? {
    mapping?.first { $0.key == key }?.value
  }

  /// What the node is, for messages: `a number`, `a list`, ….
  package var kindName: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar where isNull: "nothing"
    case .scalar where boolean != nil: "true or false"
    case .scalar where integer != nil: "a number"
    case .scalar: "text"
    }
  }
}
