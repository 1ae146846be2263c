import Foundation

/// How a client of documents works.
///
/// ```swift
/// let client = Client("https://notes.example.org", ClientOptions(apiKey: "marfa_k1_…"))
/// ```
public struct ClientOptions: Sendable {
  /// What the client calls itself, 1 to 200 bytes; for people who look at the server.
  public var key: String
  /// The credential; never logged, and not part of a description of this value.
  public var apiKey: String?
  /// How the server is reached: its certificate, its key, the proxy.
  public var connection: ServerConnectionOptions
  /// How long a change waits for others that go out with it; zero for not at all.
  public var syncLoopDuration: Duration
  /// The time between two exchanges of a document whose mode is `polling`.
  public var documentPollInterval: Duration
  /// The file in which the client keeps its attached documents, made when it is absent; nil keeps
  /// them in memory alone.
  ///
  /// A document that was attached before opens without the server, with the edits that are not sent
  /// yet and what can be undone. A file is for documents of one server.
  public var storePath: String?
  /// The first wait after a server failed; each further one is twice as long, up to 30 s.
  public var retrySyncLoopDelay: Duration
  /// The first wait after a watch stream ended; each further one is twice as long, up to 30 s.
  public var reconnectStreamDelay: Duration
  /// How long `attach` waits for the first word of the watch stream before it throws.
  public var attachTimeout: Duration

  /// By default a random key, and a change goes out 20 ms after it was made.
  ///
  /// - Parameters:
  ///   - key: What the client calls itself.
  ///   - apiKey: The credential.
  ///   - connection: How the server is reached.
  ///   - syncLoopDuration: How long a change waits for others.
  ///   - documentPollInterval: The time between two polls.
  ///   - retrySyncLoopDelay: The first wait after a server failed.
  ///   - reconnectStreamDelay: The first wait after a watch stream ended.
  ///   - attachTimeout: How long `attach` waits for the watch stream.
  ///   - storePath: The file in which attached documents are kept; nil for none.
  public init(
    key: String = UUID().uuidString.lowercased(), apiKey: String? = nil,
    connection: ServerConnectionOptions = ServerConnectionOptions(),
    syncLoopDuration: Duration = .milliseconds(20),
    documentPollInterval: Duration = .seconds(3), retrySyncLoopDelay: Duration = .seconds(1),
    reconnectStreamDelay: Duration = .seconds(1), attachTimeout: Duration = .seconds(5),
    storePath: String? = nil
  ) {
    self.key = key
    self.apiKey = apiKey
    self.connection = connection
    self.syncLoopDuration = syncLoopDuration
    self.documentPollInterval = documentPollInterval
    self.retrySyncLoopDelay = retrySyncLoopDelay
    self.reconnectStreamDelay = reconnectStreamDelay
    self.attachTimeout = attachTimeout
    self.storePath = storePath
  }

  var timing: DocumentTiming {
    var timing = DocumentTiming()
    timing.gathering = syncLoopDuration
    timing.poll = documentPollInterval
    timing.retry = retrySyncLoopDelay
    timing.reconnect = reconnectStreamDelay
    timing.attachTimeout = attachTimeout
    return timing
  }
}

extension ClientOptions: CustomStringConvertible, CustomReflectable {
  /// What the options say, without the credential.
  public var description: String {
    "ClientOptions(key: \(key), apiKey: \(apiKey == nil ? "none" : "hidden"))"
  }

  /// The fields, without the credential.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "key": key, "connection": connection, "syncLoopDuration": syncLoopDuration,
        "documentPollInterval": documentPollInterval, "retrySyncLoopDelay": retrySyncLoopDelay,
        "reconnectStreamDelay": reconnectStreamDelay, "attachTimeout": attachTimeout,
        "storePath": storePath ?? "none",
      ])
  }
}
