import MarfaSDK
import Workbench

/// What becomes of the selected source when what it is the name of changes.
extension SourcesPane {
  /// Goes on under the new name of a notebook, a tag or a search; a notebook that is gone gives way
  /// to all notes.
  func followSelected() {
    switch selected {
    case .notebook(let id, let title): followNotebook(id, titled: title)
    case .tag(let tag): followTag(tag)
    case .savedSearch(let name, let query): followSearch(named: name, query: query)
    default: tagTrail = nil
    }
  }

  /// What is wrong with the selected source in two or three words, if there is no such one.
  var missingWord: String? {
    switch selected {
    case .tag(let tag):
      guard !tags.isLoading, tags.error == nil, !tags.tags.contains(where: { $0.tag == tag }),
        !list.window.isStale,
        list.window.listedCount == 0
      else { return nil }
      return "no such tag"
    case .savedSearch(let name, _):
      let searches = context.settings.configuration.savedSearches
      return searches.contains { $0.name == name } ? nil : "no such search"
    default: return nil
    }
  }

  private func followNotebook(_ id: String, titled title: String) {
    guard !notebooks.isLoading, notebooks.error == nil else { return }
    guard let found = notebooks.notebooks.flattened.first(where: { $0.notebook.id == id }) else {
      if id == awaited { return }
      // Its list would only ever be empty.
      select(.all)
      context.messages.notice("The notebook “\(title)” is gone; showing all notes.")
      return
    }
    if id == awaited { awaited = nil }
    if found.notebook.title != title {
      rename(to: .notebook(id: id, title: found.notebook.title))
    }
  }

  private func followSearch(named name: String, query: String) {
    let searches = context.settings.configuration.savedSearches
    guard let search = searches.first(where: { $0.name == name }), search.query != query else {
      return
    }
    list.replaceSource(by: .savedSearch(name: name, query: search.query))
  }

  private func followTag(_ tag: String) {
    guard !tags.isLoading, tags.error == nil else { return }
    if let known = tags.tags.first(where: { $0.tag == tag }) {
      let row = list.selectedRow
      tagTrail = TagTrail(tag: tag, count: known.count, row: row, before: tagTrail)
    } else if let trail = tagTrail, trail.tag == tag {
      tagTrail = nil
      findTag(trail)
    }
  }

  /// Looks what another program may have renamed a tag to.
  private func findTag(_ trail: TagTrail) {
    guard let id = trail.witness?.id else { return }
    context.work.perform("Looking for the tag") { [self] in
      guard let now = try await context.client.store.tags(ofItem: id),
        let name = trail.newName(tagsNow: now, of: tags.tags),
        selected == .tag(trail.tag)
      else { return }
      context.memory.renamed(trail.tag, to: name)
      list.follow(trail.tag, renamedTo: name)
      context.messages.notice("The tag #\(trail.tag) is now #\(name).")
    }
  }
}
