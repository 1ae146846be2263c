import MarfaSDK
import NoteFiles

/// Names what would be lost with the notes of this machine.
struct UnsentNotes: Sendable {
  private let store: LocalStore

  /// The most titles that are named.
  private static let most = 10

  init(_ store: LocalStore) { self.store = store }

  /// Says what is not on the server, with the titles of the notes; none when everything is there.
  func lines() async throws -> [String] {
    let counts = try await store.syncCounts()
    guard counts.server != nil else {
      let notes = try await store.countsByState().values.reduce(0, +)
      return notes == 0
        ? [] : ["Without a server, \(SyncWords.number(notes, "note is", "notes are")) only here."]
    }
    let waiting = SyncWords.waiting(counts)
    if waiting.isEmpty { return [] }
    var ids: [String] = []
    for mutation in try await store.pendingMutations() {
      if let id = mutation.itemId, !ids.contains(id) { ids.append(id) }
    }
    var lines = ["Not on the server: \(waiting.joined(separator: ", "))."]
    for id in ids.prefix(Self.most) { lines.append("  " + (try await title(id))) }
    if ids.count > Self.most { lines.append("  and \(ids.count - Self.most) more") }
    return lines
  }

  private func title(_ id: String) async throws -> String {
    do {
      let title = try await NoteRecord.read(id, in: store)["title"]?.stringValue ?? ""
      return title.isEmpty ? id : title
    } catch is NotFoundError {
      return "\(id) (removed)"
    }
  }
}
