/// One cell of a surface.
///
/// A character two columns wide is in its left cell; the right one is a `continuation`.
public struct Cell: Hashable, Sendable {
  /// What is drawn; a space where nothing is.
  public var character: Character
  /// How it is drawn.
  public var style: Style
  /// Whether this is the right half of the wide character in the cell before.
  public var isContinuation: Bool

  /// A cell; the right half of a wide character is a continuation.
  public init(character: Character = " ", style: Style = .plain, isContinuation: Bool = false) {
    self.character = character
    self.style = style
    self.isContinuation = isContinuation
  }

  /// An empty cell.
  public static let blank = Cell()
}
