/// A `Content-Range` of bytes (RFC 9110, section 14.4).
struct ContentRange {
  /// The first byte; nil for an answer that says only how many there are.
  var start: Int64?
  /// How many there are in all; nil where it is not said.
  var total: Int64?

  init?(_ text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst("bytes ".count).split(separator: "/")
    guard parts.count == 2 else { return nil }
    start = parts[0].split(separator: "-").first.flatMap { Int64($0) }
    total = Int64(parts[1])
  }
}
