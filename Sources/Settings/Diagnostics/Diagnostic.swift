/// A remark about a file or variable that the person wrote, with its place.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is; neither keeps the program from starting.
  package enum Severity: String, Hashable, Sendable {
    /// The value is used, or the key is ignored.
    case warning
    /// The value is wrong and its default is used.
    case error
  }

  /// How bad it is.
  package var severity: Severity
  /// The file's path as the person knows it, or the name of an environment variable's origin.
  package var file: String
  /// The place in the file; nil where there is none, as for an unreadable file.
  package var position: SourcePosition?
  /// What is wrong, one sentence without a full stop.
  package var message: String

  package init(
    _ severity: Severity, file: String, position: SourcePosition? = nil, message: String
  ) {
    self.severity = severity
    self.file = file
    self.position = position
    self.message = message
  }
}

extension [Diagnostic] {
  /// By place; those of one place in their order, and those without a place first.
  package var byPlace: [Diagnostic] {
    let none = SourcePosition(line: 0, column: 0)
    return enumerated().sorted { left, right in
      (left.element.position ?? none, left.offset) < (right.element.position ?? none, right.offset)
    }.map(\.element)
  }

  /// The errors before the warnings, each in their order.
  package var worstFirst: [Diagnostic] {
    filter { $0.severity == .error } + filter { $0.severity == .warning }
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The usual form of compilers: `file:line:column: severity: message`.
  package var description: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file)\(place): \(severity.rawValue): \(message)"
  }
}

/// A place in a text file.
package struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Earlier in the text comes first.
  package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
