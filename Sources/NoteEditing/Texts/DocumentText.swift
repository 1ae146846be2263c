import Documents
import Editor
import MarfaSDK

/// The text of a note that others edit, too: a copy of its document, edited with every key.
///
/// What is typed goes into the copy at once and is handed to the document as changes; what others
/// did is applied to the copy as it arrives, and performed in the editor in the same turn. So both
/// hold the same text at all times. Only when the copy must be replaced are texts merged,
/// three-way.
@MainActor package final class DocumentText: NoteTextSource {
  let document: any NoteDocument
  let field: String
  let elapsed: () -> Duration
  /// The copy; it has the text of the session, but while `replacement` waits.
  var replica: Replica
  /// The text of the copy, to count in bytes and in scalars.
  private(set) var mirror: TextBuffer
  /// Which copy this is among those that the document gave out.
  private var generation: Int
  /// What the copy did and the document does not have yet, oldest first.
  private(set) var unsaved: [Change] = []
  /// The newest text that the document is known to have, others' changes included.
  private var base: TextBuffer
  /// What the copy is to be replaced by.
  private var replacement: Replacement?
  /// Whether the copy takes nothing any more, since another will take its place.
  var isOutdated: Bool { replacement != nil }
  private var replacements = 0
  /// The text from which a contradiction with another copy began; nil while there is none.
  ///
  /// The next save keeps the other copy's text as a version.
  private var contradicted: String?
  /// The document is being opened again.
  private var reopening: Task<Void, Never>?
  /// The tags that are typed into the text.
  var tags: ForeignTags
  private(set) weak var session: (any SharedTextSession)?
  private var followers: [Task<Void, Never>] = []
  var company: Company
  private(set) var isEnded = false

  /// A copy that is to take the place of this one.
  private struct Replacement {
    /// Counts the replacements.
    let number: Int
    var note: NoteReplica
    /// What others did to it since.
    var later: [Change] = []
    /// Its text, and how that becomes the merged text; nil before the merge.
    var merged: (text: TextBuffer, replacements: [TextReplacement])?
  }

  /// The text of an opened document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - note: What opening it gave, prepared by `prepared(_:)`.
  ///   - buffer: The same text as it is in the editor.
  ///   - readsTags: Whether a `#word` that is typed tags the note.
  ///   - me: What others are shown of the person; nil shows nothing.
  ///   - elapsed: The time since a fixed instant.
  package init(
    _ document: any NoteDocument, note: NoteReplica, buffer: TextBuffer, readsTags: Bool,
    me: @escaping @MainActor () -> OwnPresence?,
    elapsed: @escaping () -> Duration
  ) {
    (self.document, field, replica) = (document, note.field, note.replica)
    (generation, mirror, base) = (note.generation, buffer, buffer)
    self.elapsed = elapsed
    tags = ForeignTags(TypedTags(buffer.text, areRead: readsTags))
    company = Company(me: me)
  }

  package var baseText: String { base.text }
  package var isShared: Bool { true }
  package var hasArrival: Bool { replacement != nil }
  package var isOwed: Bool { tags.typed.isOwed }
  package func isTyping(at caret: Int?) { tags.typed.caret = caret }

  /// Others see what is typed while they are here; where keys gather on their way, that can begin
  /// after the key's frame.
  package var pace: SaveMachine.Pace {
    company.people.isEmpty ? .alone : document.gathers ? .shared : .urgent
  }

  /// The text reaches the session as changes; the item's text follows it.
  package func observed(_ seen: TextBase) -> Bool { false }

  // MARK: - Typing

  package func typed(_ changes: [TextChange]) {
    company.hasEdited = true
    // A copy that is to be replaced takes nothing any more; the merge finds what was typed.
    guard replacement == nil, let session else { return }
    do {
      try edit(changes)
    } catch {
      reopen()
    }
    mirror = session.buffer
    tags.isExtending = false
  }

  /// Edits the copy, and keeps the changes for the document.
  private func edit(_ changes: [TextChange]) throws {
    let (field, updates) = (field, TextChange.updates(of: changes))
    var mirror = mirror
    for changes in updates {
      try replica.update { root, _ in
        guard let text = root.jsonText(field) else { throw MissingText() }
        for change in changes {
          let start = mirror.scalarOffset(at: change.range.lowerBound)
          let end =
            change.range.isEmpty ? start : mirror.scalarOffset(at: change.range.upperBound)
          try text.edit(start, end, change.replacement)
          if updates.count + changes.count > 2 { mirror.apply(change) }
        }
      }
      unsaved += replica.localChanges
      replica.acknowledge(through: replica.lastClientSequence)
    }
  }

  // MARK: - What others do

  package func begin(for session: any SharedTextSession) {
    self.session = session
    let (arrivals, people) = (document.arrivals, document.people)
    followers = [
      Task { [weak self] in
        for await arrival in arrivals { await self?.take(arrival) }
      },
      Task { [weak self] in
        for await present in people { self?.take(present) }
      },
    ]
  }

  /// The most changes that are applied without letting a key in between.
  private static let changesInTurn = 64

  private func take(_ arrival: NoteArrival) async {
    switch arrival {
    case .replaced(let note): replace(by: note)
    case .changes(let changes):
      var rest = changes[...]
      while !rest.isEmpty, !isEnded {
        apply(rest.prefix(Self.changesInTurn))
        rest = rest.dropFirst(Self.changesInTurn)
        if !rest.isEmpty { await Task.yield() }
      }
    }
  }

  /// Applies changes to the copy and to the editor in one turn.
  private func apply(_ changes: some Collection<Change>) {
    guard replacement == nil else {
      replacement?.later += changes
      return
    }
    guard let session else { return }
    let before = mirror
    var edits: [TextChange] = []
    do {
      for change in changes {
        company.saw(change.id.actor, at: elapsed())
        for event in try replica.apply(change) { edits += perform(event) }
      }
    } catch {
      reopen()
    }
    session.perform(foreign: edits)
    mirror = session.buffer
    tags.note(from: before, to: mirror)
    if unsaved.isEmpty { base = mirror }
    if replica.textCount(field) != mirror.scalarCount { reopen() }
    if !company.people.isEmpty { reportPeople() }
  }

  /// What an event of the copy is in the editor; the mirror follows it.
  private func perform(_ event: ReplicaEvent) -> [TextChange] {
    guard case .remoteChange(let change) = event else { return [] }
    return change.operations.compactMap { step in
      guard case .edit(let path, let from, let to, let content, _) = step, path == "$.\(field)"
      else { return nil }
      let start = mirror.offset(ofScalar: from)
      let edit = TextChange(
        range: start..<(from == to ? start : mirror.offset(ofScalar: to)), replacement: content)
      mirror.apply(edit)
      return edit
    }
  }

  // MARK: - Another copy

  /// Waits for a merge with another copy of the document.
  func replace(by note: NoteReplica) {
    replacements += 1
    replacement = Replacement(number: replacements, note: note)
    session?.hasArrival()
  }

  /// Gets a copy again after this one could not follow.
  private func reopen() {
    guard replacement == nil, !isEnded else { return }
    // Nothing is applied until the merge; if it cannot be opened, the copy goes on as it is.
    replacement = Replacement(
      number: replacements,
      note: NoteReplica(replica: replica, field: field, generation: generation))
    reopening = Task { [document, weak self] in
      // Without another copy the session goes on with this one, made equal by the merge.
      if let note = try? await document.open() { self?.replace(by: note) }
      self?.reopening = nil
      self?.session?.hasArrival()
    }
  }

  package func merge(onto buffer: TextBuffer) async -> ForeignMerge? {
    await reopening?.value
    guard let (number, note) = replacement.map({ ($0.number, $0.note) }),
      let made = await Self.merge(base: base, mine: buffer, note)
    else { return nil }
    // A newer copy that came meanwhile is merged after this one.
    if replacement?.number == number {
      replacement?.note = made.note
      replacement?.merged = (made.text, made.replacements)
    }
    return replacement?.number == number ? made.merge : await merge(onto: buffer)
  }

  package func accept(_ merge: ForeignMerge, leadingTo buffer: TextBuffer) {
    guard let taken = replacement, let merged = taken.merged else { return }
    (replacement, unsaved) = (nil, [])
    (replica, generation) = (taken.note.replica, taken.note.generation)
    if !merge.differs {
      contradicted = nil
    } else if merge.hasContradictions, contradicted == nil {
      contradicted = base.text
    }
    tags.note(from: base, to: merged.text)
    tags.isExtending = false
    (mirror, base) = (merged.text, merged.text)
    do {
      var changes = merged.replacements.reversed().map {
        TextChange(range: $0.range, replacement: $0.text)
      }
      var text = mirror
      for change in changes { text.apply(change) }
      // What was typed while the merge was made.
      if let last = TextChange(from: text, to: buffer) { changes.append(last) }
      if !changes.isEmpty { try edit(changes) }
    } catch {
      reopen()
    }
    mirror = buffer
    if !taken.later.isEmpty { apply(taken.later) }
  }

  // MARK: - Storing

  package func store(_ buffer: TextBuffer) async throws -> TextStoring {
    if replacement != nil {
      await reopening?.value
      return .conflicted
    }
    let (batch, tags, told) = (unsaved, self.tags, company.news(position))
    let (commit, change) = try await Self.commit(
      batch, leadingTo: buffer, tags, to: document, over: generation,
      contradictingSince: contradicted, showing: told?.values)
    switch commit {
    case .stored(let saved):
      if let told { company.hasTold(told) }
      let parked = contradicted == nil ? nil : ParkingPlace.history
      contradicted = nil
      unsaved.removeFirst(min(batch.count, unsaved.count))
      self.tags.stored(change, after: tags)
      base = unsaved.isEmpty ? mirror : buffer
      tellCaret()
      return .stored(saved, parked: parked)
    case .superseded(let note):
      replace(by: note)
      return .conflicted
    }
  }

  package func end() async {
    guard !isEnded else { return }
    isEnded = true
    for follower in followers { follower.cancel() }
    await document.close()
  }
}

/// The document has no text where the note's is to be.
private struct MissingText: Error {}
