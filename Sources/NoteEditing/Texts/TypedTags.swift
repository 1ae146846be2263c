import MarfaSDK

/// Which tags a person types into a text as `#word`, and deletes there.
///
/// The tags that the text named when it was opened, and those that came or went with changes made
/// elsewhere, are nobody's doing here and change nothing.
struct TypedTags: Hashable, Sendable {
  /// The tags of the text that have had their effect.
  private var settled: Set<String>?
  /// Where the person types, in UTF-8 bytes; nil while nobody does.
  var caret: Int?
  /// Whether a word was left out because it was being typed.
  private(set) var isOwed = false

  /// The tags of a text that was opened; nothing is ever changed when they are not read.
  init(_ text: String, areRead: Bool) {
    settled = areRead ? InlineTags.names(in: text) : nil
  }

  /// What a text that is to be stored changes.
  struct Change: Hashable, Sendable {
    /// The tags of the note that come and go.
    var difference = TagDifference.none
    fileprivate var settled: Set<String>?
    fileprivate var isOwed = false
  }

  /// What storing a text changes; linear in the text.
  func change(to text: String) -> Change {
    guard let settled else { return Change() }
    guard let caret else {
      let names = InlineTags.names(in: text)
      return Change(difference: TagDifference(from: settled, to: names), settled: names)
    }
    let (names, isTyping) = InlineTags.names(in: text, typingAt: caret)
    let difference = TagDifference(from: settled, to: names)
    guard isTyping else { return Change(difference: difference, settled: names) }
    // The unfinished word may be a tag that is being changed: nothing goes until it is left.
    return Change(
      difference: difference.additions, settled: settled.union(names), isOwed: true)
  }

  /// The text is stored.
  mutating func stored(_ change: Change) {
    settled = change.settled
    isOwed = change.isOwed
  }

  /// What others changed in the text has had its effect with them.
  mutating func accept(_ difference: TagDifference) {
    settled = settled.map { difference.applied(to: $0) }
  }
}
