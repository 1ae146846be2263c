extension Command {
  /// The list of notes and searches.
  static var lists: [Command] {
    [
      Command("list.filter", "Filter the list as you type", .lists) { $0.searches.openFilter() },
      Command("list.clear-filter", "Show the whole list again", .lists) {
        $0.workspace.list.clearFilter()
      },
      Command("list.select", "Mark or unmark the note", .lists, list: .selection) {
        $0.workspace.list.toggleMark()
      },
      Command("list.select-all", "Mark or unmark all notes of the list", .lists) {
        $0.notes.toggleAllMarks()
      },
      Command(
        "list.sort", "Change sort order", .lists,
        argument: CommandArgument(
          values: { _ in SortChoice.allCases.map(\.rawValue) },
          choose: { $0.searches.setSort($1) })
      ) { $0.searches.openSortMenu() },
      Command(
        "notebook.fold", "Fold or unfold the notebook", .lists,
        when: {
          $0.workspace.sources.isFoldable
            ? .available : .unavailable("The selection has no sub-notebooks.")
        }
      ) { $0.workspace.sources.toggleExpanded() },
      Command("search.save", "Save the filter as a search", .lists) { $0.searches.saveSearch() },
    ]
  }
}
