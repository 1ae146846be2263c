/// A stretch of text by the scalars at its ends, as all replicas know them.
struct TextStretch: Hashable, Sendable {
  /// The live scalar before the stretch, or nil at the start of the text.
  var left: CharacterReference?
  /// The last scalar of the stretch, or nil if it is empty.
  var last: CharacterReference?
}

/// Part of one insertion with its content, so that it can come back with its own identity.
///
/// Yorkie's span for restoring (server 0.7.13, `Restore` of an edit).
struct TextIdentity: Hashable, Sendable {
  /// Ticket of the insertion.
  var createdAt: TimeTicket
  /// The first scalar in the insertion.
  var offset: Int
  /// The scalars, for replicas that purged theirs.
  var content: String
  var attributes: [String: String]?

  var count: Int { content.unicodeScalars.count }
}

/// A replaced stretch in live offsets, as subscribers learn it.
struct TextReplacement: Hashable, Sendable {
  var from: Int
  var to: Int
  var content: String
}

/// What an operation on a text did.
struct TextEffect: Sendable {
  /// Replacements to be made one after another, rightmost first.
  var replacements: [TextReplacement] = []
  /// What became deleted, in order.
  var removed: [TextIdentity] = []
  /// What came into the text.
  var inserted: [TextIdentity] = []
}
