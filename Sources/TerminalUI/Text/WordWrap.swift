/// One row of a wrapped text.
public struct WrappedRow: Hashable, Sendable {
  /// The part of the text, as offsets in UTF-8 bytes from its start, at cluster boundaries.
  public var utf8Range: Range<Int>
  /// Empty columns before the text: 0 in the first row, the hanging indent in all others.
  public var indent: Int
  /// The columns of the text without spaces at its end, and without the indent.
  public var columns: Int

  /// A row by its bytes, its indent and its columns.
  public init(utf8Range: Range<Int>, indent: Int, columns: Int) {
    self.utf8Range = utf8Range
    self.indent = indent
    self.columns = columns
  }

  /// The row's part of the text that was wrapped.
  public func text(in whole: String) -> Substring {
    let start = whole.utf8.index(whole.startIndex, offsetBy: utf8Range.lowerBound)
    let end = whole.utf8.index(start, offsetBy: utf8Range.count)
    return whole[start..<end]
  }
}

/// Breaks a paragraph into rows: at spaces, after hyphens and dashes, between ideographs, and
/// inside a word only when it is longer than a row.
///
/// The rows cover the text without gap or overlap. Spaces at a break hang over the edge and stay
/// in the row before it. No row is wider than the limit unless one cluster alone is.
public struct WordWrap: Hashable, Sendable {
  /// The columns of a row, 1 or more.
  public let columns: Int
  /// Empty columns before every row but the first; at most half of `columns`.
  public let hangingIndent: Int
  /// Where tabs end.
  public let tabStops: TabStops

  /// Wraps at a width; what is out of range counts as the nearest that is in it.
  ///
  /// - Parameters:
  ///   - columns: The columns of a row; less than 1 counts as 1.
  ///   - hangingIndent: Empty columns before every row but the first.
  ///   - tabStops: Where tabs end.
  public init(columns: Int, hangingIndent: Int = 0, tabStops: TabStops = TabStops()) {
    self.columns = max(1, columns)
    self.hangingIndent = min(max(0, hangingIndent), max(1, columns) / 2)
    self.tabStops = tabStops
  }

  /// The rows of a text without line breaks; one row at least.
  ///
  /// O(n); a text that fits and is plain ASCII costs one look at each byte.
  public func rows(of text: some StringProtocol) -> [WrappedRow] {
    if let count = TextWidth.asciiCount(text), count <= columns {
      let trailing = text.utf8.reversed().prefix { $0 == 0x20 }.count
      return [WrappedRow(utf8Range: 0..<count, indent: 0, columns: count - trailing)]
    }
    var breaker = WrapBreaker(self)
    ClusterScanner.scan(text) { cluster in
      breaker.append(cluster)
      return true
    }
    return breaker.finished()
  }
}
