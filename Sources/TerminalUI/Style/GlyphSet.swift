/// The signs that widgets draw with: Unicode, or ASCII for terminals and fonts without it.
///
/// Every sign is one column wide in both sets.
public struct GlyphSet: Hashable, Sendable {
  /// The corners and lines of a box.
  public struct Border: Hashable, Sendable {
    /// The lines.
    public var horizontal, vertical: Character
    /// The corners.
    public var topLeft, topRight, bottomLeft, bottomRight: Character
    /// Where a line ends at another: named for the side to which the third arm points.
    public var teeDown, teeUp, teeRight, teeLeft: Character
    /// Where two lines cross.
    public var cross: Character
  }

  /// Whether only ASCII is used.
  public let isASCII: Bool
  /// The lines of boxes.
  public var border: Border
  /// Stands for what was cut off.
  public var ellipsis: String
  /// Before the selected row.
  public var selectionBar: Character
  /// Before a folded and an unfolded branch of a tree.
  public var folded, unfolded: Character
  /// Before a leaf of a tree, and between short facts on one line.
  public var bullet: Character
  /// Between the steps of a path.
  public var breadcrumb: Character
  /// The parts of a progress bar: its ends, its full cells, and the rest.
  public var barStart, barEnd, barFull, barEmpty: Character
  /// A cell of a progress bar that is on its way: sent, and not acknowledged yet.
  public var barAhead: Character
  /// Cells filled by one to seven eighths, ascending; empty when bars have no parts of cells.
  public var barEighths: [Character]
  /// The parts of a scroll bar.
  public var scrollThumb, scrollTrack: Character
  /// Pictures of a spinner, in order.
  public var spinner: [Character]
  /// Flags of a row: not yet on the server, uploading, conflict, refused, pinned, somebody is
  /// here, has attachments, in the archive.
  public var unsynced, uploading, conflict, refused, pinned, presence, attachment: Character
  /// See `attachment`.
  public var archived: Character
  /// More is above or below.
  public var moreAbove, moreBelow: Character
  /// Done and open check boxes, and what is chosen.
  public var checked, unchecked: String
  /// The line before a quotation.
  public var quoteBar: Character

  /// Signs of Unicode.
  public static let unicode = GlyphSet(
    isASCII: false,
    border: Border(
      horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰",
      bottomRight: "╯", teeDown: "┬", teeUp: "┴", teeRight: "├", teeLeft: "┤", cross: "┼"),
    ellipsis: "…", selectionBar: "▌", folded: "▸", unfolded: "▾", bullet: "·", breadcrumb: "›",
    barStart: "▕", barEnd: "▏", barFull: "█", barEmpty: " ",
    barAhead: "░", barEighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], scrollThumb: "┃",
    scrollTrack: "│", spinner: Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"), unsynced: "●", uploading: "↑", conflict: "!",
    refused: "✗", pinned: "★", presence: "@", attachment: "▣", archived: "▤", moreAbove: "↑",
    moreBelow: "↓",
    checked: "[x]", unchecked: "[ ]", quoteBar: "▏")

  /// Signs of ASCII.
  public static let ascii = GlyphSet(
    isASCII: true,
    border: Border(
      horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
      bottomRight: "+", teeDown: "+", teeUp: "+", teeRight: "+", teeLeft: "+", cross: "+"),
    ellipsis: "~", selectionBar: ">", folded: "+", unfolded: "-", bullet: ".", breadcrumb: ">",
    barStart: "[", barEnd: "]", barFull: "#", barEmpty: " ", barAhead: "-", barEighths: [],
    scrollThumb: "#", scrollTrack: "|", spinner: Array("|/-\\"), unsynced: "*", uploading: "^",
    conflict: "!", refused: "x", pinned: "+", presence: "@", attachment: "#", archived: "=",
    moreAbove: "^",
    moreBelow: "v", checked: "[x]", unchecked: "[ ]", quoteBar: "|")
}
