import Foundation

/// A picture as `<img src="…">`, which Markdown lets through.
package struct PictureTag: Hashable, Sendable {
  /// The address as it is written.
  package var address: Substring
  /// Where the address is, in UTF-8 bytes.
  package var range: Range<Int>

  /// The tags of a text, in order.
  package static func all(in text: String) -> [PictureTag] {
    // Looked for first, since most texts have no tags.
    guard text.utf8.contains(UInt8(ascii: "<")),
      text.range(of: "<img", options: .caseInsensitive) != nil
    else { return [] }
    return text.matches(of: #/<[iI][mM][gG]\s[^<>]*?\bsrc\s*=\s*(?:"([^"<>]+)"|'([^'<>]+)')/#)
      .compactMap { match in
        guard let address = match.output.1 ?? match.output.2 else { return nil }
        let start = text.utf8.distance(from: text.startIndex, to: address.startIndex)
        return PictureTag(address: address, range: start..<start + address.utf8.count)
      }
  }
}
