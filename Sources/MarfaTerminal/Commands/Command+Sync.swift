extension Command {
  /// The server of the notes.
  static var sync: [Command] { exchange + onRequest + refused }

  /// What is on its way, and what it met.
  private static var exchange: [Command] {
    [
      onServer("go.sync", "Show what waits for the server") { $0.sync.openDrawer() },
      onServer("go.uploads", "Show the files on their way to the server") {
        $0.sync.openUploads()
      },
      onServer("go.people", "Show who else is in the notes") { $0.people.openList() },
      onServer("go.follow", "Follow somebody who is in the note, or stop") {
        $0.people.toggleFollowing()
      },
      inConflict("go.conflicts", "Go to the conflicts") { $0.navigation.show(.conflicts) },
      onServer("go.refused", "Go to what the server refused") { $0.navigation.show(.refused) },
      onServer("go.issue", "Go to what waits for you") { $0.sync.goToIssue() },
      inConflict("conflict.resolve", "Resolve the conflict", list: .selection) {
        $0.conflicts.openSelected()
      },
      inConflict("conflict.take-mine", "Take this device's side", list: .selection) {
        $0.conflicts.takeAll(.mine)
      },
      inConflict("conflict.take-theirs", "Take the server's side", list: .selection) {
        $0.conflicts.takeAll(.theirs)
      },
      onServer("sync.pause", "Pause the server, or go on") { $0.sync.togglePause() },
      onServer("sync.retry", "Try everything that failed again") { $0.sync.retryAll() },
    ]
  }

  /// What is asked of the server itself.
  private static var onRequest: [Command] {
    [
      onServer("search.server", "Search the server for the filter") { $0.server.search() },
      onServer("note.on-server", "Show the note as the server has it", list: .selection) {
        $0.server.showSelected()
      },
      onServer("server.item", "Look an item up on the server by its id") { $0.server.lookUp() },
      onServer("server.keys", "Show the keys of the server") { $0.server.openKeys() },
      onServer("server.webhooks", "Show the webhooks of the server") {
        $0.server.openWebhooks()
      },
      onServer("server.types", "Show the types of the server") { $0.server.openTypes() },
    ]
  }

  private static var refused: [Command] {
    [
      onServer("refused.retry", "Send what was refused again", list: .selection) {
        $0.sync.retryRefused()
      },
      onServer("refused.discard", "Give up what was refused", list: .selection) {
        $0.sync.discardRefused()
      },
      onServer("refused.copy", "Copy the server's words", list: .selection) {
        $0.sync.copyWords()
      },
    ]
  }

  /// A command that needs a server.
  private static func onServer(
    _ name: String, _ summary: String, list: ListNeed = .none,
    run: @escaping @MainActor (Actions) -> Void
  ) -> Command {
    Command(
      name, summary, .server, list: list,
      when: { $0.context.sync.status == nil ? .unavailable(noServer) : .available }, run: run)
  }

  /// A command about conflicts, which notes without a server have with the files of a mirror.
  private static func inConflict(
    _ name: String, _ summary: String, list: ListNeed = .none,
    run: @escaping @MainActor (Actions) -> Void
  ) -> Command {
    Command(
      name, summary, .server, list: list,
      when: {
        let sync = $0.context.sync
        if sync.status == nil, sync.conflicts == 0 { return .unavailable(noServer) }
        return list == .selection && $0.workspace.selectedNote == nil
          ? .unavailable("No note is selected.") : .available
      }, run: run)
  }

  private static let noServer = "These notes have no server; `marfa login` connects them."
}
