import MarfaSDK
import NoteFiles

/// Notes that belong to one server and are to go to another.
struct ServerMove: Sendable {
  let store: LocalStore
  let lockPath: String
  /// How they go; nil when nobody has said so.
  let change: ServerChange?

  /// Lets the notes leave their server, if the one that answers is another and somebody asked for
  /// it.
  ///
  /// - Parameters:
  ///   - capabilities: What the server says of itself.
  ///   - url: Its address.
  /// - Throws: `CommandFailure` when the notes stay where they are, or `StorageError`.
  func leave(for capabilities: JSONValue, at url: String) async throws {
    guard let known = try await store.server() else { return }
    let id = capabilities.objectValue?["server_id"]?.stringValue
    let isSame = known.serverId.map { $0 == id } ?? (known.url == url)
    guard !isSame else { return try await keep(known, at: url) }
    guard let change else {
      throw CommandFailure(
        .refused,
        "These notes belong to the server at \(known.url); nothing was sent. --move sends them all "
          + "to this one, which they belong to from now on; --copy does so under new ids, as notes of "
          + "their own. Or make a profile for it: `marfa profile new NAME`, then "
          + "`marfa --profile NAME login`.")
    }
    try await refuseWhatIsOpen(at: known.url)
    try await store.leaveServer(change)
  }

  /// The same server may have another address.
  private func keep(_ known: ServerIdentity, at url: String) async throws {
    if change == .copy {
      throw CommandFailure(
        .usage, "These notes belong to this server already; --copy would double them.")
    }
    guard known.url != url else { return }
    try await store.connect(
      to: ServerIdentity(url: url, serverId: known.serverId, logEpoch: known.logEpoch))
  }

  /// Nothing is lost that only the former server has, or that a person has not decided.
  private func refuseWhatIsOpen(at url: String) async throws {
    if EngineReport.read(lockPath)?.isDriven == true {
      throw CommandFailure(
        .offline, "Another marfa syncs these notes; close it first. Nothing was changed.")
    }
    let counts = try await store.syncCounts()
    if counts.conflicts + counts.refused + counts.setBack + counts.removals > 0 {
      throw CommandFailure(
        .conflict,
        "Something about the server at \(url) waits for you: "
          + SyncWords.waiting(counts).joined(separator: ", ")
          + ". Decide it first (`marfa conflicts list`, `marfa refused list`, `marfa sync`); "
          + "nothing was changed.")
    }
    let files = try await store.absentFiles()
    if files > 0 {
      throw CommandFailure(
        .conflict,
        "\(SyncWords.number(files, "file is", "files are")) only on the server at \(url); "
          + "`marfa get` fetches them. Nothing was changed.")
    }
  }
}
