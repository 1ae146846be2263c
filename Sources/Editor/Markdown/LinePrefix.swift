/// What a Markdown line begins with: indentation, quotes, a list marker, a task box.
///
/// Offsets are UTF-8 bytes from the line's start.
struct LinePrefix: Hashable, Sendable {
  /// A list item's marker.
  enum Marker: Hashable, Sendable {
    /// `-`, `*` or `+`.
    case bullet(Character)
    /// A number of at most nine digits and `.` or `)`.
    case number(Int, Character)
  }

  /// The indentation and quote marks, as they stand.
  private(set) var lead = ""
  /// Whether quote marks are among them.
  private(set) var isQuote = false
  /// The item's marker, if there is one.
  private(set) var marker: Marker?
  /// Where the marker stands.
  private(set) var markerRange = 0..<0
  /// Whether the task box is checked; nil without one.
  private(set) var isChecked: Bool?
  /// Where the task box stands.
  private(set) var boxRange = 0..<0
  /// Where the text begins.
  private(set) var contentStart = 0
  /// What the prefix says, as it stands.
  private(set) var text = ""

  /// Reads a line's beginning.
  init(_ line: String) {
    let bytes = Array(line.utf8.prefix(256))
    var index = LinePrefix.skipSpaces(bytes, 0)
    while index < bytes.count, bytes[index] == UInt8(ascii: ">") {
      isQuote = true
      index = LinePrefix.skipSpaces(bytes, index + 1)
    }
    lead = String(decoding: bytes[..<index], as: UTF8.self)
    contentStart = index
    readMarker(bytes)
    text = String(decoding: bytes[..<contentStart], as: UTF8.self)
  }

  /// Whether the line is an item of a list.
  var isListItem: Bool { marker != nil }

  /// How many columns the prefix takes.
  func columns(tabWidth: Int) -> Int {
    text.reduce(0) { $0 + ClusterWidth.columns(of: $1, at: $0, tabWidth: tabWidth) }
  }

  private mutating func readMarker(_ bytes: [UInt8]) {
    var index = contentStart
    let start = index
    var digits = 0
    while index < bytes.count, digits < 9, (0x30...0x39).contains(bytes[index]) {
      index += 1
      digits += 1
    }
    guard index < bytes.count else { return }
    let character = Character(Unicode.Scalar(bytes[index]))
    if digits > 0, ".)".contains(character) {
      let number = Int(String(decoding: bytes[start..<index], as: UTF8.self)) ?? 1
      accept(.number(number, character), start..<index + 1, bytes)
    } else if digits == 0, "-*+".contains(character) {
      accept(.bullet(character), start..<index + 1, bytes)
    }
  }

  /// Takes a marker if white space or the line's end follows.
  private mutating func accept(_ marker: Marker, _ range: Range<Int>, _ bytes: [UInt8]) {
    let end = range.upperBound
    guard end == bytes.count || bytes[end] == 0x20 || bytes[end] == 0x09 else { return }
    if case .bullet(let mark) = marker, LinePrefix.isRule(mark, bytes[range.lowerBound...]) {
      return
    }
    self.marker = marker
    markerRange = range
    contentStart = min(bytes.count, LinePrefix.skipSpaces(bytes, end))
    readBox(bytes)
  }

  private mutating func readBox(_ bytes: [UInt8]) {
    let start = contentStart
    guard start + 2 < bytes.count, bytes[start] == UInt8(ascii: "["),
      bytes[start + 2] == UInt8(ascii: "]"), start + 3 == bytes.count || bytes[start + 3] == 0x20
    else { return }
    switch bytes[start + 1] {
    case UInt8(ascii: " "): isChecked = false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): isChecked = true
    default: return
    }
    boxRange = start..<start + 3
    contentStart = min(bytes.count, start + 4)
  }

  /// Whether a line of one mark and spaces is a thematic break (`* * *`), not an item.
  private static func isRule(_ mark: Character, _ bytes: ArraySlice<UInt8>) -> Bool {
    let marks = bytes.filter { $0 == mark.asciiValue }.count
    return marks >= 3 && bytes.allSatisfy { $0 == mark.asciiValue || $0 == 0x20 || $0 == 0x09 }
  }

  private static func skipSpaces(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }
}
