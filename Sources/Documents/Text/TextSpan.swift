/// Consecutive scalars of one actor that were inserted together or one after another.
///
/// The scalars after the first have the scalar before them as their left origin and the span's
/// right origin as theirs, as in a run of Yjs (Nicolaescu et al., YATA, §3; josephg's YjsMod).
struct TextSpan: Sendable {
  /// Name of the first scalar.
  var first: CharacterID
  /// The scalar to the left of the first when it was inserted.
  var leftOrigin: CharacterID
  /// The scalar to the right when they were inserted.
  var rightOrigin: CharacterID
  /// The number of scalars, 1….
  var count: Int32
  /// The first byte in the text's buffer; -1 if the content is not kept.
  var start: Int32
  /// Twice the number of bytes, and the mark of attributes: a flag of its own would take four
  /// bytes.
  private var bytesAndMark: UInt32
  /// Place of the deletion's ticket in the text's table; -1 while the span is live.
  var removal: Int32 = -1

  init(
    first: CharacterID, leftOrigin: CharacterID, rightOrigin: CharacterID, count: Int32,
    start: Int32, bytes: Int32
  ) {
    (self.first, self.leftOrigin, self.rightOrigin) = (first, leftOrigin, rightOrigin)
    (self.count, self.start, bytesAndMark) = (count, start, UInt32(bytes) << 1)
  }

  /// The number of bytes.
  var bytes: Int32 {
    get { Int32(bytesAndMark >> 1) }
    set { bytesAndMark = UInt32(newValue) << 1 | bytesAndMark & 1 }
  }
  /// Whether the text's dictionary holds attributes of the span.
  var hasAttributes: Bool {
    get { bytesAndMark & 1 != 0 }
    set { bytesAndMark = bytesAndMark & ~1 | (newValue ? 1 : 0) }
  }

  var isLive: Bool { removal < 0 }
  /// Whether nothing is left of the scalars but their places, which later insertions may name.
  var isPurged: Bool { start < 0 && removal == 0 }
  /// Whether the content is here: that of deleted text is lost by a purge, and by a snapshot.
  var hasContent: Bool { start >= 0 }
  var liveCount: Int { removal < 0 ? Int(count) : 0 }
  /// The sequence after the last scalar's.
  var end: UInt32 { first.sequence + UInt32(count) }
  var last: CharacterID { first.advanced(by: Int(count) - 1) }
}

extension TextSpan {
  /// One span of this and the next, if that continues it in names and in bytes and neither has
  /// attributes.
  func joined(with next: TextSpan) -> TextSpan? {
    guard !hasAttributes, !next.hasAttributes, next.first == first.advanced(by: Int(count)),
      hasContent, next.start == start + bytes
    else { return nil }
    var joined = self
    joined.count += next.count
    joined.bytes += next.bytes
    return joined
  }
}

extension [TextSpan] {
  /// Adds a span, as a part of the last one if it continues that.
  mutating func appendSpan(_ span: TextSpan) {
    if let last, let joined = last.joined(with: span) {
      self[count - 1] = joined
    } else {
      append(span)
    }
  }
}
