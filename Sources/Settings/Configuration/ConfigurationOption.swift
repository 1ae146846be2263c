/// One entry of `config.yaml`: its name, what it may hold, and where its value goes.
package struct ConfigurationOption: Sendable {
  /// What a value may be.
  package enum Kind: Sendable {
    /// `true` or `false`.
    case boolean
    /// A whole number within bounds.
    case integer(ClosedRange<Int>)
    /// Any text but none.
    case text
    /// A text in which the function finds no problem; it names one as the rest of a sentence.
    case checkedText(@Sendable (String) -> String?)
    /// One of some words.
    case choice([String])
    /// A theme's name, or names for light, dark and fallback.
    case theme
    /// Names with queries.
    case searches
  }

  /// The dotted name, `terminal.title`.
  package let name: String
  /// What it does, one sentence.
  package let summary: String
  /// What a value may be.
  package let kind: Kind
  /// The value as YAML text on one line; empty when it is unset.
  package let text: @Sendable (Configuration) -> String
  /// Puts a value of the right kind into the configuration.
  let assign: @Sendable (inout Configuration, YAMLValue) -> Void

  /// Whether a value is text, which needs no quotes on a command line.
  var isText: Bool {
    switch kind {
    case .text, .checkedText: true
    default: false
    }
  }

  /// Whether a value names themes.
  var isTheme: Bool {
    if case .theme = kind { true } else { false }
  }

  // MARK: - Kinds

  package static func boolean(
    _ name: String, _ path: WritableKeyPath<Configuration, Bool> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      name: name, summary: summary, kind: .boolean, text: { "\($0[keyPath: path])" },
      assign: { configuration, value in
        configuration[keyPath: path] = value.boolean ?? configuration[keyPath: path]
      })
  }

  static func optionalBoolean(
    _ name: String, _ path: WritableKeyPath<Configuration, Bool?> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      name: name, summary: summary, kind: .choice(["auto", "true", "false"]),
      text: { $0[keyPath: path].map { "\($0)" } ?? "auto" },
      assign: { $0[keyPath: path] = $1.boolean })
  }

  package static func integer(
    _ name: String, _ path: WritableKeyPath<Configuration, Int> & Sendable,
    _ range: ClosedRange<Int>, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      name: name, summary: summary, kind: .integer(range), text: { "\($0[keyPath: path])" },
      assign: { configuration, value in
        configuration[keyPath: path] = value.integer ?? configuration[keyPath: path]
      })
  }

  package static func text(
    _ name: String, _ path: WritableKeyPath<Configuration, String> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      name: name, summary: summary, kind: .text, text: { YAMLText.scalar($0[keyPath: path]) },
      assign: { configuration, value in
        configuration[keyPath: path] = value.text ?? configuration[keyPath: path]
      })
  }

  static func optionalText(
    _ name: String, _ path: WritableKeyPath<Configuration, String?> & Sendable, _ summary: String,
    kind: Kind = .text
  ) -> ConfigurationOption {
    ConfigurationOption(
      name: name, summary: summary, kind: kind,
      text: { $0[keyPath: path].map(YAMLText.scalar) ?? "" },
      assign: { $0[keyPath: path] = $1.text })
  }

  package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Configuration, Choice> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      name: name, summary: summary, kind: .choice(Choice.allCases.map(\.rawValue)),
      text: { $0[keyPath: path].rawValue },
      assign: { configuration, value in
        let choice = value.text.flatMap { Choice(rawValue: $0) }
        configuration[keyPath: path] = choice ?? configuration[keyPath: path]
      })
  }
}
