/// Where somebody else is in the text; it follows the text around it.
public struct OtherCaret: Hashable, Sendable {
  /// Who.
  public var id: String
  /// Where they type, in UTF-8 bytes.
  public var head: Int
  /// The other end of what they have selected; the same place when that is nothing.
  public var anchor: Int
  /// Their style among `EditorStyles.others`, from 0.
  public var style: Int
  /// A letter or sign that names the person where colours are not enough; one column wide.
  public var sign: Character

  /// Somebody else's place.
  ///
  /// - Parameters:
  ///   - id: Who.
  ///   - head: Where they type, in UTF-8 bytes.
  ///   - anchor: The other end of their selection.
  ///   - style: Their style among `EditorStyles.others`, from 0.
  ///   - sign: A letter or sign that names the person; one column wide.
  public init(id: String, head: Int, anchor: Int, style: Int, sign: Character) {
    (self.id, self.head, self.anchor, self.style, self.sign) = (id, head, anchor, style, sign)
  }

  /// What they have selected; empty for nothing.
  public var selection: Range<Int> { min(head, anchor)..<max(head, anchor) }

  /// Puts both ends where their places went; what is inserted at the caret is before it.
  mutating func move(_ place: (Int) -> Int) { (head, anchor) = (place(head), place(anchor)) }
}
