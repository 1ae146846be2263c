/// Tab stops at equal distances.
public struct TabStops: Hashable, Sendable {
  /// The distance in columns, 1 or more.
  public let distance: Int

  /// Tab stops.
  public init(every distance: Int = 4) { self.distance = max(1, distance) }

  /// The columns of a tab that is at a column.
  public func columns(at column: Int) -> Int { distance - column % distance }

  /// The columns of a cluster that is at a column; only a tab's depend on it.
  public func columns(of character: Character, at column: Int) -> Int {
    character == "\t" ? columns(at: column) : TextWidth.columns(of: character)
  }

  /// The text with spaces in place of tabs.
  ///
  /// - Parameters:
  ///   - text: A text without line breaks.
  ///   - column: The column at which it begins.
  /// - Returns: A text without tabs that looks the same.
  public func expanded(_ text: some StringProtocol, from column: Int = 0) -> String {
    guard text.utf8.contains(0x09) else { return String(text) }
    var result = ""
    var place = column
    for character in text {
      let width = columns(of: character, at: place)
      if character == "\t" {
        result += String(repeating: " ", count: width)
      } else {
        result.append(character)
      }
      place += width
    }
    return result
  }
}
