import Documents
import MarfaSDK
import Synchronization

/// A note that several editors share, without a server: what one hands over reaches the others when
/// the test lets it.
@MainActor package final class SharedNote {
  package static let field = "body"
  package let id: String
  /// Everything that was handed over, in order, with its maker.
  private var log: [(maker: ActorID, change: Change)] = []
  package private(set) var editors: [SharedNoteDocument] = []
  private var actorCount: UInt64 = 0

  /// A note with a text that an actor without an editor wrote.
  package init(_ text: String, id: String = "n1") throws {
    self.id = id
    var replica = Replica(key: id, actor: ActorID(number: 999))
    try replica.update { root, _ in
      let body = JSONText()
      root[Self.field] = body
      try (root.jsonText(Self.field) ?? body).edit(0, 0, text)
    }
    log.append((replica.actor, replica.localChanges[0]))
  }

  /// Another editor of the note, with what was handed over so far.
  package func editor(_ number: UInt64) throws -> SharedNoteDocument {
    let document = try SharedNoteDocument(self, actor: ActorID(number: number))
    editors.append(document)
    return document
  }

  /// A copy with everything, for another actor.
  package func replica(of actor: ActorID) throws -> Replica {
    var replica = Replica(key: id, actor: actor)
    for entry in log { _ = try replica.apply(entry.change) }
    return replica
  }

  /// An actor that nobody had yet.
  fileprivate func freshActor() -> ActorID {
    actorCount += 1
    return ActorID(number: 1_000 + actorCount)
  }

  fileprivate func hand(over changes: [Change], by maker: ActorID) {
    log += changes.map { (maker, $0) }
  }

  fileprivate var count: Int { log.count }

  /// The bytes of each change that was handed over, as it would be sent.
  package var bytesOfChanges: [Int] {
    log.map { entry in
      ChangePack(documentKey: id, checkpoint: .initial, changes: [entry.change]).encoded().count
    }
  }

  /// What others handed over after a place in the log.
  fileprivate func changes(after place: Int, except actor: ActorID) -> [Change] {
    log.dropFirst(place).filter { $0.maker != actor }.map(\.change)
  }

  /// Brings everybody what they lack, and waits until they have taken it in.
  package func deliver() async throws {
    for editor in editors { try await editor.receive() }
  }

  /// The text that everything leads to.
  package func text() throws -> String {
    try replica(of: ActorID(number: 998)).readingRoot.jsonText(Self.field)?.string ?? ""
  }
}

