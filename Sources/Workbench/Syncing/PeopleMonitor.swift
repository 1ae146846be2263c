import MarfaSDK
import NoteEditing

/// Who else is in which note, as the server says; nobody while it cannot be reached.
///
/// It asks for a frame itself, and only for what is seen: others move with each of their keys.
@MainActor package final class PeopleMonitor {
  /// The others, by the id of the note, in the order of their names.
  package private(set) var notes: [String: [PersonHere]] = [:]
  /// What they said last, by the id of the note.
  private var said: [String: [NotePerson]] = [:]
  /// The label of the key that this machine signs in with; nil while it is not known.
  package var keyLabel: String?
  /// Opens the document of a note; nil where there is none.
  package var document: @MainActor (_ noteId: String) async -> (any NoteDocument)? = { _ in nil }

  private var following: Task<Void, Never>?
  private let host: any FrameHost
  private let elapsed: () -> Duration

  /// Knows of nobody yet.
  ///
  /// - Parameters:
  ///   - host: Shows what changed.
  ///   - elapsed: The time since a fixed instant.
  package init(host: any FrameHost, elapsed: @escaping () -> Duration) {
    (self.host, self.elapsed) = (host, elapsed)
  }

  /// The others in a note, in the order of their names.
  package func people(in noteId: String?) -> [PersonHere] {
    noteId.flatMap { notes[$0] } ?? []
  }

  /// Takes the documents of the notes, in place of those before; nil for none.
  package func connect(to documents: NoteDocuments?) {
    document = { [host] id in
      guard let documents else { return nil }
      return await DocumentOpening(host: host).document { await documents.note(id: id) }
    }
    follow(documents?.peopleChanges())
  }

  /// Begins to follow who is where, in place of what was followed before; nil follows nothing.
  package func follow(_ people: AsyncStream<[String: [NotePerson]]>?) {
    following?.cancel()
    take([:])
    following = people.map { people in
      Task { [weak self] in
        for await present in people { self?.take(present) }
        self?.take([:])
      }
    }
  }

  private func take(_ present: [String: [NotePerson]]) {
    let now = elapsed()
    let next = [String: [PersonHere]](
      uniqueKeysWithValues: present.map { note, people in
        (note, people.compactMap { person($0, in: note, at: now) }.sorted())
      }
    ).filter { !$0.value.isEmpty }
    let isShown =
      next.keys == notes.keys
      && next.allSatisfy { note, people in
        people.elementsEqual(notes[note] ?? []) { $1.looks(like: $0) }
      }
    (notes, said) = (next, present)
    if !isShown { host.requestFrame() }
  }

  /// Somebody as they are shown; a person who says the same as before has done nothing since.
  private func person(_ person: NotePerson, in note: String, at now: Duration) -> PersonHere? {
    guard var here = PersonHere(person, at: now) else { return nil }
    if said[note]?.contains(person) == true,
      let known = notes[note]?.first(where: { $0.id == here.id })
    {
      here.lastSeen = known.lastSeen
    }
    return here
  }
}
