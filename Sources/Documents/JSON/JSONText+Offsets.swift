/// Offsets of other units; each call costs O(text).
///
/// ```swift
/// let text = root.jsonText("note")  // "a👍🏽b": 4 scalars, 6 UTF-16 units, 3 characters
/// let units = try text?.utf16Offset(of: 3)  // 5
/// let scalars = try text?.offset(ofCharacter: 2)  // 3
/// ```
extension JSONText {
  /// The number of UTF-16 code units before an offset, as JavaScript and Foundation count.
  ///
  /// - Throws: ``DocumentsError`` for an offset outside of the text.
  public func utf16Offset(of offset: Int) throws(DocumentsError) -> Int {
    let (scalars, index) = try index(of: offset)
    return scalars[..<index].reduce(0) { $0 + UTF16.width($1) }
  }

  /// The offset of a number of UTF-16 code units.
  ///
  /// - Throws: ``DocumentsError`` for a number outside of the text, or inside of a surrogate pair.
  public func offset(ofUTF16 utf16Offset: Int) throws(DocumentsError) -> Int {
    var units = 0
    var offset = 0
    for scalar in string.unicodeScalars {
      if units >= utf16Offset { break }
      units += UTF16.width(scalar)
      offset += 1
    }
    guard units == utf16Offset else { throw .outOfRange("\(utf16Offset) UTF-16 units") }
    return offset
  }

  /// The number of whole characters (extended grapheme clusters) before an offset.
  ///
  /// - Throws: ``DocumentsError`` for an offset outside of the text.
  public func characterOffset(of offset: Int) throws(DocumentsError) -> Int {
    let (scalars, index) = try index(of: offset)
    let text = String(scalars)
    var count = 0
    var start = text.startIndex
    while start < index {
      start = text.index(after: start)
      if start <= index { count += 1 }
    }
    return count
  }

  /// The offset at which a character (extended grapheme cluster) begins.
  ///
  /// - Throws: ``DocumentsError`` for a number outside of the text.
  public func offset(ofCharacter characterOffset: Int) throws(DocumentsError) -> Int {
    let text = string
    guard characterOffset >= 0,
      let index = text.index(
        text.startIndex, offsetBy: characterOffset, limitedBy: text.endIndex)
    else { throw .outOfRange("\(characterOffset) characters") }
    return text.unicodeScalars.distance(from: text.startIndex, to: index)
  }

  private func index(
    of offset: Int
  ) throws(DocumentsError) -> (String.UnicodeScalarView, String.Index) {
    let scalars = string.unicodeScalars
    guard offset >= 0,
      let index = scalars.index(
        scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
    else { throw .outOfRange("\(offset) of \(scalars.count) scalars") }
    return (scalars, index)
  }
}
