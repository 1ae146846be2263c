import TerminalLayers

/// The others in the notes: who they are, going to them, following them.
@MainActor package struct PeopleActions: PeopleSource {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Shows who is in which note.
  func openList() {
    boxes.layers.push(PeopleView(context: context, source: self))
    context.host.requestFrame()
  }

  /// Everybody with their note, those of the shown note first.
  package func places() -> [PersonPlace] {
    let shown = workspace.note.content?.id
    let here = workspace.note.people.map { PersonPlace(person: $0, noteId: shown ?? "") }
    let elsewhere = context.people.notes.filter { $0.key != shown }.flatMap { id, people in
      people.map { PersonPlace(person: $0, noteId: id) }
    }
    return here + elsewhere.sorted { ($0.person, $0.noteId) < ($1.person, $1.noteId) }
  }

  /// Goes to where somebody is.
  package func go(to place: PersonPlace) {
    enter(place) { note in
      note.go(toPerson: place.person.id)
      let keys = context.settings.keymap.keys(for: "go.follow", in: .normal).first
      context.messages.notice(
        "\(place.person.name) is here."
          + (keys.map { " \($0.displayName) follows, Esc then stops." } ?? ""))
    }
  }

  /// Keeps the cursor where somebody is.
  package func follow(_ place: PersonPlace) {
    enter(place) { note in
      note.follow(person: place.person.id)
      context.messages.notice("Following \(place.person.name); Esc stops.")
    }
  }

  /// Follows the one who is in the note, asks whom if there are several, or stops.
  func toggleFollowing() {
    let note = workspace.note
    guard note.followed == nil else {
      note.follow(person: nil)
      return context.messages.notice("Not following any more.")
    }
    let here = places().filter { $0.noteId == note.content?.id }
    switch here.count {
    case 0: context.messages.notice("Nobody else is in the note.")
    case 1: follow(here[0])
    default: openList()
    }
  }

  /// Opens the editor on the note of a place, then does something in it.
  private func enter(_ place: PersonPlace, then act: @escaping @MainActor (NotePane) -> Void) {
    let note = workspace.note
    if note.session != nil, note.session?.id == place.noteId {
      workspace.focus = .note
      return act(note)
    }
    context.carryOut(.open(id: place.noteId, line: nil))
    context.work.performHolding("Going there") {
      await note.edit(id: place.noteId, in: .normal)
      guard note.session?.id == place.noteId else { return }
      act(note)
    }
  }
}
