/// Places in a text, for an editor that holds a copy of the replica; nothing is copied for them.
extension Replica {
  /// Reads all that editing a text needs, so that the first edit does not have to; linear.
  ///
  /// - Parameter field: The key of the text in the root.
  /// - Throws: ``DocumentsError`` for a text that cannot have been stored so.
  package mutating func prepareText(_ field: String) throws(DocumentsError) {
    guard let place = textPlace(field) else { return }
    try root.texts[place].unseal()
  }

  /// The number of scalars of a text; 0 where there is none.
  package func textCount(_ field: String) -> Int {
    textPlace(field).map { root.texts[$0].count } ?? 0
  }

  /// The gap at an offset in scalars, which stays with the scalar before it while others type.
  ///
  /// - Returns: The gap, or nil for an offset outside of the text.
  package mutating func position(at offset: Int, in field: String) -> TextPosition? {
    guard let place = textPlace(field), (0...root.texts[place].count).contains(offset),
      root.texts[place].sealed == nil
    else { return nil }
    return root.texts[place].position(at: offset)
  }

  /// The offset of a gap in scalars.
  ///
  /// - Returns: The offset, or nil while the scalar before the gap is not known here.
  package mutating func offset(of position: TextPosition, in field: String) -> Int? {
    guard let place = textPlace(field), root.texts[place].sealed == nil else { return nil }
    return root.texts[place].index(of: position, prefersLeft: true)
  }

  private func textPlace(_ field: String) -> Int? {
    root.member(field, of: 0).flatMap { root.text(at: $0) }
  }
}

extension TextPosition {
  /// The gap as a presence carries it: lamport, actor, delimiter, offset and the scalars after it.
  package var text: String {
    "\(id.createdAt):\(id.offset):\(relativeOffset)"
  }

  /// A gap that a presence carries, or nil for any other text.
  package init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 5, let lamport = Int64(parts[0]), let actor = ActorID(String(parts[1])),
      let delimiter = UInt32(parts[2]), let offset = Int(parts[3]), let after = Int(parts[4]),
      lamport >= 0, (0...Self.mostScalars).contains(offset), (0...Self.mostScalars).contains(after)
    else { return nil }
    self.init(
      id: CharacterReference(
        createdAt: TimeTicket(lamport: lamport, actor: actor, delimiter: delimiter), offset: offset),
      relativeOffset: after)
  }

  /// More scalars are in no text; a larger number comes from no client.
  private static let mostScalars = 1 << 31
}
