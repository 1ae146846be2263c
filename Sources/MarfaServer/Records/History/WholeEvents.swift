import MarfaModel

extension StoredEvent {
  /// The event with its whole data.
  ///
  /// Where history has not the properties as of the event, the item as it is now takes their
  /// place, with its version and times: never a text under a version that had another. Of an item
  /// that is gone the event reports that: no state of it is left to tell, and an empty one would be
  /// taken for its text.
  fileprivate func whole(_ texts: HeldTexts, in rows: any RecordRows) throws -> StoredEvent {
    guard let text else { return self }
    var event = self
    event.text = nil
    if let properties = texts[text] {
      event.data = String(
        decoding: text.inserted(properties, in: Array(data.utf8)), as: UTF8.self)
    } else if let row = try rows.item(id: text.itemId) {
      event.data = row.json
    } else {
      event.name = .itemDeleted
      event.data = Self.deletion(id: itemId, type: itemType)
    }
    return event
  }

  /// The data of the event that an item was purged.
  static func deletion(id: String, type: String) -> String {
    JSONWriter.string(of: ["id": .string(id), "type": .string(type)])
  }
}

extension RecordRows {
  /// Events after an id with their whole data, oldest first, until the page is full.
  func wholeEvents(after id: Int64, limit: RowLimit) throws -> [StoredEvent] {
    let kept = try events(after: id, limit: limit)
    let texts = try HeldTexts(kept.compactMap(\.text), in: self)
    return try kept.map { try $0.whole(texts, in: self) }
  }
}

extension RecordStore {
  /// Events after an id, oldest first, whole; at most `limit`, and fewer where they are long.
  ///
  /// Texts are put together from their differences, which is no work for the thread of a
  /// connection.
  ///
  /// - Throws: `StoreFailure`.
  public func events(after id: Int64, limit: Int, bytes: Int) async throws -> [StoredEvent] {
    try await snapshot(.scan) {
      try $0.wholeEvents(after: id, limit: RowLimit(count: limit, bytes: bytes))
    }
  }
}
