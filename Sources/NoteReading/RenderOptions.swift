/// How a note is laid out.
package struct RenderOptions: Hashable, Sendable {
  /// Whether the addresses of links are shown.
  package enum LinkForm: Hashable, Sendable {
    /// The text is underlined; the terminal knows the address.
    case underlined
    /// A number after the text, and the addresses at the end.
    case footnotes
  }

  /// Columns, at least 1.
  package var width: Int
  /// The styles.
  package var styles: MarkdownStyles
  /// Whether only ASCII signs are drawn around the text.
  package var isASCII: Bool
  /// How links are shown.
  package var linkForm: LinkForm
  /// The most lines to lay out, for a first screen; nil lays out everything.
  package var maximumLines: Int?
  /// Facts about images, by their addresses, shown after their names.
  package var imageFacts: [String: String] = [:]
  /// The cells of images that are shown below their names, by their addresses.
  package var pictures: [String: PictureArea] = [:]
  /// Whether a line break that was typed within a paragraph is shown as a space.
  package var joinsLines = false
  /// Whether nothing is drawn around text, for screen readers.
  package var isPlain = false
  /// The texts that `![[…]]` stand for, by what is between the brackets before `|`.
  package var embeds: [String: String] = [:]
  /// The note's title where that is shown above the text: a heading that begins the text with the
  /// same words is left out.
  package var shownTitle: String?
  /// The source lines, from 1, of callouts that the person folded or unfolded.
  package var toggledCallouts: Set<Int> = []

  /// Texts with more bytes than this are shown as they are, wrapped.
  package static let plainThreshold = 1 << 20

  /// A width below 1 becomes 1.
  package init(
    width: Int, styles: MarkdownStyles = .plain, isASCII: Bool = false,
    linkForm: LinkForm = .underlined, maximumLines: Int? = nil
  ) {
    self.width = max(1, width)
    self.styles = styles
    self.isASCII = isASCII
    self.linkForm = linkForm
    self.maximumLines = maximumLines
  }
}

/// The cells that a picture takes.
package struct PictureArea: Hashable, Sendable {
  /// Columns, at least 1.
  package var columns: Int
  /// Rows, at least 1.
  package var rows: Int

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
  }

  /// The cells of a picture at its own size, or as large as there is room.
  ///
  /// - Parameters:
  ///   - width: Its columns of pixels.
  ///   - height: Its lines of pixels.
  ///   - room: The most cells that it may take.
  ///   - cellWidth: The columns of pixels of a cell.
  ///   - cellHeight: The lines of pixels of a cell.
  package init(
    ofPixels width: Int, _ height: Int, in room: PictureArea, cellWidth: Int = 8,
    cellHeight: Int = 16
  ) {
    let own = (
      columns: Double(width) / Double(cellWidth), rows: Double(height) / Double(cellHeight)
    )
    let scale = min(1, Double(room.columns) / own.columns, Double(room.rows) / own.rows)
    self.init(
      columns: min(room.columns, Int((own.columns * scale).rounded(.up))),
      rows: min(room.rows, Int((own.rows * scale).rounded(.up))))
  }

  /// The same picture where there are fewer columns.
  func fitted(into columns: Int) -> PictureArea {
    guard columns < self.columns else { return self }
    return PictureArea(columns: columns, rows: rows * columns / self.columns)
  }
}

/// The signs drawn around text.
struct MarkdownGlyphs {
  let bullets: [String]
  let openTask: String
  let doneTask: String
  let cancelledTask: String
  let quote: String
  let code: String
  let wrappedCode: String
  let rule: String
  let columnSeparator: String
  let crossing: String
  let box: Box
  let ellipsis: String
  let folded: String
  let unfolded: String

  /// The lines around a callout; corners are one column wide.
  struct Box {
    let topLeft, topRight, bottomLeft, bottomRight, vertical: String
  }

  static let unicode = MarkdownGlyphs(
    bullets: ["•", "◦", "▪"], openTask: "☐", doneTask: "☑", cancelledTask: "☒", quote: "▎ ",
    code: "│ ",
    wrappedCode: "┊ ", rule: "─", columnSeparator: " │ ", crossing: "─┼─",
    box: Box(topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", vertical: "│"),
    ellipsis: "…", folded: "▸", unfolded: "▾")
  static let ascii = MarkdownGlyphs(
    bullets: ["*", "-", "+"], openTask: "[ ]", doneTask: "[x]", cancelledTask: "[-]", quote: "> ",
    code: "    ",
    wrappedCode: ": ", rule: "-", columnSeparator: " | ", crossing: "-+-",
    box: Box(topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", vertical: "|"),
    ellipsis: "...", folded: "+", unfolded: "-")
}
