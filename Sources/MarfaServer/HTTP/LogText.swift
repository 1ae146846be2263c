/// Text from outside, made harmless for a log.
enum LogText {
  /// A path without control characters, at most 200 bytes of it.
  static func path(_ path: String) -> String {
    let bytes = path.utf8.prefix(200).map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
