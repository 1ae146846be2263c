/// A gap in a text that stays with the characters round it while others type.
///
/// The documented name is ``TextPosStruct``. The gap is after `relativeOffset` scalars of a piece.
///
/// ```swift
/// let word = try mine.readingRoot.jsonText("note")?.indexRangeToPosRange(1..<5)
/// try mine.update { root, _ in try root.jsonText("note")?.edit(0, 0, "Oh. ") }
/// let moved = word.flatMap { mine.readingRoot.jsonText("note")?.posRangeToIndexRange($0) }
/// ```
public struct TextPosition: Hashable, Sendable {
  /// The piece: its insertion and its first scalar there; the initial ticket is the text's start.
  public let id: CharacterReference
  /// Scalars from the piece's first to the gap, 0….
  public let relativeOffset: Int

  /// A gap from its parts.
  public init(id: CharacterReference, relativeOffset: Int) {
    self.id = id
    self.relativeOffset = relativeOffset
  }

  /// The scalar before the gap, or nil at the start of a text.
  var before: CharacterReference? {
    id.offset + relativeOffset > 0
      ? CharacterReference(createdAt: id.createdAt, offset: id.offset + relativeOffset - 1) : nil
  }
}

/// The documented name of ``TextPosition``.
public typealias TextPosStruct = TextPosition

extension TextState {
  /// A stretch of text that was inserted in one go and not cut since, for display and tests.
  struct Piece: Hashable, Sendable {
    var id: CharacterReference
    var content: String
    var attributes: [String: String]
    var removedAt: TimeTicket?
  }

  /// All pieces in order; deleted ones too, but for those whose content was purged.
  var pieces: [Piece] {
    if sealed != nil { return unsealed.pieces }
    return list.handles.filter { !list.spans[$0].isPurged }.flatMap { handle in
      let span = list.spans[handle]
      var done = 0
      var rest = Substring(content(of: span)).unicodeScalars
      var pieces: [Piece] = []
      while done < Int(span.count) {
        let id = span.first.advanced(by: done)
        let length = clock.extent(from: id, atMost: Int(span.count) - done)
        pieces.append(
          Piece(
            id: clock.reference(to: id), content: String(Substring(rest.prefix(length))),
            attributes: attributes[handle]?.values ?? [:], removedAt: removedAt(span)))
        rest = rest.dropFirst(length)
        done += length
      }
      return pieces
    }
  }

  /// The gap at a live offset; a boundary belongs to the piece on its left.
  ///
  /// - Precondition: 0 ≤ `index` ≤ `count`.
  mutating func position(at index: Int) -> TextPosition {
    guard index > 0 else {
      return TextPosition(
        id: CharacterReference(createdAt: .initial, offset: 0), relativeOffset: 0)
    }
    let found = list.find(endingAt: index)
    let span = list.spans[found.handle]
    let reference = clock.reference(to: span.first.advanced(by: found.offset - 1))
    // The piece starts where its span does, or where its insertion does inside the span.
    let start = max(0, reference.offset - (found.offset - 1))
    return TextPosition(
      id: CharacterReference(createdAt: reference.createdAt, offset: start),
      relativeOffset: reference.offset + 1 - start)
  }

  /// The live offset of a gap.
  ///
  /// - Parameters:
  ///   - position: The gap.
  ///   - prefersLeft: Whether the gap stays with the scalar before it; otherwise it stays with the
  ///     one after it, if both came with one insertion.
  /// - Returns: The offset, or nil if the scalar is unknown.
  mutating func index(of position: TextPosition, prefersLeft: Bool) -> Int? {
    let offset = position.id.offset + position.relativeOffset
    guard position.id.createdAt != .initial, offset >= 0 else {
      return position.id.createdAt == .initial ? 0 : nil
    }
    if !prefersLeft || offset == 0,
      let right = clock.id(
        of: CharacterReference(createdAt: position.id.createdAt, offset: offset))
    {
      return liveOffset(before: right)
    }
    guard let before = position.before, let left = clock.id(of: before), let found = list.find(left)
    else { return nil }
    return liveOffset(before: left) + (list.spans[found.handle].isLive ? 1 : 0)
  }
}
