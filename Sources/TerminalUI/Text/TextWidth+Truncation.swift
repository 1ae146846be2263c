// MARK: - Fitting

extension TextWidth {
  /// Where a text is cut that is too long.
  public enum TruncationPosition: Hashable, Sendable {
    /// The beginning stays.
    case end
    /// The end stays.
    case start
    /// Both ends stay.
    case middle
  }

  /// The longest beginning of whole clusters that fits.
  ///
  /// - Parameters:
  ///   - text: A text without line breaks.
  ///   - limit: The room.
  /// - Returns: The beginning and its columns, at most `limit`.
  @specialized(where Text == String)
  public static func prefix<Text: StringProtocol>(
    of text: Text, columns limit: Int
  ) -> (text: Text.SubSequence, columns: Int) {
    var used = 0
    var end = 0
    ClusterScanner.scan(text) { cluster in
      if used + cluster.columns > limit { return false }
      used += cluster.columns
      end = cluster.offset + cluster.count
      return true
    }
    return (text[..<text.utf8.index(text.startIndex, offsetBy: end)], used)
  }

  /// The longest end of whole clusters that fits.
  ///
  /// - Parameters:
  ///   - text: A text without line breaks.
  ///   - limit: The room.
  /// - Returns: The end and its columns, at most `limit`.
  public static func suffix<Text: StringProtocol>(
    of text: Text, columns limit: Int
  ) -> (text: Text.SubSequence, columns: Int) {
    var used = 0
    var index = text.endIndex
    while index > text.startIndex {
      let before = text.index(before: index)
      let width = columns(of: text[before])
      if used + width > limit { break }
      used += width
      index = before
    }
    return (text[index...], used)
  }

  /// The visible form of a text, or as much of it as fits together with a sign that something is
  /// missing.
  ///
  /// - Parameters:
  ///   - text: A text without line breaks.
  ///   - limit: The room in columns; nothing fits in 0 or less.
  ///   - ellipsis: The sign, usually `GlyphSet.ellipsis`.
  ///   - position: Where it is cut.
  /// - Returns: A text of at most `limit` columns.
  @specialized(where Text == String)
  public static func truncated<Text: StringProtocol>(
    _ text: Text, to limit: Int, ellipsis: String = "…",
    at position: TruncationPosition = .end
  ) -> String {
    guard limit > 0 else { return "" }
    let text = visible(text)
    if columns(of: text) <= limit { return text }
    let sign = prefix(of: ellipsis, columns: limit)
    let room = limit - sign.columns
    switch position {
    case .end: return prefix(of: text, columns: room).text + String(sign.text)
    case .start: return String(sign.text) + standalone(suffix(of: text, columns: room).text)
    case .middle:
      let head = prefix(of: text, columns: room - room / 2).text
      return head + String(sign.text) + standalone(suffix(of: text, columns: room / 2).text)
    }
  }

  /// The text with spaces added, or truncated, to exactly the given columns.
  ///
  /// - Parameters:
  ///   - text: A text without line breaks.
  ///   - columns: The columns of the result.
  ///   - alignment: Where the spaces are not.
  ///   - ellipsis: The sign that something is missing.
  /// - Returns: A text of exactly `columns` columns.
  public static func fitted(
    _ text: some StringProtocol, to columns: Int, alignment: TextAlignment = .leading,
    ellipsis: String = "…"
  ) -> String {
    let short = standalone(truncated(text, to: columns, ellipsis: ellipsis))
    let missing = max(0, columns - self.columns(of: short))
    let left = alignment.leadingSpace(of: missing)
    return String(repeating: " ", count: left) + short
      + String(repeating: " ", count: missing - left)
  }
}

extension TextWidth {
  /// The text in a form that does not combine with what is before it: a mark without a letter
  /// gets the dotted circle that it is painted with.
  private static func standalone(_ text: some StringProtocol) -> String {
    guard let first = text.first, let scalar = first.unicodeScalars.first,
      scalar.value >= 0x300, WidthTable.columns(of: scalar) == 0
    else { return String(text) }
    return paintable(first) + text.dropFirst()
  }
}

/// Where a text is in its room.
public enum TextAlignment: Hashable, Sendable {
  /// At the left.
  case leading
  /// In the middle, rather left.
  case center
  /// At the right.
  case trailing

  /// How much of the free room is to the left.
  public func leadingSpace(of free: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: free / 2
    case .trailing: free
    }
  }
}
