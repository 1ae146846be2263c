import Foundation
import Glibc

/// Text with the differences removed that nobody types: case, diacritics, width and the letters of
/// `PlainLetters`.
enum TextFold {
  /// The folded text; idempotent, and as fast as a copy for ASCII.
  static func fold(_ text: String) -> String {
    var text = text
    let ascii: String? = text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 128 }) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { buffer in
        for index in bytes.indices {
          let byte = bytes[index]
          buffer[index] = byte &- 65 < 26 ? byte | 32 : byte
        }
        return bytes.count
      }
    }
    if let ascii { return ascii }
    return PlainLetters.fold(
      text.folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil))
  }

  /// Whether one text holds the bytes of another; far faster than a search through collections.
  static func contains(_ needle: String, in text: String) -> Bool {
    var needle = needle
    var text = text
    return text.withUTF8 { text in needle.withUTF8 { find($0, in: text) } }
  }

  /// Looks for the first byte with memchr(3), and compares from there.
  private static func find(
    _ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let wanted = needle.baseAddress, let first = needle.first else { return true }
    guard var place = text.baseAddress else { return false }
    var rest = text.count
    while rest >= needle.count {
      let starts = rest - needle.count + 1
      guard let found = memchr(place, Int32(first), starts) else { return false }
      let start = UnsafePointer<UInt8>(found.assumingMemoryBound(to: UInt8.self))
      if memcmp(start, wanted, needle.count) == 0 { return true }
      rest -= place.distance(to: start) + 1
      place = start.advanced(by: 1)
    }
    return false
  }
}
