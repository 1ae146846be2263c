extension Command {
  /// The list of notes and searches.
  static var lists: [Command] {
    [
      Command("list.filter", "Filter the list as you type", .lists) { $0.openFilter() },
      Command("list.clear-filter", "Show the whole list again", .lists) {
        $0.workspace.list.clearFilter()
      },
      Command("list.select", "Mark the note, or unmark it", .lists) {
        $0.workspace.list.toggleMark()
      },
      Command("list.select-all", "Mark all notes of the list, or unmark them", .lists) {
        $0.toggleAllMarks()
      },
      Command(
        "list.sort", "Change sort order", .lists,
        argument: CommandArgument(
          values: { _ in SortChoice.allCases.map(\.rawValue) },
          choose: { application, word in
            SortChoice(rawValue: word).map { application.workspace.list.setSort($0.sort) }
          })
      ) { $0.openSortMenu() },
      Command(
        "notebook.fold", "Fold or unfold the notebook", .lists,
        when: {
          $0.workspace.sources.isFoldable
            ? .available : .unavailable("The selection has no sub-notebooks.")
        }
      ) { $0.workspace.sources.toggleExpanded() },
      Command("search.save", "Save the filter under a name", .lists) { $0.saveSearch() },
    ]
  }
}
