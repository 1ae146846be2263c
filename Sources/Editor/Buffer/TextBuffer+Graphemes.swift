// MARK: - Grapheme clusters

extension TextBuffer {
  /// The furthest that the start of a grapheme cluster is looked for, in bytes.
  private static let clusterReach = 512

  /// The grapheme cluster that starts at an offset, or nil at the end.
  public func character(at offset: Int) -> Character? {
    guard let scalar = scalar(at: offset) else { return nil }
    if isSurelyBetweenClusters(offset + scalar.length) { return Character(scalar.value) }
    return window(from: offset).first
  }

  /// Where the grapheme cluster after the one at an offset starts; the end stays.
  public func offset(after offset: Int) -> Int {
    guard let scalar = scalar(at: offset) else { return byteCount }
    let next = offset + scalar.length
    if isSurelyBetweenClusters(next) { return next }
    return offset + (window(from: offset).first?.utf8.count ?? 0)
  }

  /// Where the grapheme cluster before an offset starts; 0 stays.
  public func offset(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let last = scalarStart(at: offset - 1)
    if isSurelyBetweenClusters(last) { return last }
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
    let offset = scalarStart(at: offset)
    if isSurelyBetweenClusters(offset) { return offset }
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

  /// The text from an offset, far enough for one cluster.
  private func window(from offset: Int) -> String {
    text(in: offset..<scalarStart(at: min(byteCount, offset + TextBuffer.clusterReach)))
  }

  /// A cluster boundary shortly before an offset: a sure one, or the furthest place looked at.
  private func safeStart(before offset: Int) -> Int {
    var position = scalarStart(at: max(0, offset - 1))
    let limit = max(0, offset - TextBuffer.clusterReach)
    while position > limit {
      if isSurelyBetweenClusters(position) { return position }
      position = scalarStart(at: position - 1)
    }
    return position
  }
}

// MARK: - Boundaries that two scalars decide

extension TextBuffer {
  /// Whether a cluster begins between the scalars around an offset whatever else is near; true at
  /// both ends of the text, false where more has to be read.
  private func isSurelyBetweenClusters(_ offset: Int) -> Bool {
    guard offset > 0, let right = scalar(at: offset) else { return true }
    guard right.value.isNeverJoined, let left = scalar(at: scalarStart(at: offset - 1)) else {
      return false
    }
    return left.value.isNeverJoined && !(left.value == "\r" && right.value == "\n")
  }

  /// The scalar that starts at an offset, with its length in bytes; nil at the end.
  private func scalar(at offset: Int) -> (value: Unicode.Scalar, length: Int)? {
    guard let first = byte(at: offset) else { return nil }
    let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    // The first bits say how many bytes there are, and are not part of the scalar.
    var value = UInt32(length == 1 ? first : first & (0x7f >> UInt8(length)))
    for index in 1..<max(1, length) {
      value = value << 6 | UInt32((byte(at: offset + index) ?? 0) & 0x3f)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }
}

extension Unicode.Scalar {
  /// Whether it is of the scripts whose scalars make no cluster with one another, carriage return
  /// and line feed apart: Latin, Greek, Cyrillic, Hebrew, Arabic, Syriac, Thaana and N'Ko letters,
  /// kana, ideographs, signs between words, arrows, boxes and symbols.
  fileprivate var isNeverJoined: Bool {
    switch value {
    case ..<0x300, 0x370...0x482, 0x48a...0x588, 0x5d0...0x5ea, 0x620...0x64a, 0x660...0x66f,
      0x671...0x6d5, 0x6ee...0x70d, 0x712...0x72f, 0x74d...0x7a5, 0x7b1, 0x7c0...0x7ea,
      0x1e00...0x1fff, 0x2010...0x2027, 0x2190...0x2bff, 0x3041...0x3096, 0x30a1...0x30fa,
      0x3400...0x9fff, 0xfffd:
      true
    default: false
    }
  }
}
