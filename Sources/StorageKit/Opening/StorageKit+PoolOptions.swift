import GRDB

extension StorageKit {
  /// How the connections to a database are set up.
  ///
  /// Whatever is chosen here, the writer waits up to five seconds for another process's lock,
  /// and a commit is on the disk when it returns (`synchronous = FULL`), unless a pragma or the
  /// hook says otherwise.
  public struct PoolOptions: Sendable {
    /// Where the preset's pragmas run, relative to what the hook prepares.
    public enum PragmasPlacement: Sendable {
      /// After the hook, so that the preset wins.
      case append
      /// Before the hook, so that the hook wins.
      case prepend
    }

    /// A list of statements that every connection runs when it opens.
    public enum Preset: Sendable {
      /// Foreign keys on and write-ahead logging.
      case `default`
      /// These statements and no others, in order.
      case custom([String])
    }

    /// How many connections a database has.
    public enum Connections: Sendable {
      /// One that writes, and some that read meanwhile.
      case several
      /// One for everything: opens sooner, and leaves a file that is only read as it is.
      case one
    }

    /// The statements that every connection runs when it opens.
    public var preset: Preset
    /// Where the preset's pragmas run, relative to what the hook prepares.
    public var pragmasPlacement: PragmasPlacement
    /// Adjusts GRDB's configuration before the pool opens.
    public var configure: (@Sendable (inout Configuration) -> Void)?
    /// How many connections there are.
    public var connections: Connections = .several

    /// Takes each part as it is.
    ///
    /// - Parameters:
    ///   - preset: The statements that every connection runs when it opens.
    ///   - pragmasPlacement: Where they run, relative to what the hook prepares.
    ///   - configure: Adjusts GRDB's configuration before the pool opens.
    public init(
      preset: Preset = .default,
      pragmasPlacement: PragmasPlacement = .append,
      configure: (@Sendable (inout Configuration) -> Void)? = nil
    ) {
      self.preset = preset
      self.pragmasPlacement = pragmasPlacement
      self.configure = configure
    }

    /// The preset's statements, in the order in which they run.
    public var pragmas: [String] {
      switch preset {
      case .default: ["PRAGMA foreign_keys = ON", "PRAGMA journal_mode = WAL"]
      case .custom(let statements): statements
      }
    }
  }
}

extension StorageKit.PoolOptions {
  /// GRDB's configuration with the preset and the hook applied in the chosen order.
  func makeConfiguration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "StorageKit"
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    switch pragmasPlacement {
    case .append:
      configure?(&configuration)
      addPragmas(to: &configuration)
    case .prepend:
      addPragmas(to: &configuration)
      configure?(&configuration)
    }
    return configuration
  }

  private func addPragmas(to configuration: inout Configuration) {
    let pragmas = pragmas
    guard !pragmas.isEmpty else { return }
    configuration.prepareDatabase { db in
      for statement in pragmas { try db.execute(sql: statement) }
    }
  }
}
