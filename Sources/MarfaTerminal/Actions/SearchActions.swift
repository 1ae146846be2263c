import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// Filters, searches and the order of the list.
@MainActor struct SearchActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes
  let navigation: Navigation

  /// Filters the list while the query is typed; Enter keeps the filter, Escape takes it away.
  ///
  /// - Parameter title: What is before the query: where it is looked for, if not in the list.
  func openFilter(title: String = "/") {
    workspace.focus = .list
    let before = workspace.list.filter
    boxes.layers.push(
      LinePrompt(
        context: context, title: title, text: before, history: context.memory.searches,
        remark: { _ in filterRemark },
        changed: { workspace.list.setFilterSoon($0) },
        cancelled: { workspace.list.setFilter(before) }
      ) { query in
        context.memory.searches.add(query)
        workspace.list.setFilter(query)
        if !query.isEmpty {
          context.hintOnce(
            "filter", "Esc shows the whole list again, S saves the filter.")
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
  func openSearch() {
    let list = workspace.list
    let query = list.isEmptyByFilter ? list.filter : ""
    workspace.sources.select(.all)
    list.setFilter(query)
    openFilter(title: "Search all notes")
  }

  /// Offers the searches that have a name.
  func openSavedSearches() {
    let rows = context.settings.configuration.savedSearches.map {
      PickerRow(id: $0.name, title: "@\($0.name)", detail: $0.query)
    }
    boxes.pick(
      "Saved searches",
      from: FixedRows(rows, emptyText: "None yet: filter with /, then S saves the search.") {
        showSavedSearch(named: $0.id)
      })
  }

  /// Shows what the search with a name finds.
  func showSavedSearch(named name: String) {
    let searches = context.settings.configuration.savedSearches
    guard let search = searches.first(where: { $0.name == name }) else { return }
    navigation.show(.savedSearch(name: name, query: search.query))
  }

  /// Asks for a name and saves under it what the list shows: the place and the filter.
  func saveSearch() {
    let filter = workspace.list.filter
    guard !filter.isEmpty else {
      context.messages.notice("No filter to save: / sets one.")
      return
    }
    let source = workspace.list.source
    let place = source.searchText(notebooks: workspace.sources.notebooks.notebooks)
    let isEverywhere = (place ?? "").isEmpty
    let parts = [place ?? "", isEverywhere ? filter : SearchText.factor(filter)]
    let query = parts.filter { !$0.isEmpty }.joined(separator: " ")
    boxes.ask("Name of the search") { name in
      guard !name.isEmpty else { return }
      do {
        try context.settings.save(search: SavedSearch(name: name, query: query))
        let remark = place == nil ? "; it searches all notes, not only \(source.title)" : ""
        context.messages.notice("Saved as @\(name)\(remark).")
      } catch {
        context.messages.error("The search could not be saved: \(ErrorText.sentence(for: error))")
      }
    }
  }

  /// Offers the orders of the list.
  func openSortMenu() {
    let rows = SortChoice.allCases.map { order in
      PickerRow(
        id: order.rawValue, title: order.title,
        detail: order.sort == workspace.list.sort ? "current" : "")
    }
    boxes.pick("Sort by", from: FixedRows(rows) { setSort($0.id) })
  }

  /// Sorts the list by the order of a name.
  func setSort(_ name: String) {
    SortChoice(rawValue: name).map { workspace.list.setSort($0.sort) }
  }
}
