/// A note in which another one is mentioned, with the lines that do it.
public struct Mention: Hashable, Sendable, Identifiable {
  /// One line of a note's text.
  public struct Line: Hashable, Sendable {
    /// The line's number, from 0.
    public var number: Int
    /// The line without its line end, at most 500 characters.
    public var text: String

    /// A line by its number in the text, from 1.
    public init(number: Int, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// The note that mentions.
  public var source: ItemSummary
  /// The lines, in order; empty for a link that is not in the text.
  public var lines: [Line]
  /// The source's id.
  public var id: String { source.id }

  /// A note and its lines that name another, in order.
  public init(source: ItemSummary, lines: [Line]) {
    self.source = source
    self.lines = lines
  }
}
