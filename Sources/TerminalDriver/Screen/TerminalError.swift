/// Why a terminal could not be used.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The process has no controlling terminal.
    case noTerminal
    /// The terminal cannot place its cursor, as `TERM=dumb` says.
    case unsuitableTerminal
    /// No description for the terminal, nor for one like it, is installed.
    case unknownTerminal
    /// The system refused an operation on the terminal.
    case system
    /// A program could not be started.
    case cannotStart
  }

  /// The kind of failure.
  public let code: Code
  /// What it concerns: a path, the value of `TERM`, a program.
  public let subject: String
  /// The system's words, or empty.
  public let underlying: String

  /// An error by its kind, what it concerns, and the system's words for it.
  public init(_ code: Code, subject: String, underlying: String = "") {
    self.code = code
    self.subject = subject
    self.underlying = underlying
  }

  /// The facts on one line, for logs; sentences for people are made by the application.
  public var description: String {
    let words = underlying.isEmpty ? "" : ": \(underlying)"
    return "\(code) \(subject)\(words)"
  }
}
