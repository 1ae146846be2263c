/// One grapheme cluster of a text that is scanned.
struct ScannedCluster {
  /// Where it begins, in UTF-8 bytes from the start of the text.
  let offset: Int
  /// Its length in UTF-8 bytes.
  let count: Int
  /// Its columns.
  let columns: Int
  /// Its first code point.
  let scalar: Unicode.Scalar
  /// The whole cluster, where it is more than its first code point.
  let cluster: Character?

  var character: Character { cluster ?? Character(scalar) }

  var glyph: Glyph { cluster.map(Glyph.init) ?? Glyph(scalar) }
}

/// Takes a text apart into grapheme clusters, faster than `Character` by itself.
///
/// Most letters never combine with each other: between two of them is always a boundary
/// (UAX #29, GB999), which needs no look at the text around. Only runs of other characters are
/// given to the standard library.
enum ClusterScanner {
  /// Calls with each cluster in order, until it returns false.
  static func scan(_ text: some StringProtocol, _ visit: (ScannedCluster) -> Bool) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { scan($0, visit) }
    if isDone == nil {
      var copy = String(text)
      copy.withUTF8 { scan($0, visit) }
    }
  }

  private static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ visit: (ScannedCluster) -> Bool
  ) {
    var offset = 0
    var current = decode(bytes, 0)
    while let (scalar, length) = current {
      let next = decode(bytes, offset + length)
      if isSimple(scalar.value), next.map({ isSimple($0.scalar.value) }) ?? true {
        let cluster = ScannedCluster(
          offset: offset, count: length, columns: WidthTable.columns(of: scalar), scalar: scalar,
          cluster: nil)
        guard visit(cluster) else { return }
        offset += length
        current = next
      } else {
        let end = endOfRun(bytes, from: offset)
        guard visitRun(bytes, offset..<end, visit) else { return }
        offset = end
        current = decode(bytes, end)
      }
    }
  }

  /// The end of a run that begins here: before the next simple character that nothing pulls in.
  private static func endOfRun(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let (first, length) = decode(bytes, start) else { return start }
    var end = start + length
    var previous = first.value
    while let (scalar, length) = decode(bytes, end) {
      if isSimple(scalar.value), !joinsNext(previous) { break }
      previous = scalar.value
      end += length
    }
    return end
  }

  private static func visitRun(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ visit: (ScannedCluster) -> Bool
  ) -> Bool {
    let run = String(decoding: bytes[range], as: UTF8.self)
    var offset = range.lowerBound
    for character in run {
      let count = character.utf8.count
      let first = character.unicodeScalars.first ?? "\u{fffd}"
      let isSingle = first.utf8.count == count
      let cluster = ScannedCluster(
        offset: offset, count: count, columns: TextWidth.columns(of: character), scalar: first,
        cluster: isSingle ? nil : character)
      guard visit(cluster) else { return false }
      offset += count
    }
    return true
  }

  /// The code point at an offset in well-formed UTF-8, and its length; nil at the end.
  @inline(__always) private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset < bytes.count else { return nil }
    let first = UInt32(bytes[offset])
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard offset + length <= bytes.count else { return ("\u{fffd}", bytes.count - offset) }
    var value = first & (0x7f >> UInt32(length))
    for index in 1..<length { value = value << 6 | UInt32(bytes[offset + index] & 0x3f) }
    return (Unicode.Scalar(value) ?? "\u{fffd}", length)
  }

  // MARK: - Classes

  /// Code points that form clusters of their own among each other: property
  /// Grapheme_Cluster_Break is Other or a Hangul syllable, and neither Extended_Pictographic nor
  /// an Indic consonant.
  @inline(__always) static func isSimple(_ value: UInt32) -> Bool {
    if value < 0x7f { return value >= 0x20 }
    switch value {
    case 0xa9, 0xad, 0xae: return false
    case 0xa0...0x2ff, 0x370...0x482, 0x48a...0x556, 0x5d0...0x5ea, 0x620...0x64a,
      0x671...0x6d3, 0x1e00...0x1fff, 0x2010...0x2027, 0x2030...0x203b, 0x203d...0x2048,
      0x20a0...0x20bf, 0x2190...0x2193, 0x219a...0x21a8, 0x2200...0x22ff, 0x2500...0x25a9,
      0x3001...0x3029, 0x3041...0x3096, 0x30a1...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xac00...0xd7a3, 0xff01...0xff9d:
      return true
    default: return false
    }
  }

  /// Code points after which even a simple one belongs to the same cluster: leading consonants of
  /// Hangul and property Prepend.
  private static func joinsNext(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115f, 0xa960...0xa97c, 0x600...0x605, 0x6dd, 0x70f, 0x890...0x891, 0x8e2,
      0xd4e, 0x110bd, 0x110cd, 0x111c2...0x111c3, 0x1193f, 0x11941, 0x11a3a, 0x11a84...0x11a89,
      0x11d46, 0x11f02:
      true
    default: false
    }
  }
}
