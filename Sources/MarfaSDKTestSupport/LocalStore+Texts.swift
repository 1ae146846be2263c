import MarfaSDK

extension LocalStore {
  /// Saves a text on the revision that the note has now, as a writer does who has just read it.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - title: The title property; nil leaves it as it is.
  ///   - body: The text.
  ///   - snapshot: When the state before is kept as a version.
  /// - Returns: What the save came to.
  /// - Throws: As `saveText(id:title:body:basedOn:snapshot:)`.
  @discardableResult
  package func replaceText(
    id: String, title: String? = nil, body: String,
    snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot
  ) async throws -> SavedText {
    try await saveText(
      id: id, title: title, body: body, basedOn: noteText(id: id).revision, snapshot: snapshot)
  }
}
