/// One setting: its name, where it is read from, and what it may be.
///
/// The table `Setting.all` is what the file, the environment and `config print` read. It is a table
/// of our own, not a reader of swift-configuration: a wrong value is reported with file, line and
/// column, and an unknown name with the one that was probably meant.
public struct Setting: Sendable {
  /// Why a value is refused.
  struct Refusal: Error, Equatable {
    /// What the value has to be, such as "a whole number from 1 to 65535".
    let expected: String
  }

  /// The name in the configuration file.
  public let name: String
  /// The names of environment variables, in order of precedence.
  public let environment: [String]
  /// What it is for, in one line.
  public let summary: String
  /// What the names of variables begin with, but for the documented ones.
  static let environmentPrefix = "MARFA_SERVER_"
  let write: @Sendable (inout ServerSettings, String) throws(Refusal) -> Void
  /// The value as the file would have it; empty when there is none.
  public let read: @Sendable (ServerSettings) -> String

  private init(
    _ name: String, _ summary: String, documented: String? = nil,
    read: @escaping @Sendable (ServerSettings) -> String,
    write: @escaping @Sendable (inout ServerSettings, String) throws(Refusal) -> Void
  ) {
    self.name = name
    self.summary = summary
    environment = [Self.environmentPrefix + name.uppercased()] + [documented].compactMap { $0 }
    self.read = read
    self.write = write
  }

  // MARK: - Kinds

  static func text(
    _ name: String, _ summary: String,
    _ path: WritableKeyPath<ServerSettings, String?> & Sendable
  ) -> Setting {
    Setting(name, summary, read: { $0[keyPath: path] ?? "" }) {
      settings, text throws(Refusal) in settings[keyPath: path] = text.isEmpty ? nil : text
    }
  }

  static func word(
    _ name: String, _ summary: String, of words: [String]? = nil,
    _ path: WritableKeyPath<ServerSettings, String> & Sendable
  ) -> Setting {
    Setting(name, summary, read: { $0[keyPath: path] }) { settings, text throws(Refusal) in
      guard !text.isEmpty, words?.contains(text) ?? true else {
        throw Refusal(expected: words.map { "one of \($0.joined(separator: ", "))" } ?? "text")
      }
      settings[keyPath: path] = text
    }
  }

  static func choice<Word: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ summary: String, _ path: WritableKeyPath<ServerSettings, Word> & Sendable
  ) -> Setting where Word.RawValue == String {
    Setting(name, summary, read: { $0[keyPath: path].rawValue }) {
      settings, text throws(Refusal) in
      guard let value = Word(rawValue: text) else {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal(expected: "one of \(words)")
      }
      settings[keyPath: path] = value
    }
  }

  static func parsed<Value: LosslessStringConvertible & Sendable>(
    _ name: String, _ summary: String, expected: String,
    _ path: WritableKeyPath<ServerSettings, Value> & Sendable
  ) -> Setting {
    Setting(name, summary, read: { $0[keyPath: path].description }) {
      settings, text throws(Refusal) in
      guard let value = Value(text) else { throw Refusal(expected: expected) }
      settings[keyPath: path] = value
    }
  }

  static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ summary: String, documented: String? = nil, in range: ClosedRange<Number>,
    _ path: WritableKeyPath<ServerSettings, Number> & Sendable
  ) -> Setting {
    Setting(name, summary, documented: documented, read: { String($0[keyPath: path]) }) {
      settings, text throws(Refusal) in
      guard let value = Number(text), range.contains(value) else {
        throw Refusal(
          expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      settings[keyPath: path] = value
    }
  }

  static func flag(
    _ name: String, _ summary: String,
    _ path: WritableKeyPath<ServerSettings, Bool> & Sendable
  ) -> Setting {
    Setting(name, summary, read: { String($0[keyPath: path]) }) {
      settings, text throws(Refusal) in
      guard let value = Bool(text) else { throw Refusal(expected: "true or false") }
      settings[keyPath: path] = value
    }
  }
}
