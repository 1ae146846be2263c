/// The settling of one conflict, field by field.
struct Settlement {
  private let context: ConflictContext
  private var patch: [String: JSONValue]
  private var copied: [String: JSONValue] = [:]
  private var serverFields: [String] = []
  private var keptFields: [String] = []

  /// Starts with what the client really changed outside the conflict.
  init(context: ConflictContext) {
    self.context = context
    let conflicting = Set(context.conflictingFields)
    patch = context.clientPatch.filter { name, value in
      let mine = ConflictRules.present(value)
      guard !conflicting.contains(name),
        mine != ConflictRules.present(context.current.properties[name])
      else { return false }
      guard let ancestor = context.ancestor else { return true }
      return mine != ConflictRules.present(ancestor.properties[name])
    }
  }

  /// Settles one field that both sides changed.
  ///
  /// A field that the client removed has nothing to keep in a copy.
  mutating func settle(_ name: String, textMerge: ConflictRules.TextMerge?) {
    let mine = ConflictRules.present(context.clientPatch[name])
    let theirs = ConflictRules.present(context.current.properties[name])
    guard context.mergePolicy.strategy(of: name) == .keepBothCopies, let mine, mine != theirs
    else {
      serverFields.append(name)
      return
    }
    keptFields.append(name)
    if let base = context.ancestor?.properties[name]?.stringValue,
      let mineText = mine.stringValue, let theirText = theirs?.stringValue,
      let merged = textMerge?(base, mineText, theirText)
    {
      if merged != theirText { patch[name] = .string(merged) }
    } else {
      copied[name] = mine
    }
  }

  /// What is to be done.
  func resolution(siblingId: () -> String) -> ConflictResolution {
    let sibling = copied.isEmpty ? nil : sibling(id: siblingId())
    return ConflictResolution(
      patch: patch, version: context.current.version, sibling: sibling,
      payload: payload(siblingId: sibling?.id))
  }

  private func sibling(id: String) -> CreateItemInput {
    CreateItemInput(
      id: id, type: context.type,
      properties: PropertiesPatch.apply(copied, to: context.current.properties),
      tier: context.tier, tags: TagRules.union(context.tags, [TagRules.conflictedCopy]),
      edges: [EdgeType.derivedFrom.id: [context.itemId]],
      attachments: context.attachments.isEmpty ? nil : context.attachments)
  }

  private func payload(siblingId: String?) -> ConflictAutoMergedPayload? {
    guard !serverFields.isEmpty || !keptFields.isEmpty else { return nil }
    let outcome: ConflictResolutionOutcome =
      if keptFields.isEmpty {
        .lastWriterWins
      } else if serverFields.isEmpty {
        .keepBothCopies
      } else {
        .mixed
      }
    return ConflictAutoMergedPayload(
      itemId: context.itemId, mergedItemId: context.itemId, conflictedCopyId: siblingId,
      fields: (serverFields + keptFields).sorted(), strategy: outcome)
  }
}
