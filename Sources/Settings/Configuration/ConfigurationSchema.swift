/// Describes `config.yaml` for editors that check as one types.
package enum ConfigurationSchema {
  /// A JSON Schema (2020-12) with every option, its meaning and its default, as indented text.
  package static func json() -> String {
    var groups: [(name: String, options: [ConfigurationOption])] = []
    for option in ConfigurationOption.all {
      let group = option.name.split(separator: ".").first.map(String.init) ?? option.name
      let key = option.name == group ? "" : group
      if key.isEmpty || groups.last?.name != key {
        groups.append((key, [option]))
      } else {
        groups[groups.count - 1].options.append(option)
      }
    }
    let properties = groups.map { group in
      group.name.isEmpty ? property(group.options[0], indent: 4) : nested(group.name, group.options)
    }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "marfa configuration",
        "type": "object",
        "additionalProperties": false,
        "properties": {
      \(properties.joined(separator: ",\n"))
        }
      }

      """
  }

  private static func nested(_ name: String, _ options: [ConfigurationOption]) -> String {
    let inner = options.map { property($0, indent: 8) }.joined(separator: ",\n")
    return """
          \(quoted(name)): {
            "type": "object",
            "additionalProperties": false,
            "properties": {
      \(inner)
            }
          }
      """
  }

  private static func property(_ option: ConfigurationOption, indent: Int) -> String {
    let key = option.name.split(separator: ".").last.map(String.init) ?? option.name
    let space = String(repeating: " ", count: indent)
    return space + "\(quoted(key)): { \"description\": \(quoted(option.summary)), "
      + "\(type(of: option.kind)), \"default\": \(defaultValue(of: option)) }"
  }

  private static func type(of kind: ConfigurationOption.Kind) -> String {
    switch kind {
    case .boolean: return "\"type\": \"boolean\""
    case .integer(let range):
      return "\"type\": \"integer\", \"minimum\": \(range.lowerBound), "
        + "\"maximum\": \(range.upperBound)"
    case .text, .checkedText: return "\"type\": \"string\""
    case .choice(let words):
      let values = words.map { $0 == "true" || $0 == "false" ? $0 : quoted($0) }
      return "\"enum\": [\(values.joined(separator: ", "))]"
    case .theme: return "\"type\": [\"string\", \"object\"]"
    case .searches:
      return "\"type\": \"object\", \"additionalProperties\": { \"type\": \"string\" }"
    }
  }

  private static func defaultValue(of option: ConfigurationOption) -> String {
    let text = option.text(Configuration())
    switch option.kind {
    case .boolean, .integer: return text
    case .searches: return "{}"
    case .text, .checkedText:
      let isQuoted = text.hasPrefix("\"")
      return text.isEmpty ? "null" : isQuoted ? text : quoted(text)
    case .choice, .theme: return quoted(text)
    }
  }

  private static func quoted(_ text: String) -> String { YAMLText.quoted(text) }
}
