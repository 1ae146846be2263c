/// One replacement of a range of text, the only form in which text changes.
///
/// A list of changes is sequential: each is meant for the text that those before it left.
public struct TextChange: Hashable, Sendable, Codable {
  /// The bytes replaced: UTF-8 offsets from the start of the text before the change, on scalar
  /// boundaries.
  public var range: Range<Int>
  /// What is there afterwards; empty for a deletion.
  public var replacement: String

  /// Puts a text in place of a range of UTF-8 bytes, which begins and ends at cluster boundaries.
  public init(range: Range<Int>, replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// By how many bytes the text grows; negative when it shrinks.
  public var growth: Int { replacement.utf8.count - range.count }
}

extension TextChange {
  /// Where an insertion at an offset pushes what is there.
  public enum Bias: Hashable, Sendable {
    /// The offset stays before text inserted at it.
    case before
    /// The offset moves after text inserted at it.
    case after
  }

  /// Where an offset of the text before the change is afterwards.
  ///
  /// An offset inside the replaced range goes to the start of the replacement, or to its end with
  /// the bias `.after`.
  public func mapped(_ offset: Int, bias: Bias) -> Int {
    if offset < range.lowerBound { return offset }
    if offset > range.upperBound || (offset == range.upperBound && !range.isEmpty) {
      return offset + growth
    }
    return bias == .before ? range.lowerBound : range.lowerBound + replacement.utf8.count
  }
}
