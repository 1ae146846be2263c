import Hummingbird
import MarfaModel

/// The query of a request, decoded and read with errors that name the parameter.
///
/// A parameter that no reader asked for is refused by `finish()`, so that a misspelt filter is
/// not silently left out.
struct QueryParameters {
  private let values: [(name: String, value: String)]
  private var asked: Set<String> = []

  /// Reads the query of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - name: A parameter that may be there several times.
  /// - Throws: `ValidationError` when it is no percent-encoded UTF-8 or names one thing twice.
  init(_ request: Request, repeating name: String? = nil) throws {
    var pairs: [(String, String)] = []
    for part in (request.uri.query ?? "").split(separator: "&") {
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pieces.count == 2 ? pieces[1] : ""
      guard let name = PercentEncoding.decode(pieces[0], plusIsSpace: true),
        let text = PercentEncoding.decode(value, plusIsSpace: true)
      else { throw ValidationError(message: "The query is not percent-encoded UTF-8.") }
      pairs.append((name, text))
    }
    try self.init(pairs: pairs, repeating: name)
  }

  /// Takes names and values that are decoded already.
  ///
  /// - Parameters:
  ///   - pairs: Names and values, in order.
  ///   - repeated: A parameter that may be there several times.
  /// - Throws: `ValidationError` when one thing is named twice, or a value has a zero byte.
  init(pairs: [(String, String)], repeating repeated: String? = nil) throws {
    var values: [(String, String)] = []
    for (name, text) in pairs {
      guard !text.utf8.contains(0) else { throw Self.error(name, "may not hold a zero byte") }
      guard name == repeated || !values.contains(where: { $0.0 == name }) else {
        throw Self.error(name, "is given twice")
      }
      values.append((name, text))
    }
    self.values = values
  }

  /// A parameter of any text; nil when absent or empty.
  mutating func string(_ name: String) -> String? {
    given(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A parameter as it is; nil when absent.
  ///
  /// What has to be a number, a word or a time is not left out when it is empty: a sweep whose
  /// time was lost on the way would get everything.
  mutating func given(_ name: String) -> String? {
    asked.insert(name)
    return values.first { $0.name == name }?.value
  }

  /// Every value of a parameter that may be there several times, in order.
  mutating func all(_ name: String) -> [String] {
    asked.insert(name)
    return values.filter { $0.name == name }.map { $0.value }
  }

  /// A whole number in a range.
  ///
  /// - Parameters:
  ///   - name: The parameter.
  ///   - range: What is allowed.
  /// - Returns: The number; nil when absent.
  /// - Throws: `ValidationError` when it is something else.
  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = given(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw Self.error(
        name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        limit: range.upperBound)
    }
    return value
  }

  /// `true` or `false`.
  ///
  /// - Parameter name: The parameter.
  /// - Returns: The truth value; nil when absent.
  /// - Throws: `ValidationError` when it is something else.
  mutating func boolean(_ name: String) throws -> Bool? {
    switch given(name) {
    case nil: return nil
    case "true", "1": return true
    case "false", "0": return false
    default: throw Self.error(name, "must be true or false")
    }
  }

  /// One word of an enumeration.
  ///
  /// - Parameters:
  ///   - name: The parameter.
  ///   - type: The enumeration.
  /// - Returns: The word; nil when absent.
  /// - Throws: `ValidationError` with the words that are allowed.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, of type: Word.Type = Word.self
  ) throws -> Word? where Word.RawValue == String {
    guard let text = given(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw Self.error(name, "must be one of \(words)")
    }
    return word
  }

  /// A time.
  ///
  /// - Parameter name: The parameter.
  /// - Returns: The text; nil when absent.
  /// - Throws: `ValidationError` when it is no ISO 8601 time.
  mutating func timestamp(_ name: String) throws -> String? {
    guard let text = given(name) else { return nil }
    try ItemRules.validateTimestamp(text, field: name)
    return text
  }

  /// The parts of a comma list; empty parts are left out.
  mutating func list(_ name: String) -> [String] {
    (string(name) ?? "").split(separator: ",").map(String.init)
  }

  /// Parameters of the form `name[key]=value`.
  mutating func keyed(_ name: String) -> [String: String] {
    var found: [String: String] = [:]
    for (full, value) in values where full.hasPrefix(name + "[") && full.hasSuffix("]") {
      asked.insert(full)
      found[String(full.dropFirst(name.count + 1).dropLast())] = value
    }
    return found
  }

  /// Refuses what nobody asked for.
  ///
  /// - Throws: `ValidationError` with the first such parameter.
  func finish() throws {
    for (name, _) in values where !asked.contains(name) {
      throw Self.error(name, "is not a parameter of this route")
    }
  }

  static func error(_ name: String, _ what: String, limit: Int? = nil) -> ValidationError {
    var details: [String: JSONValue] = ["field": .string(name)]
    if let limit { details["limit"] = .integer(Int64(limit)) }
    return ValidationError(message: "\(name) \(what).", details: details)
  }
}
