import MarfaSDK
import TerminalLayers
import Workbench

/// Giving notes tags, and taking them away.
@MainActor struct TagActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Offers tags to add to or remove from the notes.
  func edit() {
    let ids = workspace.list.targets
    guard let row = workspace.selectedNote else { return }
    guard ids != [row.id] else { return offerTags(of: ids, checked: Set(row.tags)) }
    context.work.performHolding("Reading the tags") {
      var common: Set<String>?
      for id in ids {
        let tags = Set(try await context.client.metadata.get(id: id).tags)
        common = common?.intersection(tags) ?? tags
      }
      offerTags(of: ids, checked: common ?? [])
    }
  }

  /// Opens the box of tags; checked is what all the notes have.
  private func offerTags(of ids: [String], checked: Set<String>) {
    boxes.pick(
      "Tags of \(workspace.named(ids))",
      from: TagChooser(tags: context.store.queryTags(), checked: checked) { tag, isThere in
        set(tag, on: ids, isThere: isThere)
      })
  }

  /// Adds a tag to notes or removes it, with the way back: only those change that lack or have it.
  private func set(_ tag: String, on ids: [String], isThere: Bool) {
    context.work.perform(isThere ? "Adding the tag" : "Removing the tag") {
      let store = context.client.store
      let tagged = Set(try await store.ids(taggedWith: tag))
      let changed = ids.filter { tagged.contains($0) != isThere }
      let add: @MainActor () async throws -> Void = {
        try await store.changeTags(of: changed, adding: [tag])
      }
      let remove: @MainActor () async throws -> Void = {
        try await store.changeTags(of: changed, removing: [tag])
      }
      try await (isThere ? add : remove)()
      context.messages.notice(isThere ? "Tagged #\(tag)." : "Removed #\(tag).")
      context.history.record(
        ActionHistory.Entry(
          summary: isThere ? "Tagged #\(tag)" : "Removed #\(tag)", undo: isThere ? remove : add,
          redo: isThere ? add : remove))
    }
  }
}
