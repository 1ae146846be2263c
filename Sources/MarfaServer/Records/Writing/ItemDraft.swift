import MarfaModel

/// The row of an item as a change leaves it, with what follows from it.
///
/// Made of values alone, so that it can be made before the writer's turn: JSON is written and
/// compared here, and nowhere while others wait.
struct ItemDraft: Sendable {
  /// The row; of a new item without a key.
  var row: ItemRow
  /// The item's attachments.
  let attachments: [Attachment]
  /// The blobs that the item refers to and did not before.
  let addedBlobs: Set<String>
  /// The blobs that it referred to and does not now.
  let removedBlobs: Set<String>
  /// What history keeps of the properties before; nil when it is to keep nothing.
  let kept: VersionContent?

  /// A new item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - tags: Its tags.
  ///   - trashedAt: When it was trashed, in milliseconds since 1970, if it is.
  /// - Throws: `StoreFailure` when a time of the item is none.
  init(_ item: Item, tags: [String], trashedAt: Int64) throws {
    row = try ItemRow(item, tags: tags, trashedAt: item.state == .trashed ? trashedAt : nil)
    attachments = item.attachments
    (addedBlobs, removedBlobs) = (Self.blobs(of: item), [])
    kept = nil
  }

  /// A changed item.
  ///
  /// - Parameters:
  ///   - item: The item as it is to be.
  ///   - tags: Its tags.
  ///   - old: The row as it is.
  ///   - keepsSnapshot: Whether history keeps the properties as they were.
  ///   - now: The moment.
  /// - Throws: `StoreFailure` when a time of the item is none.
  init(
    _ item: Item, tags: [String], over old: ItemRow, keepsSnapshot: Bool, now: Timestamp
  ) throws {
    row = try ItemRow(
      item, key: old.key, tags: tags,
      trashedAt: item.state == .trashed ? old.trashedAt ?? now.milliseconds : nil)
    attachments = item.attachments
    let isKept = keepsSnapshot && row.version != old.version
    guard isKept || row.properties != old.properties || row.attachments != old.attachments else {
      (addedBlobs, removedBlobs, kept) = ([], [], nil)
      return
    }
    let before = try old.item()
    let (blobs, blobsBefore) = (Self.blobs(of: item), Self.blobs(of: before))
    addedBlobs = blobs.subtracting(blobsBefore)
    removedBlobs = blobsBefore.subtracting(blobs)
    kept =
      isKept
      ? VersionContent(of: before.properties, old.properties, before: item.properties) : nil
  }

  /// The blobs that an item refers to.
  private static func blobs(of item: Item) -> Set<String> {
    var hashes = Set(item.attachments.map(\.blobRef))
    if let hash = item.properties["blob_ref"]?.stringValue, ItemRules.isBlobReference(hash) {
      hashes.insert(hash)
    }
    return hashes
  }
}
