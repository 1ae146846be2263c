/// The sign that some programs write before UTF-8 text; it is no part of the text.
package enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The bytes without the mark that they may begin with.
  package static func dropped<Bytes: Collection<UInt8>>(from text: Bytes) -> Bytes.SubSequence {
    text.starts(with: bytes) ? text.dropFirst(bytes.count) : text[...]
  }
}
