/// A caret and how far it reaches, in UTF-8 offsets.
///
/// In normal mode both ends are one. In visual mode the cluster under the further end belongs to
/// the selection; in the plain preset the ends lie between clusters.
public struct Selection: Hashable, Sendable, Codable {
  /// The end that stays.
  public var anchor: Int
  /// The end that moves: where the cursor is.
  public var head: Int

  /// Selects from one offset to another; `head` is where the cursor is.
  public init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }

  /// A caret: both ends are at one offset.
  public init(at offset: Int) {
    self.init(anchor: offset, head: offset)
  }

  /// Whether both ends are one.
  public var isCaret: Bool { anchor == head }
  /// The end nearer to the start of the text.
  public var start: Int { min(anchor, head) }
  /// The end nearer to the end of the text.
  public var end: Int { max(anchor, head) }

  /// The selection after a change of the text.
  func mapped(over change: TextChange, bias: TextChange.Bias) -> Selection {
    moved { change.mapped($0, bias: bias) }
  }

  /// The selection with both ends where their places went.
  func moved(_ place: (Int) -> Int) -> Selection {
    Selection(anchor: place(anchor), head: place(head))
  }
}
