extension String {
  /// The most bytes of text that a writer of long texts puts into one change.
  package static let bytesOfChange = 512 << 10

  /// The text in pieces of at most as many bytes, between whole scalars; an empty one is a piece.
  package func pieces(ofBytes most: Int = bytesOfChange) -> [Substring] {
    var pieces: [Substring] = []
    var start = startIndex
    while let end = utf8.index(start, offsetBy: most, limitedBy: utf8.endIndex), end < endIndex {
      var cut = end
      while Index(cut, within: unicodeScalars) == nil { cut = utf8.index(before: cut) }
      pieces.append(self[start..<cut])
      start = cut
    }
    return pieces + [self[start...]]
  }
}
