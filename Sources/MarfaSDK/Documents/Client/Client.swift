import Documents
import Foundation

/// Keeps documents equal with a server, for as many of them as are attached.
///
/// What one document fails with stays with that document. A connection that breaks deactivates
/// nothing: it is tried again, and everything that was edited meanwhile goes out.
///
/// ```swift
/// let client = Client("https://notes.example.org", ClientOptions(apiKey: "marfa_k1_…"))
/// try await client.activate()
/// let doc = Document(key: "doc-1")
/// try await client.attach(doc, ["name": "Ana"])
/// ```
public actor Client {
  /// What the client calls itself.
  public nonisolated let key: String

  let endpoints: DocumentEndpoints?
  let timing: DocumentTiming
  let watch: DocumentWatch?
  let rescue: any DocumentRescue
  /// Where documents are kept between processes; nil for memory alone.
  let store: ClientStore?
  /// The actor of what is attached from now on; nil while the client is not active.
  var actor: ActorID?
  /// Other actors that documents got because the server had other changes of theirs.
  var others: Set<ActorID> = []
  private(set) var documents: [String: Document] = [:]
  var renewal: (former: ActorID, task: Task<ActorID, any Error>)?

  /// A client that is not active yet; nothing is sent before ``activate()``.
  ///
  /// - Parameters:
  ///   - url: The server's address, `http` or `https`; `http` beyond this machine is refused unless
  ///     the options allow it.
  ///   - options: The credential, and how the client works.
  public init(_ url: String, _ options: ClientOptions = ClientOptions()) {
    let transport = URL(string: url).map {
      CurlTransport(url: $0, apiKey: options.apiKey ?? "", options: options.connection)
    }
    self.init(
      transport: transport, key: options.key, timing: options.timing,
      store: options.storePath.map { ClientStore(path: $0, server: url) })
  }

  /// A client over a transport, with its credential.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - options: How the client works; its credential and connection are the transport's.
  public init(transport: any Transport, _ options: ClientOptions = ClientOptions()) {
    self.init(
      transport: transport, key: options.key, timing: options.timing,
      store: options.storePath.map { ClientStore(path: $0, server: nil) })
  }

  /// With a time and a rescue of unsent changes of one's own; no transport is no server.
  package init(
    transport: (any Transport)?, key: String, timing: DocumentTiming,
    rescue: (any DocumentRescue)? = nil
  ) {
    self.init(transport: transport, key: key, timing: timing, rescue: rescue, store: nil)
  }

  /// A client that keeps its documents in a store; nil for memory alone.
  init(
    transport: (any Transport)?, key: String, timing: DocumentTiming,
    rescue: (any DocumentRescue)? = nil, store: ClientStore?
  ) {
    self.store = store
    self.key = key
    self.timing = timing
    self.rescue = rescue ?? ExactRescue()
    endpoints = transport.map { DocumentEndpoints($0) }
    watch = endpoints.map { DocumentWatch($0, timing: timing) }
  }

  /// The client's id, which is the actor of its edits; nil while it is not active.
  public var id: ActorID? { actor }

  /// Whether the client is active.
  public var isActive: Bool { actor != nil }

  /// Whether a document is attached.
  ///
  /// - Parameter key: Its key.
  /// - Returns: Whether it is.
  public func has(_ key: String) async -> Bool {
    await forgetRemoved(key)
    return documents[key] != nil
  }

  /// Forgets a document that somebody removed, so that its key is free.
  func forgetRemoved(_ key: String) async {
    guard let document = documents[key], await document.status == .removed,
      documents[key] === document
    else { return }
    documents[key] = nil
  }

  // MARK: - Lifecycle

  /// Gets an id from the server; active already, it does nothing.
  ///
  /// A client with a store goes on under the id of an earlier process, without a request.
  ///
  /// - Throws: `NetworkError` while the server is not reached, ``DocumentSyncError`` with
  ///   `notOffered`, or another refusal; the client is not active then, and may be activated later.
  public func activate() async throws {
    guard actor == nil else { return }
    let endpoints = try server()
    if let known = try await store?.client() {
      if actor == nil { actor = known }
      return
    }
    let id = try await endpoints.activate(key)
    let kept = try await store?.keep(id, insteadOf: nil) ?? id
    // Somebody else may have been first meanwhile; then theirs is used.
    if actor == nil { actor = kept }
    if actor != id { others.insert(id) }
  }

  /// Goes on under an id that the server gave this client before.
  package func activate(as id: ActorID) {
    if let actor, actor != id { others.insert(actor) }
    actor = id
  }

  /// Detaches everything and gives the id up; changes that were not sent are sent first, if the
  /// server can be reached.
  ///
  /// What is stored stays so. For a document that is to open without the server later, let the
  /// client go without this.
  ///
  /// - Throws: What the server answers; the client is not active any more in any case.
  public func deactivate() async throws {
    guard let actor else { return }
    var failure: (any Error)?
    for document in documents.values where await document.hasLocalChanges {
      // Reported to the document's subscribers, too; the first is thrown below.
      do { try await document.sync() } catch { failure = failure ?? error }
    }
    for document in documents.values { await document.leaveSilently() }
    documents = [:]
    await watch?.stop()
    self.actor = nil
    var isGivenUp = true
    for id in [actor] + others.sorted() {
      do {
        try await endpoints?.deactivate(id)
      } catch {
        (isGivenUp, failure) = (false, failure ?? error)
      }
    }
    others = []
    if isGivenUp { try await store?.giveUpClient() }
    if let failure { throw failure }
  }

  // MARK: - Documents

  /// Takes part in a document, which is made if there is none of its key.
  ///
  /// What was edited before goes out first. With a mode that watches, this waits until the server
  /// has told who else is there. A document that is in the client's store opens from there at once,
  /// and is exchanged afterwards as its mode says.
  ///
  /// - Parameters:
  ///   - document: A document that was never attached.
  ///   - initialPresence: What this client says of itself.
  ///   - syncMode: How the document is kept equal.
  ///   - initialRoot: Values of keys that the document lacks; others stay as they are.
  /// - Throws: ``DocumentSyncError``, another refusal or `NetworkError`; the document is not
  ///   attached then, keeps its changes, and may be attached later.
  public func attach(
    _ document: Document, _ initialPresence: [String: String] = [:],
    _ syncMode: SyncMode = .realtime, initialRoot: [String: JSONValue] = [:]
  ) async throws {
    try await attach(
      document,
      DocumentJoining(presence: initialPresence, mode: syncMode, initialRoot: initialRoot))
  }

  /// Takes part in a document with a presence of JSON values, and throws as the other `attach`.
  @_disfavoredOverload
  public func attach(
    _ document: Document, _ initialPresence: [String: JSONValue],
    _ syncMode: SyncMode = .realtime, initialRoot: [String: JSONValue] = [:]
  ) async throws {
    try await attach(
      document,
      DocumentJoining(
        presence: PresenceValue.encoded(initialPresence), mode: syncMode,
        initialRoot: initialRoot))
  }

  /// Takes part in a document that is bound to a text of an item.
  package func attach(
    _ document: Document, to binding: DocumentEndpoints.Binding,
    presence: [String: String] = [:], mode: SyncMode = .realtime
  ) async throws {
    try await attach(
      document, DocumentJoining(presence: presence, mode: mode, binding: binding))
  }

  private func attach(_ document: Document, _ joining: DocumentJoining) async throws {
    guard let actor else { throw notActive }
    await forgetRemoved(document.key)
    guard documents[document.key] == nil else {
      throw DocumentSyncError(
        .alreadyAttached, "A document with the key \(document.key) is attached already.",
        key: document.key)
    }
    documents[document.key] = document
    do {
      try await join(document, as: actor, joining)
    } catch {
      documents[document.key] = nil
      throw error
    }
  }

  /// Goes on with a document that an earlier process attached; nothing is sent before its first
  /// exchange, which begins by itself in the modes that do so.
  package func resume(_ document: Document, _ mode: SyncMode = .realtime) async throws {
    documents[document.key] = document
    await document.resume(try link(), mode)
  }

  /// Stops exchanging a document without a word to the server, which still counts it as attached.
  package func suspend(_ document: Document) async {
    if documents[document.key] === document { documents[document.key] = nil }
    await document.leaveSilently()
    await document.finishTurn()
  }

  /// Sends what is left of a document and takes part no more.
  ///
  /// - Parameter document: An attached document; it cannot be attached again.
  /// - Throws: What the server answers; the document stays attached then.
  public func detach(_ document: Document) async throws {
    try check(document)
    try await document.depart()
    documents[document.key] = nil
    try await document.forgetStored()
  }

  /// Removes a document for everybody; its key may be used for another one.
  ///
  /// - Parameter document: An attached document.
  /// - Throws: What the server answers; nothing is removed then.
  public func remove(_ document: Document) async throws {
    try check(document)
    try await server().remove(document.key)
    try await document.remove()
    documents[document.key] = nil
    try await document.forgetStored()
  }

  /// Exchanges every attached document once, whatever its mode.
  ///
  /// - Throws: The first failure, after all were tried.
  public func sync() async throws {
    guard isActive else { throw notActive }
    var failure: (any Error)?
    for key in documents.keys.sorted() {
      guard let document = documents[key] else { continue }
      do { try await document.sync() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Exchanges a document once, whatever its mode: own changes go out and others' come in.
  ///
  /// - Parameter document: An attached document.
  /// - Throws: What the server answers; unsent changes stay.
  public func sync(_ document: Document) async throws {
    try check(document)
    try await document.sync()
    await forgetRemoved(document.key)
  }

  /// Changes how a document is kept equal.
  ///
  /// - Parameters:
  ///   - document: An attached document.
  ///   - mode: The mode; `realtime` pulls at once.
  /// - Throws: ``DocumentSyncError`` when the document is not attached.
  public func changeSyncMode(_ document: Document, _ mode: SyncMode) async throws {
    try check(document)
    try await document.change(mode)
  }

  /// Tries at once what waits for a server that failed; for who knows that it may be reached again.
  public func retry() async {
    await watch?.retry()
    for document in documents.values { await document.retry() }
  }
}
