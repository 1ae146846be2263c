/// What of an item the changes that wait here decide, until the server has said something about
/// them.
package struct PendingFields: Hashable, Sendable {
  /// Names of properties.
  package var properties: Set<String> = []
  /// Fields outside the properties.
  package var side: SideFields = []
  /// What the attachments that are seen may have been made on.
  package var attachmentBases: [[Attachment]] = []
  /// Whether the state is.
  package var hasState = false
  /// Tags that were added.
  package var addedTags: Set<String> = []
  /// Tags that were removed.
  package var removedTags: Set<String> = []
  /// Whether all tags are, as a whole.
  package var hasAllTags = false
  /// Namespaces of extensions.
  package var extensions: Set<String> = []
  /// Whether everything is: the item's creation was never sent.
  package var isWhole = false

  /// Adds up changes, oldest first.
  package init(_ rows: [QueueRow]) {
    for row in rows { add(row.intent, isFrozen: row.isFrozen) }
  }

  private mutating func add(_ intent: MutationIntent, isFrozen: Bool) {
    switch intent.kind {
    case .createItem: isWhole = isWhole || !isFrozen
    case .updateItem:
      properties.formUnion(intent.detail)
      side.formUnion(intent.side)
    case .transitionItem, .deleteItem, .restoreItem: hasState = true
    case .addTags, .patchMetadata:
      addedTags.formUnion(intent.detail)
      removedTags.subtract(intent.detail)
    case .removeTag:
      removedTags.formUnion(intent.detail)
      addedTags.subtract(intent.detail)
    case .setMetadata: hasAllTags = true
    case .setExtension, .removeExtension: intent.subject.map { _ = extensions.insert($0) }
    case .purgeItem, .createEdge, .updateEdge, .deleteEdge, .bulkItems, .bulkEdges, .uploadBlob,
      .pushDocument:
      break
    }
  }

  /// Visible = confirmed + pending: what is pending is as it is seen now, all else as the server
  /// has it.
  ///
  /// A tag that was added here stays, whatever else the server has, and so does a file; one that
  /// was taken away here is gone.
  ///
  /// - Parameters:
  ///   - confirmed: The item as the server has it.
  ///   - current: The item as it is seen.
  /// - Returns: The item as it is to be seen.
  package func visible(confirmed: VisibleItem, current: VisibleItem) -> VisibleItem {
    if isWhole { return current }
    var item = confirmed
    for name in properties { item.properties[name] = current.properties[name] }
    for namespace in extensions { item.extensions[namespace] = current.extensions[namespace] }
    if side.contains(.tier) { item.tier = current.tier }
    if side.contains(.timestamp) { item.timestamp = current.timestamp }
    if side.contains(.sourceId) { item.sourceId = current.sourceId }
    if side.contains(.attachments) {
      item.attachments = AttachmentMerge.merged(
        mine: current.attachments, theirs: confirmed.attachments, bases: attachmentBases)
    }
    if hasState { item.state = current.state }
    item.tags =
      hasAllTags
      ? current.tags
      : Set(confirmed.tags).subtracting(removedTags).union(addedTags).sorted()
    return item
  }
}
