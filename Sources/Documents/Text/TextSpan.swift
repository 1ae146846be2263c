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
  /// The first byte in the text's buffer; -1 if the content was purged.
  var start: Int32
  /// The number of bytes.
  var bytes: Int32
  /// Place of the deletion's ticket in the text's table; -1 while the span is live.
  var removal: Int32 = -1
  /// Whether the text's dictionary holds attributes of the span.
  var hasAttributes = false

  var isLive: Bool { removal < 0 }
  /// Whether nothing is left of the scalars but their places, which later insertions may name.
  var isPurged: Bool { start < 0 }
  var liveCount: Int { removal < 0 ? Int(count) : 0 }
  /// The sequence after the last scalar's.
  var end: UInt32 { first.sequence + UInt32(count) }
  var last: CharacterID { first.advanced(by: Int(count) - 1) }
}
