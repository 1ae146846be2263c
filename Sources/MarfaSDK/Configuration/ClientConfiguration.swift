/// How a client works.
///
/// ```swift
/// var configuration = ClientConfiguration()
/// configuration.conflictStrategy = .manual
/// ```
public struct ClientConfiguration: Sendable {
  /// What becomes of a text that was changed in two places, before both are kept.
  public enum TextMerge: Hashable, Sendable {
    /// Nothing: both are kept.
    case never
    /// Changes to different parts of the text are put together; only those that overlap make a
    /// copy.
    case whenDisjoint
  }

  /// The clock, the ids and the names that the store works by.
  public var environment: StoreEnvironment
  /// The credential for the server; it is never logged, and not part of a description of this
  /// value.
  public var apiKey: String?
  /// Who settles a conflict, unless an update says otherwise.
  public var conflictStrategy: ConflictStrategy
  /// What becomes of a text that was changed in two places, before both are kept.
  public var textMerge: TextMerge
  /// How the server is reached: its certificate, its key, the proxy.
  public var connection: ServerConnectionOptions
  /// When a request that failed is sent again.
  public var retry: RetryPolicy
  /// How many requests a list of edges to several targets makes at the same time, 1 or more.
  public var maxBackrefBatchConcurrency: Int
  /// Bytes of the server's blobs that are kept on this machine, at most, 0 or more; those of pinned
  /// notes, and what was attached here, are not among them.
  public var blobCacheBytes: Int64 = 1 << 30
  /// How long a change of a document waits for others that go out with it; zero for not at all.
  public var documentGathering = Duration.milliseconds(20)
  /// How often a queued change is sent, 1 or more, before it counts as refused; nil for as often as
  /// it takes.
  public var maximumAttempts: Int?
  /// Whether each request is logged with method, path, status and time; never with a credential, a
  /// query or a body.
  public var debugLogging: Bool

  /// By default conflicts settle themselves, and texts that were changed twice are both kept.
  ///
  /// - Parameters:
  ///   - environment: The clock, the ids and the names that the store works by.
  ///   - apiKey: The credential for the server.
  ///   - conflictStrategy: Who settles a conflict.
  ///   - textMerge: What becomes of a text that was changed in two places.
  ///   - connection: How the server is reached.
  ///   - retry: When a request that failed is sent again.
  ///   - maxBackrefBatchConcurrency: How many requests for edges go at the same time.
  ///   - debugLogging: Whether requests are logged.
  public init(
    environment: StoreEnvironment = StoreEnvironment(), apiKey: String? = nil,
    conflictStrategy: ConflictStrategy = .auto, textMerge: TextMerge = .never,
    connection: ServerConnectionOptions = ServerConnectionOptions(),
    retry: RetryPolicy = RetryPolicy(), maxBackrefBatchConcurrency: Int = 8,
    debugLogging: Bool = false
  ) {
    self.environment = environment
    self.apiKey = apiKey
    self.conflictStrategy = conflictStrategy
    self.textMerge = textMerge
    self.connection = connection
    self.retry = retry
    self.maxBackrefBatchConcurrency = max(1, maxBackrefBatchConcurrency)
    self.debugLogging = debugLogging
  }
}

extension ClientConfiguration {
  /// What the client of documents calls itself at the server.
  var documentsKey: String {
    // The server takes 200 bytes, and no empty name.
    let name = environment.device.map { String($0.prefix(50)) } ?? ""
    return name.isEmpty ? "marfa" : name
  }
}

extension ClientConfiguration: CustomStringConvertible, CustomReflectable {
  /// What the configuration says, without the credential.
  public var description: String {
    "ClientConfiguration(conflictStrategy: \(conflictStrategy), textMerge: \(textMerge), "
      + "apiKey: \(apiKey == nil ? "none" : "hidden"))"
  }

  /// The fields, without the credential.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "conflictStrategy": conflictStrategy, "textMerge": textMerge,
        "connection": connection, "retry": retry,
        "maxBackrefBatchConcurrency": maxBackrefBatchConcurrency,
        "documentGathering": documentGathering, "maximumAttempts": maximumAttempts as Any,
        "debugLogging": debugLogging,
      ])
  }
}
