/// A name or tag that is being typed.
public struct CompletionRequest: Hashable, Sendable {
  /// What is being named.
  public enum Kind: Hashable, Sendable {
    /// A note, after `[[`.
    case link
    /// A tag, after `#`.
    case tag
  }

  /// What is being named.
  public var kind: Kind
  /// What was typed of it so far, may be empty.
  public var query: String
  /// Where that is, in UTF-8 bytes.
  public var range: Range<Int>
}
