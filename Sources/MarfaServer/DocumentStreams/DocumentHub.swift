import Synchronization

/// The watch streams of this process, and the presences of those who take part.
///
/// Presence is nowhere else: it ends with the process. Everything is under one lock, so that who
/// opens a stream hears of each other exactly once.
public final class DocumentHub: Sendable {
  private struct State {
    var watchers: [ObjectIdentifier: DocumentWatcher] = [:]
    /// Streams by the document that they watch.
    var streams: [Int64: Set<ObjectIdentifier>] = [:]
    /// Watched documents by the item that they are bound to.
    var bound: [String: Set<Int64>] = [:]
    /// The newest change of watched documents that watchers have heard of.
    var sequences: [Int64: Int64] = [:]
    var presences: [Int64: [String: [String: String]]] = [:]
    var isClosed = false

    /// Whether a client is there for others.
    func isThere(_ client: String, in document: Int64) -> Bool {
      (streams[document] ?? []).contains {
        watchers[$0].map { $0.client == client && !$0.isObserver } ?? false
      }
    }

    /// Notes how far a document is.
    ///
    /// - Returns: The number of its newest change; nil where that is no news.
    mutating func note(changesOf notice: DocumentNotice) -> Int64? {
      let known = sequences[notice.document]
      guard notice.isChanged || known.map({ $0 < notice.sequence }) ?? false else { return nil }
      let newest = max(known ?? 0, notice.sequence)
      if known != nil { sequences[notice.document] = newest }
      return newest
    }

    /// Notes what a client says of itself.
    ///
    /// - Returns: What others hear; nil where that is no news.
    mutating func note(presenceOf notice: DocumentNotice) -> DocumentEvent? {
      guard let presence = notice.presence, let client = notice.client else { return nil }
      let number = notice.document
      var values: [String: String]?
      if case .here(let here) = presence { values = here }
      let former = presences[number]?[client]
      // Who tells nothing and has told nothing, by a request that came twice, has not left.
      guard values != nil || former != nil else { return nil }
      presences[number, default: [:]][client] = values
      if presences[number]?.isEmpty ?? true { presences[number] = nil }
      return .presence(client: client, values: values)
    }

    /// The streams of a document, apart from those of a client.
    func others(of document: Int64, than client: String?) -> [DocumentWatcher] {
      (streams[document] ?? []).compactMap { watchers[$0] }.filter { $0.client != client }
    }
  }

  /// Streams at one time, of all and of one key.
  private let limits: (all: Int, share: Int)
  private let state = Mutex(State())

  /// A hub without streams.
  ///
  /// - Parameters:
  ///   - streams: Streams at one time.
  ///   - share: Streams of one key at one time.
  public init(streams: Int, share: Int) {
    limits = (streams, share)
  }

  /// Streams that are open.
  public var count: Int { state.withLock { $0.watchers.count } }

  /// Opens a stream: it hears who else is there, and those hear of its client.
  ///
  /// - Returns: False when there are as many streams as there may be, of all or of the key.
  func open(_ watcher: DocumentWatcher) -> Bool {
    state.withLock { state in
      let held = state.watchers.values.count { $0.owner == watcher.owner }
      guard state.watchers.count < limits.all, held < limits.share else { return false }
      if state.isClosed { watcher.end() }
      for document in watcher.documents.values.sorted(by: { $0.key < $1.key }) {
        let (number, client) = (document.number, watcher.client)
        let others = state.others(of: number, than: client)
        let presences = state.presences[number] ?? [:]
        let present = others.filter { !$0.isObserver }
        let clients = Dictionary(present.map { ($0.client, presences[$0.client] ?? [:]) }) { $1 }
        let isFirst = !watcher.isObserver && !state.isThere(client, in: number)
        watcher.tell(
          .initialized(sequence: document.sequence, clients: clients), of: number)
        if isFirst {
          let event = DocumentEvent.watched(client: client, presence: presences[client] ?? [:])
          for other in others { other.tell(event, of: number) }
        }
        state.streams[number, default: []].insert(ObjectIdentifier(watcher))
        state.sequences[number] = max(state.sequences[number] ?? 0, document.sequence)
        if let item = document.itemId { state.bound[item, default: []].insert(number) }
      }
      state.watchers[ObjectIdentifier(watcher)] = watcher
      return true
    }
  }

  /// Which limit keeps a key from another stream.
  ///
  /// - Parameter owner: The key.
  /// - Returns: Its share where it has that, and otherwise that of all.
  func limit(of owner: String) -> Int {
    state.withLock { state in
      let held = state.watchers.values.count { $0.owner == owner }
      return held < limits.share ? limits.all : limits.share
    }
  }

  /// Forgets a stream; those who watch the same hear of it.
  func close(_ watcher: DocumentWatcher) {
    state.withLock { state in
      guard state.watchers.removeValue(forKey: ObjectIdentifier(watcher)) != nil else { return }
      for document in watcher.documents.values {
        let number = document.number
        state.streams[number]?.remove(ObjectIdentifier(watcher))
        let isLast = !watcher.isObserver && !state.isThere(watcher.client, in: number)
        if isLast {
          // Who comes back says of itself again, or has nothing to tell.
          state.presences[number]?[watcher.client] = nil
          if state.presences[number]?.isEmpty ?? true { state.presences[number] = nil }
          for other in state.others(of: number, than: watcher.client) {
            other.tell(.unwatched(client: watcher.client), of: number)
          }
        }
        guard state.streams[number]?.isEmpty ?? true else { continue }
        state.streams[number] = nil
        state.sequences[number] = nil
        if let item = document.itemId {
          state.bound[item]?.remove(number)
          if state.bound[item]?.isEmpty ?? true { state.bound[item] = nil }
        }
      }
    }
  }

  /// Tells watchers what was committed: of new changes, then of the presence.
  func publish(_ notice: DocumentNotice) {
    state.withLock { state in
      let sequence = state.note(changesOf: notice)
      // Where notices arrive in another order than the commits, each is only a hint.
      let pack = sequence == notice.sequence ? notice.pack : nil
      let presence = state.note(presenceOf: notice)
      for other in state.others(of: notice.document, than: notice.client) {
        let change = sequence.map {
          DocumentEvent.changed(
            sequence: $0, client: notice.client, pack: other.isObserver ? nil : pack)
        }
        other.tell([change, presence].compactMap(\.self), of: notice.document)
      }
    }
  }

  /// Whether somebody watches a document.
  func isWatched(_ document: Int64) -> Bool {
    state.withLock { $0.streams[document]?.isEmpty == false }
  }

  /// The watched documents that are bound to an item.
  func documents(ofItem id: String) -> Set<Int64> { state.withLock { $0.bound[id] ?? [] } }

  /// The watched documents that are bound to items.
  var boundDocuments: Set<Int64> {
    state.withLock { $0.bound.values.reduce(into: []) { $0.formUnion($1) } }
  }

  /// Passes on a beat of time.
  public func beat(_ number: Int) {
    for watcher in watchers {
      watcher.beat(number)
      // A stream whose answer could never be written has nobody else to forget it.
      if watcher.isEnded { close(watcher) }
    }
  }

  /// Lets every stream look at its credential.
  public func lookAgain(_ number: Int) { for watcher in watchers { watcher.lookAgain(number) } }

  /// Ends every stream, those that open later too.
  public func close() {
    state.withLock { $0.isClosed = true }
    for watcher in watchers { watcher.end() }
  }

  private var watchers: [DocumentWatcher] { state.withLock { Array($0.watchers.values) } }
}
