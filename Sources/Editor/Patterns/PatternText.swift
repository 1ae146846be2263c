/// A text as a matcher reads it: its clusters by number, with where they are.
struct PatternText {
  /// The scalar of each cluster; of one with more scalars, a number above all scalars.
  let units: [UInt32]
  /// The clusters that are not one ASCII character, by their index.
  private var wide: [Int: Character] = [:]
  /// Where each cluster starts, in UTF-8 bytes, and the end; empty when each is a byte.
  private var offsets: [Int] = []

  /// Reads a text; linear.
  init(_ text: String) {
    var text = text
    let plain: [UInt32]? = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 && $0 != 0x0d } ? bytes.map { UInt32($0) } : nil
    }
    if let plain {
      units = plain
      return
    }
    var units: [UInt32] = []
    var offset = 0
    for character in text {
      offsets.append(offset)
      offset += character.utf8.count
      if character.isASCII, let value = PatternSet.scalar(of: character) {
        units.append(value)
      } else {
        wide[units.count] = character
        units.append(0x110000)
      }
    }
    offsets.append(offset)
    self.units = units
  }

  /// What reading the text cost, in work of a `PatternMatcher`: about two steps a byte, thirty a
  /// cluster where there are others than ASCII.
  var work: Int { offsets.isEmpty ? 2 * units.count : 32 * units.count }

  /// How many clusters there are.
  var count: Int { units.count }

  /// The offset of a cluster, in UTF-8 bytes.
  func offset(of index: Int) -> Int { offsets.isEmpty ? index : offsets[index] }

  /// The part of the text that clusters make up.
  ///
  /// - Parameters:
  ///   - range: Indices of clusters.
  ///   - whole: The text that was read.
  /// - Returns: The part.
  func text(in range: Range<Int>, of whole: String) -> String {
    let utf8 = whole.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: offset(of: range.lowerBound))
    let end = utf8.index(utf8.startIndex, offsetBy: offset(of: range.upperBound))
    return String(whole[start..<end])
  }

  /// The cluster at an index.
  func character(at index: Int) -> Character {
    if let character = wide[index] { return character }
    return Unicode.Scalar(units[index]).map { Character($0) } ?? "\u{fffd}"
  }

  /// Whether a line ends with the cluster at an index.
  func isNewline(_ index: Int) -> Bool {
    let unit = units[index]
    return unit < 0x80 ? (0x0a...0x0d).contains(unit) : character(at: index).isNewline
  }

  /// Whether a cluster is part of a word; outside there is none.
  func isWord(_ index: Int) -> Bool {
    guard units.indices.contains(index) else { return false }
    let unit = units[index]
    if unit < 0x80 {
      return (0x61...0x7a).contains(unit | 0x20) || (0x30...0x39).contains(unit) || unit == 0x5f
    }
    return PatternSet.Kind.word.contains(character(at: index))
  }
}
