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

  /// Replaces properties by others, whatever else has been written to the item since: a text is
  /// merged, anything else must still be as it is expected to be.
  ///
  /// For undo and redo, which know what they undo.
  ///
  /// - Parameters:
  ///   - old: The values that the item is expected to have; null for none.
  ///   - new: The values that it is to have.
  ///   - id: The item's id.
  /// - Throws: `ConflictError` when a value is another one by now, or when both sides changed the
  ///   same lines of a text; `NotFoundError`, `ValidationError` or `StorageError`. Nothing is
  ///   written then.
  package func replace(
    _ old: [String: JSONValue], with new: [String: JSONValue], in id: String
  ) async throws {
    while true {
      guard let item = try await item(id: id) else { throw ItemErrors.notFound(id) }
      var (patch, changed): ([String: JSONValue], [String]) = ([:], [])
      for name in new.keys.sorted() {
        let (before, after) = (old[name] ?? .null, new[name] ?? .null)
        let present = item.properties[name] ?? .null
        if present == after { continue }
        if present == before {
          patch[name] = after
        } else if name == "body", let merged = Self.merged(before, after, present) {
          patch[name] = merged
        } else {
          changed.append(name)
        }
      }
      guard changed.isEmpty else {
        throw ConflictError.changedSince(
          changed, current: item.properties, version: item.version, ancestor: old, patch: new)
      }
      var options = UpdateOptions()
      options.revision = item.revision
      do {
        _ = try await updateItem(id: id, properties: patch, options: options)
        return
      } catch is ConflictError {
        // Somebody else wrote in between: the next round reads their values.
        try Task.checkCancellation()
      }
    }
  }

  private static func merged(
    _ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue
  ) -> JSONValue? {
    guard let base = base.stringValue, let mine = mine.stringValue, let theirs = theirs.stringValue
    else { return nil }
    return merged(base: base, mine: mine, theirs: theirs).map { .string($0) }
  }

  private static func merged(base: String, mine: String, theirs: String) -> String? {
    if theirs == base || theirs == mine { return mine }
    if mine == base { return theirs }
    return ThreeWayMerge(base: base, mine: mine, theirs: theirs).merged
  }
}

extension ConflictError {
  /// What was to be undone, or done again, is no longer there.
  static func changedSince(
    _ fields: [String], current: [String: JSONValue], version: Int,
    ancestor: [String: JSONValue], patch: [String: JSONValue]
  ) -> ConflictError {
    ConflictError(
      message: "The note changed since.", status: nil,
      current: PropertiesSnapshot(version: version, properties: current),
      ancestor: PropertiesSnapshot(version: version, properties: ancestor),
      conflictingFields: fields, clientPatch: patch, mergePolicy: MergePolicy())
  }
}
