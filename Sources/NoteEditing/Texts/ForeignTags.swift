import Editor
import MarfaSDK

/// The tags that a person types into a text into which others type, too.
///
/// What others typed between two saves is remembered as pairs of texts; the tags that came and went
/// with it are theirs, and change nothing here.
struct ForeignTags: Sendable {
  /// The tags of this person.
  var typed: TypedTags
  /// Texts before and after others changed something, oldest first.
  private var pairs: [(before: TextBuffer, after: TextBuffer)] = []
  /// Whether nothing was typed here since the last pair.
  var isExtending = false

  /// The most pairs; what is typed here between later ones counts as theirs.
  private static let mostPairs = 8

  /// Nothing was changed by others yet.
  init(_ typed: TypedTags) { self.typed = typed }

  /// Others changed the text.
  mutating func note(from before: TextBuffer, to after: TextBuffer) {
    if let last = pairs.indices.last, isExtending || pairs.count == Self.mostPairs {
      pairs[last].after = after
    } else {
      pairs.append((before, after))
    }
    isExtending = true
  }

  /// What storing a text changes.
  struct Change: Sendable {
    /// The tags of the note that come and go.
    var difference: TagDifference { inner.difference }
    fileprivate var typed: TypedTags
    fileprivate var inner: TypedTags.Change
  }

  /// What storing a text changes; linear in the text.
  func change(to text: String) -> Change {
    var typed = typed
    for pair in pairs {
      typed.accept(TagDifference(fromText: pair.before.text, to: pair.after.text))
    }
    return Change(typed: typed, inner: typed.change(to: text))
  }

  /// The text is stored.
  ///
  /// - Parameters:
  ///   - change: What was stored.
  ///   - start: The tags as they were when the save began.
  mutating func stored(_ change: Change, after start: ForeignTags) {
    let caret = typed.caret
    typed = change.typed
    typed.stored(change.inner)
    typed.caret = caret
    pairs.removeFirst(min(start.pairs.count, pairs.count))
    isExtending = false
  }
}
