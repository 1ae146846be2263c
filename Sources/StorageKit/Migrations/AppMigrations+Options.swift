extension AppMigrations {
  /// How steps are run and checked.
  public struct Options: Sendable {
    /// What happens when the file records a step of a newer version of this list.
    public enum UnknownSteps: Sendable {
      /// The file is refused as `.newerVersion`, and nothing is changed.
      case refuse
      /// The file is used.
      case ignore
    }

    /// Whether the file is emptied when its schema differs from the steps'; for development.
    public var eraseDatabaseOnSchemaChange: Bool
    /// Whether a changed body of a step that has already run is an error.
    ///
    /// The bodies run against an empty database in memory, and the statements they execute are
    /// compared with those recorded when the step first ran. On in debug builds; a database in
    /// memory is never checked.
    public var detectsEdits: Bool
    /// What happens when the file records a step of a newer version of this list.
    public var unknownSteps: UnknownSteps
    /// Receives one line for each step that was run.
    public var logger: (@Sendable (String) -> Void)?

    /// Sets what is not to be as by default.
    ///
    /// - Parameters:
    ///   - eraseDatabaseOnSchemaChange: Whether the file is emptied when its schema differs.
    ///   - detectsEdits: Whether a changed body is an error; by default in debug builds.
    ///   - unknownSteps: What happens to a file of a newer version.
    ///   - logger: Receives one line for each step that was run.
    public init(
      eraseDatabaseOnSchemaChange: Bool = false,
      detectsEdits: Bool = Self.detectsEditsByDefault,
      unknownSteps: UnknownSteps = .refuse,
      logger: (@Sendable (String) -> Void)? = nil
    ) {
      self.eraseDatabaseOnSchemaChange = eraseDatabaseOnSchemaChange
      self.detectsEdits = detectsEdits
      self.unknownSteps = unknownSteps
      self.logger = logger
    }

    /// True in debug builds.
    public static var detectsEditsByDefault: Bool {
      #if DEBUG
      true
      #else
      false
      #endif
    }
  }
}
