/// The rules of the queue, as functions on rows.
package enum QueueRules {
  /// Where a change goes.
  package enum Placement: Hashable, Sendable {
    /// Into a row of its own.
    case append
    /// Into the last row, which then has this detail and these fields.
    case join(detail: [String], side: SideFields)
    /// Nowhere: the last row says it already.
    case covered
  }

  /// Where a change goes after the last row of the same item, or of the same edge.
  ///
  /// Rows are joined only when kind, subject, conflict strategy and explicit version agree and the
  /// row was never frozen; since only the last row is looked at, no other kind is between.
  package static func placement(of intent: MutationIntent, after last: QueueRow?) -> Placement {
    guard let last, !last.isFrozen, last.intent.kind == intent.kind,
      last.intent.subject == intent.subject, last.intent.conflict == intent.conflict,
      last.intent.explicitVersion == intent.explicitVersion,
      last.intent.references == intent.references
    else { return .append }
    // A row that was made on other values than the server has now is joined by no further fields.
    if intent.kind == .updateItem, last.intent.base != nil,
      !Set(intent.detail).isSubset(of: last.intent.detail)
    {
      return .append
    }
    // What was written before the item was seen in the trash is a question of its own.
    if last.intent.side.contains(.knowsTrash) != intent.side.contains(.knowsTrash) {
      return .append
    }
    let (detail, side): ([String], SideFields)
    switch intent.kind {
    case .updateItem, .addTags, .patchMetadata:
      detail = union(last.intent.detail, intent.detail)
      side = last.intent.side.union(intent.side)
    case .transitionItem, .setMetadata:
      (detail, side) = (intent.detail, intent.side)
    case .removeTag:
      guard intent.detail == last.intent.detail else { return .append }
      return .covered
    case .deleteItem, .restoreItem, .setExtension, .removeExtension, .updateEdge, .deleteEdge:
      return .covered
    case .createItem, .purgeItem, .createEdge, .bulkItems, .bulkEdges, .uploadBlob,
      .pushDocument:
      return .append
    }
    if detail == last.intent.detail, side == last.intent.side { return .covered }
    return .join(detail: detail, side: side)
  }

  private static func union(_ old: [String], _ new: [String]) -> [String] {
    old == new ? old : Set(old).union(new).sorted()
  }
}
