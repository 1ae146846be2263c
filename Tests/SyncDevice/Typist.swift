import MarfaSDK

/// Writes lines at the end of a note that others edit, too.
actor Typist {
  private let note: any NoteDocument
  private var copy: NoteReplica
  private var follower: Task<Void, Never>?

  /// A typist with the copy that the note gave.
  init(_ note: any NoteDocument, _ copy: NoteReplica) {
    (self.note, self.copy) = (note, copy)
  }

  /// Writes one line, and returns when it is stored.
  ///
  /// - Throws: What the note throws.
  func write(_ line: String) async throws {
    follow()
    while true {
      let end = copy.text.unicodeScalars.count
      try copy.replica.update { root, _ in
        try root.jsonText("body")?.edit(end, end, line + "\n")
      }
      let changes = copy.replica.localChanges
      copy.replica.acknowledge(through: copy.replica.lastClientSequence)
      switch try await note.commit(
        changes, over: copy.generation, text: copy.text, tags: .none)
      {
      case .stored: return
      case .superseded(let newer): copy = newer
      }
    }
  }

  private func follow() {
    guard follower == nil else { return }
    follower = Task { [note, weak self] in
      for await arrival in note.arrivals { await self?.take(arrival) }
    }
  }

  private func take(_ arrival: NoteArrival) {
    switch arrival {
    case .changes(let changes):
      // A change that cannot be applied shows in the test: its line is missing.
      for change in changes { _ = try? copy.replica.apply(change) }
    case .replaced(let newer): copy = newer
    }
  }
}
