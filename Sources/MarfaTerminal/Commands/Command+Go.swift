extension Command {
  /// Going somewhere at once.
  static var go: [Command] {
    [
      Command("go.anywhere", "Go to any note, tag, notebook or action", .go) {
        $0.openGoAnywhere()
      },
      Command("go.search", "Search in all notes", .go) { $0.openSearch() },
      Command("go.tags", "Show the tag cloud", .go) { $0.openTagCloud() },
      Command("go.backlinks", "Show what links here", .go) { $0.openBacklinks() },
      Command("go.outline", "Show the headings of the note", .go) { $0.openOutline() },
      Command(
        "go.saved-searches", "Show the saved searches", .go,
        argument: CommandArgument(
          values: { $0.settings.configuration.savedSearches.map(\.name) },
          choose: { $0.showSavedSearch(named: $1) })
      ) { $0.openSavedSearches() },
      Command("go.inbox", "Go to the inbox", .go) { $0.show(.inbox) },
      Command("go.archive", "Go to the archive", .go) { $0.show(.archive) },
      Command("go.trash", "Go to the trash", .go) { $0.show(.trash) },
    ]
  }
}
