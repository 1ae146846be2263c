// MARK: - Grapheme clusters

extension TextBuffer {
  /// The furthest that the start of a grapheme cluster is looked for, in bytes.
  private static let clusterReach = 512

  /// The grapheme cluster that starts at an offset, or nil at the end.
  public func character(at offset: Int) -> Character? {
    guard let byte = byte(at: offset) else { return nil }
    if byte < 0x80, byte != 0x0d, isPlain(at: offset + 1) {
      return Character(Unicode.Scalar(byte))
    }
    return window(from: offset).first
  }

  /// Where the grapheme cluster after the one at an offset starts; the end stays.
  public func offset(after offset: Int) -> Int {
    guard let byte = byte(at: offset) else { return byteCount }
    if byte < 0x80, byte != 0x0d, isPlain(at: offset + 1) { return offset + 1 }
    return offset + (window(from: offset).first?.utf8.count ?? 0)
  }

  /// Where the grapheme cluster before an offset starts; 0 stays.
  public func offset(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    if let left = byte(at: offset - 1), left < 0x80, left != 0x0a {
      // An ASCII scalar begins a cluster unless a rare prepending mark is before it.
      if offset < 2 || isPlain(at: offset - 2) { return offset - 1 }
    }
    let start = safeStart(before: offset)
    var position = start
    var previous = start
    for character in text(in: start..<offset) {
      previous = position
      position += character.utf8.count
    }
    return previous
  }

  /// The start of the grapheme cluster that holds the byte at an offset.
  public func clusterStart(at offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if offset >= byteCount { return byteCount }
    if isPlain(at: offset), isPlain(at: offset - 1), byte(at: offset) != 0x0a { return offset }
    var position = safeStart(before: offset)
    let end = min(byteCount, offset + TextBuffer.clusterReach)
    for character in text(in: position..<scalarStart(at: end)) {
      let next = position + character.utf8.count
      if next > offset { return position }
      position = next
    }
    return position
  }

  /// Whether a cursor may be at an offset.
  func isBoundary(_ offset: Int) -> Bool { clusterStart(at: offset) == offset }

  /// The start of the scalar that holds the byte at an offset.
  func scalarStart(at offset: Int) -> Int {
    var position = offset
    while let byte = byte(at: position), byte & 0xc0 == 0x80 { position -= 1 }
    return position
  }

  /// Whether the byte at an offset is ASCII (or there is none).
  private func isPlain(at offset: Int) -> Bool { (byte(at: offset) ?? 0x20) < 0x80 }

  /// The text from an offset, far enough for one cluster.
  private func window(from offset: Int) -> String {
    text(in: offset..<scalarStart(at: min(byteCount, offset + TextBuffer.clusterReach)))
  }

  /// A cluster boundary a little before an offset: between two ASCII bytes, or as far as it goes.
  private func safeStart(before offset: Int) -> Int {
    var position = max(0, offset - 1)
    let limit = max(0, offset - TextBuffer.clusterReach)
    while position > limit {
      if isPlain(at: position), isPlain(at: position - 1), byte(at: position) != 0x0a {
        return position
      }
      position -= 1
    }
    return scalarStart(at: position)
  }
}
