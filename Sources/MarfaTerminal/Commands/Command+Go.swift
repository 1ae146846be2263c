extension Command {
  /// Going somewhere at once.
  static var go: [Command] {
    [
      Command("go.anywhere", "Go to any note, tag, notebook or action", .go) {
        CommandBoxes(actions: $0).openGoAnywhere()
      },
      Command("go.search", "Search in all notes", .go) { $0.searches.openSearch() },
      Command("go.tags", "Show the tag cloud", .go) { $0.tagNames.openCloud() },
      Command("go.backlinks", "Show what links here", .go, list: .selection) {
        $0.views.openBacklinks()
      },
      Command("go.attachments", "Go to the files of the note", .go, list: .selection) {
        $0.files.focus()
      },
      Command("go.outline", "Show the outline of the note", .go) { $0.views.openOutline() },
      Command(
        "go.saved-searches", "Show the saved searches", .go,
        argument: CommandArgument(
          values: { $0.context.settings.configuration.savedSearches.map(\.name) },
          choose: { $0.searches.showSavedSearch(named: $1) })
      ) { $0.searches.openSavedSearches() },
      Command("go.notes", "Go to all notes", .go) { $0.navigation.show(.all) },
      Command("go.inbox", "Go to the inbox", .go) { $0.navigation.show(.inbox) },
      Command("go.archive", "Go to the archive", .go) { $0.navigation.show(.archive) },
      Command("go.trash", "Go to the trash", .go) { $0.navigation.show(.trash) },
    ]
  }
}
