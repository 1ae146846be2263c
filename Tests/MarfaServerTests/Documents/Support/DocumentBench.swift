import Documents
import Foundation
import MarfaModel

@testable import MarfaServer

/// The rules of documents on a store, asked without HTTP.
struct DocumentBench: Sendable {
  let fixture: StoreFixture
  var limits = DocumentLimits()
  /// What the clients' key may do.
  var access: any StoreAccess = FullAccess()
  /// The clients' key.
  var credential = "credential"
  /// The documents in memory; nil to read the rows each time.
  var states: DocumentStates? = DocumentStates()

  init() throws { self.init(try StoreFixture()) }

  init(_ fixture: StoreFixture) { self.fixture = fixture }

  var store: any ServerStore { fixture.store }

  /// Does what a client asks, a millisecond later than what was done before.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (inout DocumentWriter) throws -> Value
  ) async throws -> Value {
    fixture.clock.advance(byMilliseconds: 1)
    let context = DocumentContext(access: access, credentialId: credential, limits: limits)
    let (value, changed) = try await store.transact(.slice) { [states] rows in
      var writer = DocumentWriter(rows, context, states)
      let value = try work(&writer)
      return (value, writer.changed)
    }
    for state in changed { states?.put(state) }
    return value
  }

  /// A client with an empty replica that is not attached yet.
  func client(_ key: String = "document") async throws -> BenchClient {
    let id = try await perform { try $0.activate("laptop").id }
    return BenchClient(id: id, replica: try BenchClient.replica(key, id))
  }

  @discardableResult
  func attach(
    _ client: inout BenchClient, to item: String? = nil, field: String = "body"
  ) async throws -> DocumentNotice {
    let request = client.request()
    let binding = item.map { DocumentBinding(itemId: $0, field: field) }
    return try client.take(try await perform { try $0.attach(request, to: binding) })
  }

  @discardableResult
  func sync(
    _ client: inout BenchClient, _ direction: DocumentRequest.Direction = .both
  ) async throws -> DocumentNotice {
    let request = client.request(direction)
    return try client.take(try await perform { try $0.sync(request) })
  }

  @discardableResult
  func detach(_ client: inout BenchClient) async throws -> DocumentNotice {
    let request = client.request()
    return try client.take(try await perform { try $0.detach(request) })
  }

  /// What the server answers to a request that nobody hears.
  func answer(_ request: DocumentRequest) async throws -> DocumentAnswer {
    try await perform { try $0.sync(request) }
  }

  /// The document as the rows have it.
  func row(_ key: String = "document") async throws -> DocumentRow? {
    try await store.snapshot(.scan) { try $0.document(key: key) }
  }

  /// The number of the document's newest change.
  func sequence(_ key: String = "document") async throws -> Int64? { try await row(key)?.sequence }

  /// The root of the document as JSON, read from the rows.
  func json(_ key: String = "document") async throws -> String? {
    try await store.snapshot(.scan) { rows in
      try rows.document(key: key).map { try DocumentContent($0, in: rows).json }
    }
  }

  /// The code of the error that work is refused with; nil when it is not.
  func refusal(_ work: () async throws -> Void) async throws -> String? {
    do {
      try await work()
      return nil
    } catch let error as any MarfaError {
      return error.code
    }
  }
}

/// A client of documents with its one replica.
struct BenchClient: Sendable {
  let id: String
  var replica: Replica

  /// An empty replica of a client.
  static func replica(_ key: String, _ id: String) throws -> Replica {
    guard let actor = ActorID(id) else { throw DocumentErrors.noClient(id) }
    return Replica(key: key, actor: actor)
  }

  /// What it sends now.
  func request(_ direction: DocumentRequest.Direction = .both) -> DocumentRequest {
    DocumentRequest(client: id, key: replica.key, pack: replica.pack(), direction: direction)
  }

  /// Takes an answer over, as the bytes that travel.
  mutating func take(_ answer: DocumentAnswer) throws -> DocumentNotice {
    _ = try replica.apply(ChangePack(decoding: answer.pack.encoded()))
    return answer.notice
  }

  var text: String? { replica.readingRoot.jsonText("body")?.string }

  /// Makes the text of the document.
  mutating func begin(_ text: String = "") throws {
    try replica.update { root, _ in
      try root.set("body", to: JSONText())
      try root.jsonText("body")?.edit(0, 0, text)
    }
  }