/// The document of one editor of a `SharedNote`.
@MainActor package final class SharedNoteDocument: NoteDocument {
  package nonisolated let noteId: String
  package nonisolated var arrivals: AsyncStream<NoteArrival> { arriving.stream }
  package nonisolated var people: AsyncStream<[NotePerson]> { present.stream }
  package let actor: ActorID
  /// Whether what is saved waits before others get it.
  package nonisolated var gathers: Bool {
    get { gathering.withLock { $0 } }
    set { gathering.withLock { $0 = newValue } }
  }
  private let gathering = Mutex(true)
  /// What was shown, oldest first.
  package private(set) var shown: [[String: String]?] = []
  /// How many of those came with a text.
  package private(set) var shownWithText = 0
  private var awaiting: [CheckedContinuation<Void, Never>] = []
  package private(set) var texts: [String] = []
  package private(set) var tags: [TagDifference] = []
  /// From which text a contradiction began that each saved text overruled; nil for none.
  package private(set) var contradicted: [String?] = []
  package private(set) var isClosed = false
  package private(set) var opened = 0
  /// The next save fails with it.
  package var failure: (any Error)?
  /// Called before a save is answered.
  package var beforeCommit: @MainActor () async -> Void = {}
  /// What the person's own store does with a text that was saved.
  package var save: @MainActor (String) async throws -> Void = { _ in }

  private let note: SharedNote
  private var core: Replica
  private var generation = 0
  private var place: Int
  private nonisolated let arriving: Mailbox<NoteArrival>
  private nonisolated let present: Mailbox<[NotePerson]>

  fileprivate init(_ note: SharedNote, actor: ActorID) throws {
    (noteId, self.actor, self.note) = (note.id, actor, note)
    (arriving, present) = (Mailbox(), Mailbox())
    core = try note.replica(of: actor)
    place = note.count
  }

  package func open() async throws -> NoteReplica {
    opened += 1
    if opened > 1 { generation += 1 }
    return NoteReplica(replica: copy, field: SharedNote.field, generation: generation)
  }

  private var copy: Replica {
    var copy = core
    copy.acknowledge(through: copy.lastClientSequence)
    return copy
  }

  package func commit(
    _ changes: [Change], over generation: Int, text: String, tags: TagDifference,
    contradictingSince former: String?, showing presence: [String: String]?
  ) async throws -> NoteCommit {
    await beforeCommit()
    if let failure {
      self.failure = nil
      throw failure
    }
    guard generation == self.generation else {
      return .superseded(
        NoteReplica(replica: copy, field: SharedNote.field, generation: self.generation))
    }
    note.hand(over: try core.commit(changes), by: actor)
    core.acknowledge(through: core.lastClientSequence)
    texts.append(text)
    self.tags.append(tags)
    contradicted.append(former)
    if let presence {
      shownWithText += 1
      await show(presence.isEmpty ? nil : presence)
    }
    try await save(text)
    return .stored(
      SavedText(
        title: "", version: texts.count, revision: texts.count,
        updatedAt: Timestamp(milliseconds: 0),
        didChange: !changes.isEmpty))
  }

  package func show(_ presence: [String: String]?) async {
    shown.append(presence)
    for waiting in awaiting { waiting.resume() }
    awaiting = []
  }

  /// Waits until something is shown for which a condition holds.
  package func hasShown(where holds: ([String: String]?) -> Bool) async {
    while !shown.contains(where: holds) {
      await withCheckedContinuation { awaiting.append($0) }
    }
  }

  package func close() async {
    isClosed = true
    arriving.finish()
    present.finish()
  }

  // MARK: - The part of the network

  /// Takes what others handed over, in one arrival, and waits until it is in the text.
  package func receive() async throws {
    let changes = note.changes(after: place, except: actor)
    place = note.count
    guard !changes.isEmpty else { return }
    for change in changes { _ = try core.apply(change) }
    await send(changes)
  }

  /// Replaces the editor's copy by one of everything that was handed over, under another actor.
  package func replace() async throws {
    core = try note.replica(of: note.freshActor())
    place = note.count
    generation += 1
    arriving.put(
      .replaced(NoteReplica(replica: copy, field: SharedNote.field, generation: generation)))
    await arriving.emptied()
  }

  /// The next save finds that another process was first.
  package func supersede() throws {
    core = try note.replica(of: note.freshActor())
    place = note.count
    generation += 1
  }

  /// Sends changes, whatever they are.
  package func send(_ changes: [Change]) async {
    arriving.put(.changes(changes))
    await arriving.emptied()
  }

  /// Others are here.
  package func show(others: [NotePerson]) async {
    present.put(others)
    await present.emptied()
  }

  /// Somebody else, with what they say of themselves.
  package static func person(
    _ number: UInt64, _ name: String, at head: TextPosition? = nil, from anchor: TextPosition? = nil
  ) -> NotePerson {
    var presence = ["name": name]
    presence["head"] = head?.text
    presence["anchor"] = anchor?.text
    return NotePerson(actor: ActorID(number: number), presence: presence)
  }

  /// A place in the text as everybody has it.
  package func position(at offset: Int) throws -> TextPosition {
    var replica = core
    try replica.prepareText(SharedNote.field)
    guard let position = replica.position(at: offset, in: SharedNote.field) else {
      throw NoSuchPlace(offset: offset)
    }
    return position
  }

  private struct NoSuchPlace: Error {
    let offset: Int
  }
}
