import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import Workbench

/// Giving a tag another name, wherever it is used, and the cloud in which that is asked for.
@MainActor package struct TagNameActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Shows all tags.
  func openCloud() {
    let cloud = TagCloud(context: context) { rename($0, counts: $1, renamed: $2) }
    boxes.layers.push(cloud)
    context.work.performHolding("Reading the tags") { await cloud.finishReading() }
  }

  /// Asks for a new name of a tag; the name of another tag merges the two.
  ///
  /// While the name is typed the prompt says how many notes change.
  ///
  /// - Parameters:
  ///   - tag: The tag's name.
  ///   - counts: How many notes each tag has.
  ///   - renamed: Takes the new name once the notes have it.
  package func rename(
    _ tag: String, counts: [String: Int],
    renamed: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    let remark: @MainActor (String) -> String = { name in
      let notes = Self.notes(counts[tag] ?? 0)
      guard name != tag, let others = counts[name] else { return "changes \(notes)" }
      return "merges \(notes) into #\(name), which has \(others)"
    }
    boxes.ask("Rename #\(tag) to", text: tag, remark: remark) { name in
      guard let name = TagRules.normalize(name), name != tag else { return }
      context.work.perform("Renaming the tag") {
        let undo = try await undoing(renameOf: tag, to: name)
        let count = try await context.client.metadata.renameTag(tag, to: name)
        renamed(name)
        let before = follow(tag, renamedTo: name)
        if let before { tell(tag, renamedTo: name, notes: count, searches: before) }
        context.history.record(
          ActionHistory.Entry(
            summary: "Renamed #\(tag) to #\(name)",
            undo: {
              try await undo()
              context.memory.restoredName(ofTag: tag)
              _ = save(before ?? [])
            },
            redo: {
              _ = try await context.client.metadata.renameTag(tag, to: name)
              follow(tag, renamedTo: name)
            }))
      }
    }
  }

  private func tell(
    _ tag: String, renamedTo name: String, notes count: Int, searches: [SavedSearch]
  ) {
    // In the cloud of tags letters are typed into its filter.
    let way = boxes.layers.top == nil ? "u to undo" : "In the list u to undo"
    let names = searches.map { "@" + $0.name }.joined(separator: ", ")
    let also = names.isEmpty ? "" : " and in \(names)"
    context.messages.notice("#\(tag) is now #\(name) on \(Self.notes(count))\(also). \(way).")
  }

  /// The list, its filter and the saved searches go on under the new name.
  ///
  /// - Returns: The searches that were changed, as they were; nil when they could not be, which is
  ///   told.
  @discardableResult
  func follow(_ tag: String, renamedTo name: String) -> [SavedSearch]? {
    context.memory.renamed(tag, to: name)
    workspace.list.follow(tag, renamedTo: name)
    let searches = context.settings.configuration.savedSearches
    let changed = TagRenaming(tag: tag, name: name).changed(of: searches)
    guard save(changed) else { return nil }
    return searches.filter { old in changed.contains { $0.name == old.name } }
  }

  /// Saves searches in the place of those of their names.
  ///
  /// - Returns: Whether that was possible.
  private func save(_ searches: [SavedSearch]) -> Bool {
    guard !searches.isEmpty else { return true }
    do {
      try context.settings.save(searches)
      return true
    } catch {
      let names = searches.map { "@" + $0.name }.joined(separator: ", ")
      context.messages.error(
        "The tag was renamed, but \(names) could not be changed: "
          + ErrorText.sentence(for: error))
      return false
    }
  }

  /// What takes a renaming back that is about to be made: a note that has both tags now keeps both.
  private func undoing(
    renameOf tag: String, to name: String
  ) async throws -> @MainActor () async throws -> Void {
    let store = context.client.store
    let others = Set(try await store.ids(taggedWith: name))
    let ids = try await store.ids(taggedWith: tag)
    return {
      try await store.changeTags(
        of: ids.filter { !others.contains($0) }, adding: [tag], removing: [name])
      try await store.changeTags(of: ids.filter { others.contains($0) }, adding: [tag])
      if others.isEmpty { workspace.list.follow(name, renamedTo: tag) }
    }
  }

  private static func notes(_ count: Int) -> String {
    count == 1 ? "1 note" : "\(count) notes"
  }
}
