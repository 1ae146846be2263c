import Documents
import Foundation
import MarfaSDK
import TestSupport

/// One person's device in a test of notes: a store in a file, its engine, and its documents.
struct NoteDevice: Sendable {
  let client: MarfaClient
  let notes: NoteDocuments
  let store: LocalStore

  init(
    _ server: LoopbackServer, _ path: String, kept: Int = NoteDocuments.limit,
    over line: DocumentLine? = nil
  ) async throws {
    // As the application works.
    client = try await MarfaClient.synced(
      url: server.url, apiKey: server.key, storePath: path,
      configuration: ClientConfiguration(conflictStrategy: .manual, textMerge: .whenDisjoint))
    guard let store = client.store else { throw ServerEnded() }
    self.store = store
    var timing = DocumentTiming()
    timing.gathering = .zero
    timing.retry = .milliseconds(5)
    notes = NoteDocuments(
      store: store, transport: line ?? CurlTransport(url: server.url, apiKey: server.key),
      timing: timing, kept: kept, lockPath: path + ".lock")
  }

  /// Takes what the server tells of a note by the engine, until something holds.
  func sync(_ id: String, until holds: () async throws -> Bool) async throws {
    guard let engine = client.syncEngine else { throw ServerEnded() }
    let events = SyncEventReader(engine.events)
    await engine.start()
    while try await !holds() { try await events.until(item: id) }
    await engine.stop()
  }

  /// Sends everything to the server by the engine, until nothing waits; what others did may come
  /// later.
  func sync() async throws {
    guard let engine = client.syncEngine else { throw ServerEnded() }
    let events = SyncEventReader(engine.events)
    await engine.start()
    try await events.untilSynced()
    await engine.stop()
  }

  /// A note that the server has, too.
  func create(_ body: String) async throws -> String {
    let item = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Note", "body": .string(body)]))
    try await sync()
    return item.id
  }

  /// Opens a note as an editor does.
  func open(_ id: String) async throws -> NoteEditor {
    guard let note = await notes.note(id: id) else { throw ServerEnded() }
    return NoteEditor(note, try await note.open())
  }

  func body(_ id: String) async throws -> String { try await store.noteText(id: id).body }

  /// Waits until a note's text is stored so: an editor shows what others typed before that.
  func stores(_ text: String, in id: String) async throws {
    var changes = store.replicaChanges().makeAsyncIterator()
    while try await body(id) != text { _ = await changes.next() }
  }

  /// Changes the text as the command line does, from what it is now.
  func replace(_ id: String, by text: String) async throws {
    try await store.mergeText(id: id, from: body(id), to: text)
  }

  /// The server forgets the device, as housekeeping does after a day of silence.
  func isForgotten() async throws {
    guard let id = try await store.documentClient() else { throw ServerEnded() }
    try await notes.endpoints.deactivate(id)
  }

  /// The kinds of what waits for the server.
  func waiting() async throws -> [MutationKind] {
    try await store.pendingMutations().map(\.kind)
  }
}

/// Runs two devices that have one note.
func withTwoDevices(
  _ body: String,
  _ work: @escaping @Sendable (NoteDevice, NoteDevice, String) async throws -> Void
) async throws {
  try await withLoopbackServer { server in
    let folder = try TemporaryDirectory()
    let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
    let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
    let id = try await one.create(body)
    try await two.sync()
    try await work(one, two, id)
  }
}

/// An editor of one note: holds a copy of the replica, as the terminal does.
final class NoteEditor {
  let note: any NoteDocument
  var copy: NoteReplica

  init(_ note: any NoteDocument, _ copy: NoteReplica) { (self.note, self.copy) = (note, copy) }

  var text: String { copy.text }

  /// Edits the copy; offsets count scalars.
  func type(_ text: String, at offset: Int) throws {
    try copy.replica.update { root, _ in try root.jsonText("body")?.edit(offset, offset, text) }
  }

  /// Hands over what was typed.
  @discardableResult
  func save(_ tags: TagDifference = .none) async throws -> NoteCommit {
    let changes = copy.replica.localChanges
    let result = try await note.commit(
      changes, over: copy.generation, text: text, tags: tags)
    if case .stored = result { copy.replica.acknowledge(through: copy.replica.lastClientSequence) }
    return result
  }

  /// Takes what others did until the text holds something.
  func until(_ holds: (String) -> Bool) async throws {
    if holds(text) { return }
    for await arrival in note.arrivals {
      switch arrival {
      case .changes(let changes): for change in changes { _ = try copy.replica.apply(change) }
      case .replaced(let other): copy = other
      }
      if holds(text) { return }
    }
  }
}
