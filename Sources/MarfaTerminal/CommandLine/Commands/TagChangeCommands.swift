import ArgumentParser
import MarfaSDK

/// Adds a tag to notes.
struct TagAddCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a tag to notes.")

  @Argument(help: "The tag.")
  var tag: String

  @Argument(help: "Ids or their first characters; - reads them from standard input.")
  var ids: [String]

  @Flag(name: .customLong("dry-run"), help: "Change nothing, tell what would be changed.")
  var isDryRun = false

  func run(in session: CommandSession) async throws {
    let tag = try TagArgument.normalized(tag)
    try await TagArgument.change(ids, isDryRun: isDryRun, verb: "tagged", session) { store, id in
      let before = try await store.metadata(id: id).tags
      guard !before.contains(tag) else { return false }
      if !isDryRun { _ = try await store.addTags(id: id, [tag]) }
      return true
    }
  }
}

/// Takes a tag from notes.
struct TagRemoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Take a tag from notes.")

  @Argument(help: "The tag.")
  var tag: String

  @Argument(help: "Ids or their first characters; - reads them from standard input.")
  var ids: [String]

  @Flag(name: .customLong("dry-run"), help: "Change nothing, tell what would be changed.")
  var isDryRun = false

  func run(in session: CommandSession) async throws {
    let tag = try TagArgument.normalized(tag)
    try await TagArgument.change(ids, isDryRun: isDryRun, verb: "untagged", session) { store, id in
      let before = try await store.metadata(id: id).tags
      guard before.contains(tag) else { return false }
      if !isDryRun { _ = try await store.removeTags(id: id, [tag]) }
      return true
    }
  }
}

/// Renames a tag on all notes.
struct TagRenameCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a tag on all notes; merges with a tag that exists.")

  @Argument(help: "The tag as it is called.")
  var old: String

  @Argument(help: "The tag as it is to be called.")
  var new: String

  @Flag(name: .customLong("dry-run"), help: "Change nothing, tell what would be changed.")
  var isDryRun = false

  func run(in session: CommandSession) async throws {
    let old = try TagArgument.normalized(old)
    let new = try TagArgument.normalized(new)
    let client = try await session.openNotes()
    guard let entry = try await client.store.tags().first(where: { $0.tag == old }) else {
      throw CommandFailure(.notFound, "There is no tag \(old).")
    }
    let count = isDryRun ? entry.count : try await client.store.renameTag(old, to: new)
    let note = count == 1 ? "1 note" : "\(count) notes"
    session.output.note(isDryRun ? "\(note) would be changed." : "\(note) changed.")
  }
}

/// Tags as arguments.
enum TagArgument {
  /// The tag as it is stored.
  ///
  /// - Parameter text: The tag as it was typed, with or without `#`.
  /// - Returns: The normalized tag.
  /// - Throws: `CommandFailure` when nothing of it is left.
  static func normalized(_ text: String) throws -> String {
    guard let tag = TagRules.normalize(text) else {
      throw CommandFailure(.usage, "\(text) is no tag: a tag has letters or digits.")
    }
    return tag
  }

  /// Changes the tags of several notes and prints the ids of those that changed.
  static func change(
    _ names: [String], isDryRun: Bool, verb: String, _ session: CommandSession,
    _ change: (LocalStore, String) async throws -> Bool
  ) async throws {
    let names = try session.expanded(names)
    let client = try await session.openNotes()
    var batch = IDBatch(names: names, session: session)
    var count = 0
    while let id = await batch.next(in: client.store) {
      await batch.attempt(id) {
        if try await change(client.store, id) { count += 1 }
      }
    }
    let note = count == 1 ? "1 note" : "\(count) notes"
    session.output.note(isDryRun ? "\(note) would be \(verb)." : "\(note) \(verb).")
    try batch.finish()
  }
}
