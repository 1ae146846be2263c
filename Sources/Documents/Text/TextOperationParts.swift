/// Consecutive scalars of one actor, by the first; later insertions of the actor may follow in
/// them.
struct TextReach: Hashable, Sendable {
  /// Ticket of the insertion that brought the first scalar.
  var createdAt: TimeTicket
  /// Place of the first scalar in that insertion.
  var offset: Int
  /// The number of scalars, 1….
  var count: Int
}

/// What one edit does: which scalars it deletes, and what it inserts between which others.
///
/// Deleted scalars are named one by one, so that what others insert between them stays, and what
/// was already deleted keeps its time.
struct TextEdit: Hashable, Sendable {
  /// The scalar before the insertion, or nil at the start of the text.
  var left: CharacterReference?
  /// The scalar after the insertion, or nil at the end.
  var right: CharacterReference?
  var removed: [TextReach]
  var content: String
  var attributes: [String: String]?
}

/// Consecutive scalars of one actor with their content, so that it can come back with its own
/// identity.
///
/// Yorkie's span for restoring (server 0.7.13, `Restore` of an edit).
struct TextIdentity: Hashable, Sendable {
  /// Ticket of the insertion that brought the first scalar.
  var createdAt: TimeTicket
  /// Place of the first scalar in that insertion.
  var offset: Int
  /// The scalars, for replicas that purged theirs.
  var content: String
  var attributes: [String: String]

  var count: Int { content.unicodeScalars.count }
  var reach: TextReach { TextReach(createdAt: createdAt, offset: offset, count: count) }
}

/// A replaced stretch in live offsets, as subscribers learn it.
struct LiveReplacement: Hashable, Sendable {
  var from: Int
  var to: Int
  var content: String
}

/// What an operation on a text did.
struct TextEffect: Sendable {
  /// Whether replacements are wanted.
  var reportsSteps = true
  /// Replacements to be made one after another, rightmost first.
  var replacements: [LiveReplacement] = []
  /// Whether deleted spans are wanted.
  var keepsRemoved = true
  /// What became deleted, in order, as it was.
  var removed: [TextSpan] = []
  /// The first scalar that an edit inserted, and their number.
  var first: CharacterID?
  var count = 0
  /// What a restoration brought back.
  var restored: [TextReach] = []
}
