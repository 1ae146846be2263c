// MARK: - Golden text

extension Surface {
  /// The rows as text, from the top, each as wide as the surface.
  public var textRows: [String] {
    (0..<size.rows).map { row in
      var text = ""
      forEachCell(inRow: row) { cell, _ in text.append(cell.character) }
      return text
    }
  }

  /// The screen as text: a line for each row, without spaces at the ends.
  public func text() -> String {
    textRows.map(Self.trimmed).joined(separator: "\n")
  }

  /// How the cells are drawn: a line for each row with a letter for each column, then what the
  /// letters mean.
  ///
  /// A plain cell is `.`; the letters `a`, `b`, … are given in order of appearance, `~` when they
  /// run out. The cursor is named in the last line.
  public func attributeMap() -> String {
    var letters: [Style: Character] = [.plain: "."]
    var legend: [String] = []
    let rows = (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns {
        let style = self[column, row].style
        if letters[style] == nil {
          let letter = Self.letter(letters.count - 1)
          letters[style] = letter
          legend.append("\(letter) \(style.summary)")
        }
        line.append(letters[style] ?? "~")
      }
      return Self.trimmed(line, of: ".")
    }
    return (rows + legend + [cursorSummary]).joined(separator: "\n")
  }

  /// The text and the attributes, one after the other, as golden files keep them.
  public func dump() -> String {
    text() + "\n--- attributes\n" + attributeMap() + "\n"
  }

  private var cursorSummary: String {
    let shape = isCursorVisible ? "\(cursorShape)" : "hidden"
    return "cursor \(cursor.column),\(cursor.row) \(shape)"
  }

  private static func letter(_ index: Int) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return letters.indices.contains(index) ? letters[index] : "~"
  }

  private static func trimmed(_ line: String) -> String { trimmed(line, of: " ") }

  private static func trimmed(_ line: String, of filler: Character) -> String {
    guard let last = line.lastIndex(where: { $0 != filler }) else { return "" }
    return String(line[...last])
  }
}
