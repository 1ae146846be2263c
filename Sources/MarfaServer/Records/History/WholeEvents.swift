import MarfaModel

extension StoredEvent {
  /// The event with its whole data.
  ///
  /// Where history has not the properties as of the event, it tells the item as it is now; of one
  /// that is gone, what is left.
  fileprivate func whole(_ texts: HeldTexts, in rows: any RecordRows) throws -> StoredEvent {
    guard let text else { return self }
    var event = self
    event.text = nil
    let properties = texts[text]
    if properties == nil, let row = try rows.item(id: text.itemId) {
      event.data = row.json
    } else {
      event.data = String(
        decoding: text.inserted(properties ?? "{}", in: Array(data.utf8)), as: UTF8.self)
    }
    return event
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
  public func events(after id: Int64, limit: Int) async throws -> [StoredEvent] {
    try await snapshot(.lookup) { try $0.wholeEvents(after: id, limit: .events(limit)) }
  }
}
