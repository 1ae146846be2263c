import MarfaSDK
import NoteFiles
import Settings
import TerminalUI

/// Filters, searches and going to a place.
extension Application {
  /// Filters the list while the query is typed; Enter keeps the filter, Escape takes it away.
  package func openFilter() {
    workspace.focus = .list
    let before = workspace.list.filter
    compositor.push(
      LinePrompt(
        application: self, title: "/", text: before, history: searchHistory,
        remark: { [self] _ in filterRemark },
        changed: { [self] in workspace.list.setFilter($0) },
        cancelled: { [self] in workspace.list.setFilter(before) }
      ) { [self] query in
        searchHistory.add(query)
        workspace.list.setFilter(query)
        if !query.isEmpty {
          hintOnce("filter", "Esc shows the whole list again, S saves the filter under a name.")
        }
      })
  }

  /// What is to say of the filter while it is typed: what was taken literally, or the count.
  private var filterRemark: String {
    let list = workspace.list
    if let hint = list.queryHints.first { return hint.sentence }
    guard !list.filter.isEmpty, !list.window.isStale else { return "" }
    return list.window.listedCount == 1 ? "1 note" : "\(list.countText) notes"
  }

  /// Filters all notes, wherever the list was, by what found nothing there.
  package func openSearch() {
    let list = workspace.list
    let query = list.isEmptyByFilter ? list.filter : ""
    workspace.sources.select(.all)
    list.setFilter(query)
    openFilter()
  }

  /// Shows a source in the list.
  package func show(_ source: Source) {
    workspace.sources.select(source)
    workspace.focus = .list
  }

  /// Offers notes, tags, notebooks and actions in one box.
  package func openGoAnywhere() {
    compositor.push(
      Picker(
        application: self, title: "Go to   #tag  @notebook  :action  !recent",
        source: GoAnywhere(application: self)))
  }

  /// Shows all tags.
  package func openTagCloud() {
    let cloud = TagCloud(application: self)
    compositor.push(cloud)
    performHolding("Reading the tags") { await cloud.finishReading() }
  }

  /// Offers the searches that have a name.
  package func openSavedSearches() {
    let rows = settings.configuration.savedSearches.map {
      PickerRow(id: $0.name, title: "@\($0.name)", detail: $0.query)
    }
    compositor.push(
      Picker(
        application: self, title: "Saved searches",
        source: FixedRows(rows, emptyText: "None yet: filter with /, then S saves the search.") {
          [self] in showSavedSearch(named: $0.id)
        }))
  }

  /// Shows what the search with a name finds.
  func showSavedSearch(named name: String) {
    guard let search = settings.configuration.savedSearches.first(where: { $0.name == name }) else {
      return
    }
    show(.savedSearch(name: name, query: search.query))
  }

  /// Asks for a name and saves under it what the list shows: the place and the filter.
  package func saveSearch() {
    let filter = workspace.list.filter
    guard !filter.isEmpty else {
      messages.notice("There is no filter to save: / sets one.")
      return
    }
    let source = workspace.list.source
    let place = source.searchText(notebooks: workspace.sources.notebooks.notebooks)
    let isEverywhere = (place ?? "").isEmpty
    let parts = [place ?? "", isEverywhere ? filter : SearchText.factor(filter)]
    let query = parts.filter { !$0.isEmpty }.joined(separator: " ")
    ask("Name of the search") { [self] name in
      guard !name.isEmpty else { return }
      do {
        try settings.save(search: SavedSearch(name: name, query: query))
        let remark = place == nil ? ", which looks in all notes, not in \(source.title) only" : ""
        messages.notice("Saved as @\(name)\(remark).")
      } catch {
        messages.error("The search could not be saved: \(ErrorText.sentence(for: error))")
      }
    }
  }

  /// Opens a note by id in the note pane, and remembers the way back.
  package func open(id: String, line: Int? = nil) {
    // A note that is only looked at beside the list is the way back from a link in it, too.
    if workspace.focus == .note, let shown = workspace.note.id { jumps.visit(shown) }
    workspace.list.select(id: id)
    workspace.note.show(id: id, line: line)
    workspace.focus = .note
    reveal(id)
  }

  /// Widens the list until it holds the note that is shown.
  ///
  /// What is done next is done to the selected row; keys typed meanwhile wait.
  private func reveal(_ id: String) {
    performHolding("Finding the note in the list") { [self] in try await widenList(to: id) }
  }

  private func widenList(to id: String) async throws {
    let list = workspace.list
    if !list.filter.isEmpty, try await list.window.index(of: id) == nil {
      list.setFilter("")
      list.select(id: id)
    }
    guard try await list.window.index(of: id) == nil,
      let state = try await client.store.item(id: id)?.state
    else { return }
    workspace.sources.select(state == .trashed ? .trash : state == .archived ? .archive : .all)
    list.select(id: id)
  }

  /// Selects the note that is shown in a list that holds it, and waits until it is; without one
  /// nothing is selected that a command could act on.
  func bringToList(_ id: String) async throws {
    workspace.list.select(id: id)
    try await widenList(to: id)
    await workspace.list.finishReading()
  }

  /// Goes back to the note looked at before, past those that are gone since.
  package func jumpBack() {
    performHolding("Going back") { [self] in
      let gone = try await gone(first: jumps.past)
      guard let id = jumps.back(past: gone) else {
        return messages.notice("There is nowhere to go back to.")
      }
      reopen(id)
    }
  }

  /// Goes forward again, past those that are gone since.
  package func jumpForward() {
    performHolding("Going forward") { [self] in
      let gone = try await gone(first: jumps.future)
      guard let id = jumps.forward(past: gone) else {
        return messages.notice("There is nowhere to go forward to.")
      }
      reopen(id)
    }
  }

  /// Those of some notes, up to the first other one, that are removed or in the trash.
  private func gone(first ids: [String]) async throws -> Set<String> {
    var gone: Set<String> = []
    for id in ids where id != jumps.current {
      let state = try await client.store.item(id: id)?.state
      if state != nil, state != .trashed { break }
      gone.insert(id)
    }
    return gone
  }

  private func reopen(_ id: String) {
    workspace.list.select(id: id)
    workspace.note.show(id: id, isJump: true)
    reveal(id)
  }
}
