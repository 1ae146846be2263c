/// The edit that a transaction is making; keystrokes that continue it become part of it.
///
/// A transaction of a thousand keystrokes in a row is one operation, as if they had been pasted: it
/// costs a value once and not for each of them.
struct OpenEdit: Sendable {
  /// Handle of the text, and its place among the texts.
  let handle: Int
  let place: Int
  let at: TimeTicket
  let attributes: [String: String]?
  /// Live offset of the edit.
  private(set) var from: Int
  /// The number of deleted scalars.
  private(set) var deleted: Int
  /// The deleted spans in order, as they were.
  private(set) var removed: [TextSpan]
  private(set) var left = CharacterID.none
  private(set) var right = CharacterID.none
  /// The first inserted scalar, if any; the others follow it.
  private(set) var first: CharacterID?
  /// The number of inserted scalars.
  private(set) var count = 0
  private(set) var content = ""

  init(
    handle: Int, place: Int, at: TimeTicket, attributes: [String: String]?, from: Int, deleted: Int,
    removed: [TextSpan]
  ) {
    self.handle = handle
    self.place = place
    self.at = at
    self.attributes = attributes
    self.from = from
    self.deleted = deleted
    self.removed = removed
  }

  /// How an edit of plain text continues this one.
  enum Continuation {
    /// Text after the inserted text.
    case lengthens
    /// The first text at the place of the deletions.
    case inserts
    /// A deletion right before or right after those so far.
    case deletesBefore, deletesAfter
  }

  func continuation(in place: Int, from: Int, to: Int, _ content: String) -> Continuation? {
    guard place == self.place, attributes?.isEmpty ?? true else { return nil }
    if from == to {
      guard !content.isEmpty else { return nil }
      if count > 0 { return from == self.from + count ? .lengthens : nil }
      return deleted > 0 && from == self.from ? .inserts : nil
    }
    guard content.isEmpty, count == 0, deleted > 0 else { return nil }
    if to == self.from { return .deletesBefore }
    return from == self.from ? .deletesAfter : nil
  }

  mutating func insert(
    _ content: String, first: CharacterID, count: Int, left: CharacterID, right: CharacterID
  ) {
    (self.content, self.first, self.count) = (content, first, count)
    (self.left, self.right) = (left, right)
  }

  mutating func lengthen(by content: String, count: Int) {
    self.content += content
    self.count += count
  }

  mutating func delete(_ spans: [TextSpan], count: Int, isBefore: Bool) {
    deleted += count
    guard isBefore else {
      for span in spans { removed.appendSpan(span) }
      return
    }
    from -= count
    if spans.count == 1, let first = removed.first, let joined = spans[0].joined(with: first) {
      removed[0] = joined
    } else {
      removed.insert(contentsOf: spans, at: 0)
    }
  }
}
