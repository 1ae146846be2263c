/// Something a program did wrong, which the runtime survived in a defined way.
public struct OperationIssue: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake an issue is.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String, Sendable {
      case lateYield, duplicatePath, storeReleased, dependencyCycle, missingArguments
      case vanishedPage, unmatchedController, unbackedRun, missingClient
    }

    private let value: Value

    /// The code in one word.
    public var description: String { value.rawValue }

    /// A result was yielded after its run had ended; it was dropped.
    public static let lateYield = Self(value: .lateYield)
    /// Two operations of different types have one path; the second got a store of its own.
    public static let duplicatePath = Self(value: .duplicatePath)
    /// The controls of a store were used after its release; nothing happened.
    public static let storeReleased = Self(value: .storeReleased)
    /// A task would have waited for itself; the dependency was not added.
    public static let dependencyCycle = Self(value: .dependencyCycle)
    /// A mutation was run without arguments and has none from before; nothing ran.
    public static let missingArguments = Self(value: .missingArguments)
    /// The page next to which a new page belongs was gone; the new page was dropped.
    public static let vanishedPage = Self(value: .vanishedPage)
    /// A controller is for another state than the store's, as beneath a `map`; it controls nothing.
    public static let unmatchedController = Self(value: .unmatchedController)
    /// A model that shows a value without an operation was run; there was nothing to run.
    public static let unbackedRun = Self(value: .unbackedRun)
    /// A modifier that changes other stores ran in a store without a client; nothing was changed.
    public static let missingClient = Self(value: .missingClient)
  }

  /// The kind of mistake.
  public let code: Code

  /// The facts, for a developer: names and paths, never values of the application.
  public let detail: String

  /// Describes a mistake that a controller or request of your own has found.
  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The code and the facts.
  public var description: String { "\(code): \(detail)" }
}
