/// A program that gets the terminal for a while, such as an editor.
public struct ChildCommand: Hashable, Sendable {
  /// The program, looked for along `PATH`, and its arguments.
  public var arguments: [String]
  /// Its environment; nil gives it that of the process.
  public var environment: [String: String]?

  /// A program and its arguments, without a shell; without an environment it gets this process's.
  public init(_ arguments: [String], environment: [String: String]? = nil) {
    self.arguments = arguments
    self.environment = environment
  }
}

/// How a program ended.
public enum ChildExit: Hashable, Sendable {
  /// By itself, with a code from 0 to 255.
  case code(Int32)
  /// By a signal.
  case signal(Int32)
}
