import MarfaSDK
import NoteFiles
import TerminalLayers
import Workbench

/// What the person does about the exchange with the server.
@MainActor struct SyncActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes
  let navigation: Navigation
  let conflicts: ConflictActions

  /// Shows what waits for the server.
  func openDrawer() {
    boxes.layers.push(
      SyncDrawer(context: context) { [conflicts] in conflicts.open(itemId: $0) })
  }

  /// Shows how far the files are that go to the server.
  func openUploads() { boxes.layers.push(UploadsView(context: context)) }

  /// Pauses the exchange, or goes on with it.
  func togglePause() {
    guard context.sync.hasEngine else {
      return context.messages.notice("Nothing is exchanged with a server.")
    }
    guard !context.sync.isManual else {
      return context.messages.notice("Nothing is exchanged before you ask for it.")
    }
    guard !context.sync.isPausedBySetting else {
      return context.messages.notice(SyncStatus.pausedBySetting)
    }
    context.work.perform("Pausing") {
      await context.sync.togglePause()
      context.messages.notice(context.sync.isPaused ? "Paused." : "Going on.")
    }
  }

  /// Tries everything that failed again now.
  func retryAll() {
    context.sync.tellTrying()
    context.work.perform("Trying again") {
      try await context.sync.retry(in: context.client.store)
    }
  }

  /// Shows what waits for the person: conflicts first, then what was refused, then files that could
  /// not be sent; from a list of these what comes after it.
  func goToIssue() {
    let status = context.sync.status
    // Their answers are in the drawer.
    if let status, status.setBack + status.removals > 0 { return openDrawer() }
    var lists: [Source] = []
    if let status, status.conflicts > 0 { lists.append(.conflicts) }
    if let status, status.refused > 0 { lists.append(.refused) }
    let hasFailedUploads = (status?.failedUploads ?? 0) > 0
    let shown = lists.firstIndex(of: workspace.list.source)
    if let shown, shown + 1 == lists.count, hasFailedUploads { return openUploads() }
    let next = shown.map { ($0 + 1) % lists.count } ?? 0
    if lists.indices.contains(next) { return navigation.show(lists[next]) }
    guard hasFailedUploads else { return context.messages.notice("Nothing waits for you.") }
    openUploads()
  }

  // MARK: - What was refused of the notes

  /// Sends what was refused of the marked notes, or of the selected one, again.
  func retryRefused() {
    withRefused { changes in
      // The server's answer may come before this task goes on.
      context.sync.tellQueuedAgain(changes.count)
      for change in changes { try await context.client.store.retryRefused(id: change.id) }
    }
  }

  /// Asks, then gives up what was refused of the notes; they show what the server has.
  func discardRefused() {
    withRefused { changes in
      let what = changes.count == 1 ? "1 change" : "\(changes.count) changes"
      let loss =
        changes.contains { $0.kind == .createItem }
        ? "A note that the server does not have is removed from this machine, too."
        : "The note then shows what the server has."
      boxes.confirm(
        "Give up \(what) that the server refused? \(loss)", key: "g", label: "give it up"
      ) {
        context.work.perform("Giving up") {
          for change in changes { try await context.client.store.discardRefused(id: change.id) }
          context.messages.notice("Given up.")
        }
      }
      context.host.requestFrame()
    }
  }

  /// Copies the server's words about the notes.
  func copyWords() {
    withRefused { changes in
      let words = changes.map { "\($0.code): \($0.message)" }
      context.copy(words.joined(separator: "\n"), called: "The server's words")
    }
  }

  private func withRefused(_ body: @escaping @MainActor ([RefusedChange]) async throws -> Void) {
    let ids = Set(workspace.list.targets)
    context.work.performHolding("Reading what was refused") {
      let changes = try await context.client.store.refusedChanges()
        .filter { !ids.isDisjoint(with: [$0.itemId, $0.noteId].compactMap(\.self)) }
      guard !changes.isEmpty else {
        return context.messages.notice("The server refused nothing of this.")
      }
      try await body(changes)
    }
  }
}
