import NoteFiles
import Workbench

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
      onNotebook("notebook.new", "New notebook", needs: .nothing) { $0.sources.create() },
      onNotebook("notebook.rename", "Rename the notebook or tag", needs: .name) {
        $0.sources.rename()
      },
      onNotebook("notebook.move", "Move the notebook", needs: .notebook) { $0.sources.move() },
      onNotebook("notebook.delete", "Move the notebook to the trash", needs: .notebook) {
        $0.sources.delete()
      },
      onNotebook("notebook.restore", "Restore a notebook from the trash", needs: .nothing) {
        $0.notebooks.offerTrashed()
      },
      Command("search.save", "Save the filter as a search", .lists) { $0.searches.saveSearch() },
    ]
  }

  /// What must be selected in the pane of sources for a command to make sense.
  private enum SourceNeed { case nothing, name, notebook }

  private static func onNotebook(
    _ name: String, _ summary: String, needs need: SourceNeed,
    run: @escaping @MainActor (Actions) -> Void
  ) -> Command {
    Command(name, summary, .lists, when: { availability(of: need, in: $0) }, run: run)
  }

  @MainActor private static func availability(
    of need: SourceNeed, in actions: Actions
  ) -> Availability {
    let source = actions.workspace.sources.selected
    if need == .name, source.tag != nil { return .available }
    if let reason = KeyRights.obstacle(toNotebooks: actions.context.sync.rights) {
      return .unavailable(reason)
    }
    if need == .nothing { return .available }
    guard case .notebook = source else {
      let kind = need == .name ? "notebook or a tag" : "notebook"
      return .unavailable("“\(source.title)” is not a \(kind); select one in the left pane.")
    }
    return .available
  }
}
