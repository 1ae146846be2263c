import MarfaSDK

/// Where a note is, in words of folders: its notebooks, then its file, as `export md` names them.
///
/// Of two notes of one name in a notebook an export gives the plain name to the older; here each
/// has it, so that the path says what is on the screen.
package enum NotePath {
  /// The path of a note, without a slash at its start; names are made safe for file systems.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - title: Its title; `untitled` is used if it is empty.
  ///   - client: The notes.
  /// - Returns: The path, such as `Birds/Rings/Ring records.md`.
  /// - Throws: `NotFoundError` or `StorageError`.
  package static func path(id: String, title: String, in client: LocalClient) async throws -> String
  {
    let store = client.store
    let item = try await client.items.get(id: id)
    let parents = try await store.edges(toTargets: [id], edgeType: EdgeType.parentOf.id)
    var names = ExportNames(try await store.notebooks())
    return names.path(
      id: id, title: title, sourceId: item.origin?.path,
      notebook: parents[id]?.first?.sourceId)
  }
}
