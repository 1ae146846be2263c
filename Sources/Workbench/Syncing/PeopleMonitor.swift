import MarfaSDK
import NoteEditing
import Observation

/// Who else is in which note, as the server says; nobody while it cannot be reached.
@MainActor @Observable package final class PeopleMonitor {
  /// The others, by the id of the note, in the order of their names.
  package private(set) var notes: [String: [PersonHere]] = [:]
  /// The label of the key that this machine signs in with; nil while it is not known.
  @ObservationIgnored package var keyLabel: String?
  /// Opens the document of a note; nil where there is none.
  @ObservationIgnored package var document:
    @MainActor (_ noteId: String) async -> (any NoteDocument)? = { _ in nil }

  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private let host: any FrameHost
  @ObservationIgnored private let elapsed: () -> Duration

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
    let next = present.mapValues { people in
      people.compactMap { PersonHere($0, at: now) }.sorted()
    }.filter { !$0.value.isEmpty }
    guard next.mapValues({ $0.map(\.id) }) != notes.mapValues({ $0.map(\.id) }) else { return }
    notes = next
    host.requestFrame()
  }
}
