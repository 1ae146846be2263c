import MarfaSDK
import NoteEditing
import Workbench

/// Following the shown note in the store.
extension NotePane {
  /// Follows a note from now on.
  func watch(_ id: String) {
    live?.stop()
    live = LiveNote(context.store.queryItem(id: id), beside: context.sync) { [weak self] in
      self?.follow()
      self?.context.host.requestFrame()
    }
  }

  /// Looks at what the store has of the note, after each change of it and of what is shown.
  func follow() {
    followId()
    followChanges()
    followFate()
    // What is edited alone is shared as soon as the server has the note, and can be reached.
    switch context.sync.connection {
    case .live, .elsewhere: session?.join()
    default: break
    }
  }

  /// Takes over the id that a server has given the shown note, once nobody edits it under the
  /// former one.
  func followId() {
    guard session == nil, !isOpening, let content, let id, wantedId == content.id,
      id != content.id, sessions.unsaved[content.id] == nil, sessions.leaving[content.id] == nil
    else { return }
    self.content?.id = id
    wantedId = id
    closeDrawers()
    watch(id)
  }

  /// Reads the note again when the store has a newer one than is shown; what is being edited takes
  /// in what is new.
  ///
  /// While a save is under way its own commit looks like somebody else's, so nothing is done until
  /// it has ended.
  private func followChanges() {
    guard let live, live.isKnown, let content, session?.isSaving != true else { return }
    guard let item = live.item else {
      self.live?.isGone = true
      return
    }
    let stored = TextToken(item)
    guard wantedId == content.id, stored != live.awaited,
      stored > content.token || (live.isGone && stored != content.token)
    else { return }
    self.live?.isGone = false
    self.live?.awaited = stored
    load(id: content.id)
  }

  /// What is edited here was stored: the note may have another title by it.
  func stored(id: String, as saved: SavedText) {
    guard content?.id == id, session?.id == id else { return }
    content?.token = TextToken(saved)
    guard content?.title != saved.title else { return }
    let former = title
    content?.title = saved.title
    restedTitle.typed(over: former, context.host) { [weak self] in
      self?.showTitle()
      self?.context.host.requestFrame()
    }
  }

  /// Shows the title that the note has now.
  func showTitle() {
    restedTitle.end()
    context.setTitle(title)
  }
}
