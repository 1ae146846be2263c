import Foundation
import MarfaSDK
import Settings

/// Which note a new store began with: it is nobody's own, and no server gets it unless it was
/// changed.
package struct WelcomeNote: Sendable {
  /// The file that says that the store was welcomed, with the note's id.
  private let mark: String

  /// Names the mark of a profile; reads nothing.
  package init(directories: ApplicationDirectories) { mark = directories.state + "/welcomed" }

  /// Whether the store has been welcomed.
  package var wasMade: Bool { FileManager.default.fileExists(atPath: mark) }

  /// Notes that the store has been welcomed.
  ///
  /// - Parameter id: The note that was made; nil for none.
  /// - Throws: The file system's error.
  package func remember(_ id: String?) throws {
    try Data((id ?? "").utf8).write(to: URL(filePath: mark))
  }

  /// Removes the note, unless it was changed in any way or is gone.
  ///
  /// - Parameter store: Notes without a server.
  /// - Throws: `StorageError`; the note is still there then.
  package func removeUntouched(in store: LocalStore) async throws {
    // Without a mark that can be read there is no note to remove.
    guard let data = FileManager.default.contents(atPath: mark) else { return }
    let id = String(decoding: data, as: UTF8.self)
    let items = LocalClient(store: store).items
    guard !id.isEmpty else { return }
    do {
      let item = try await items.get(id: id)
      guard item.state == .active, item.updatedAt == item.createdAt else { return }
      try await items.delete(id: id)
      try await items.purge(id: id)
    } catch is NotFoundError {
      // The person has removed it.
    }
  }
}
