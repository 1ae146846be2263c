extension LocalStore {
  /// Applies a change of a text to the present text of the note: reads, merges and writes until
  /// nobody else has written in between.
  ///
  /// For changes made to a copy of the text: an editor's file, a program's input, a task that was
  /// checked on the screen. The merge is made outside the transaction.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - title: The title property; nil leaves it as it is.
  ///   - base: The text that was read.
  ///   - body: The changed text.
  ///   - snapshot: When the previous state is kept as a version.
  ///   - tags: The tags that change with the text, in the same transaction.
  /// - Returns: The result of the save.
  /// - Throws: `NotFoundError`, `ConflictError` with the present text when both sides changed the
  ///   same lines, `ValidationError` or `StorageError`; nothing is written then.
  @discardableResult
  package func mergeText(
    id: String, title: String? = nil, from base: String, to body: String,
    snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot, tags: TagDifference = .none
  ) async throws -> SavedText {
    while true {
      let now = try await noteText(id: id)
      guard let merged = Self.merged(base: base, mine: body, theirs: now.body) else {
        throw ConflictError(
          current: PropertiesSnapshot(
            version: now.version, properties: ["body": .string(now.body)]),
          ancestor: PropertiesSnapshot(version: now.version, properties: ["body": .string(base)]),
          conflictingFields: ["body"], clientPatch: ["body": .string(body)],
          mergePolicy: MergePolicy())
      }
      do {
        return try await saveText(
          id: id, title: title, body: merged, basedOn: now.revision, snapshot: snapshot,
          tags: tags)
      } catch is ConflictError {
        // Somebody else wrote in between: the next round reads their text.
        try Task.checkCancellation()
      }
    }
  }

  private static func merged(base: String, mine: String, theirs: String) -> String? {
    if theirs == base || theirs == mine { return mine }
    if mine == base { return theirs }
    return ThreeWayMerge(base: base, mine: mine, theirs: theirs).merged
  }
}