  /// Gives the document a member.
  mutating func set(_ key: String) throws {
    try replica.update { root, _ in try root.set(key, to: 1) }
  }

  mutating func edit(_ from: Int, _ to: Int, _ text: String = "") throws {
    try replica.update { root, _ in _ = try root.jsonText("body")?.edit(from, to, text) }
  }

  mutating func append(_ text: String) throws {
    let count = replica.readingRoot.jsonText("body")?.count ?? 0
    try edit(count, count, text)
  }
}

/// A service of documents on a store, asked as the routes ask it; its slices end by what they hold.
struct ServiceBench: Sendable {
  private static let caller = Credential(
    APIKey(id: "key", label: "key", source: "Key", role: .admin, createdAt: "2026-01-01T00:00:00Z"))

  private let service: DocumentService
  private let store: any RecordStore

  init(_ store: any RecordStore, _ change: (inout DocumentLimits) -> Void = { _ in }) {
    var (limits, slices) = (DocumentLimits(), RecordLimits())
    change(&limits)
    slices.sliceTime = .seconds(600)
    self.store = store
    service = DocumentService(
      store: store, limits: limits, hub: DocumentHub(streams: 9, share: 9), slices: slices)
  }

  /// A client with an empty replica that is not attached yet.
  func client() async throws -> BenchClient {
    let id = try await service.activate("laptop", as: Self.caller)
    return BenchClient(id: id, replica: try BenchClient.replica("document", id))
  }

  /// Sends what a client has made: "attach", "sync" or "detach".
  func send(_ verb: String, _ client: inout BenchClient) async throws {
    _ = try client.replica.apply(try await answer(verb, client.replica.pack(), of: client.id))
  }

  /// The answer to a pack.
  func answer(_ verb: String, _ pack: ChangePack, of client: String) async throws -> ChangePack {
    guard let verb = DocumentVerb(rawValue: verb) else { throw ValidationError(missing: verb) }
    // As the bytes that travel.
    let request = DocumentRequest(
      client: client, key: "document", pack: try ChangePack(decoding: pack.encoded()))
    return try await service.exchange(PackRequest(verb, request), as: Self.caller)
  }

  /// Forgets a client.
  func deactivate(_ client: BenchClient) async throws {
    try await service.deactivate(client.id, as: Self.caller)
  }

  /// Removes the document for everybody.
  func remove() async throws { try await service.remove("document", as: Self.caller) }

  /// The number of the document's newest change; nil when there is no document.
  func sequence() async throws -> Int64? {
    try await store.snapshot(.scan) { try $0.document(key: "document")?.sequence }
  }

  /// The number of a client's last change that the server has.
  func number(of client: BenchClient) async throws -> Int64? {
    try await store.snapshot(.scan) { rows in
      try rows.document(key: "document").flatMap {
        try rows.documentReplica(of: $0.number, client: client.id)?.clientSequence
      }
    }
  }

  /// How many changes of the document are kept.
  func kept() async throws -> Int {
    try await store.snapshot(.scan) { rows in
      guard let row = try rows.document(key: "document") else { return 0 }
      return try rows.documentChanges(of: row.number, after: 0, limit: RowLimit(count: .max))
        .rows.count
    }
  }

  /// The root of the document as JSON, read from the rows.
  func json() async throws -> String? {
    try await store.snapshot(.scan) { rows in
      try rows.document(key: "document").map { try DocumentContent($0, in: rows).json }
    }
  }

  /// What a client hears from now on, each time since the last: the numbers of changes, and names
  /// of presences.
  func watch(as client: BenchClient) async throws -> @Sendable () throws -> [String] {
    let documents = try await service.watched(["document"], by: client.id, as: Self.caller)
    let watcher = DocumentWatcher(
      client: client.id, owner: "key", documents: documents, cut: {})
    _ = service.hub.open(watcher)
    _ = watcher.drain()
    return {
      try watcher.drain().flatMap { heard -> [String] in
        switch heard.event {
        case .changed(_, _, let pack?):
          let bytes = Data(base64Encoded: pack).map { Array($0) } ?? []
          return try ChangePack(decoding: bytes).changes.map { "\($0.id.serverSequence)" }
        case .presence(_, let values): return [values?["name"] ?? "gone"]
        default: return ["\(heard.event)"]
        }
      }
    }
  }
}
