/// Collects the lines of an answer's head as libcurl hands them over, one at a time.
struct ResponseHeading {
  /// The newest head; those of proxies and of 1xx answers are replaced by the next.
  private(set) var head = HTTPResponseHead(status: 0)

  /// Takes one line with its break; one that is no header field is left out.
  mutating func add(_ line: UnsafeRawBufferPointer) {
    let text = String(decoding: line, as: UTF8.self)
      .trimmingPrefix(while: { $0 == " " }).prefix { !$0.isNewline }
    if text.hasPrefix("HTTP/") {
      let words = text.split(separator: " ", maxSplits: 2)
      head = HTTPResponseHead(status: words.count > 1 ? Int(words[1]) ?? 0 : 0)
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let end = value.lastIndex { $0 != " " && $0 != "\t" }
      head.headers.append(String(text[..<colon]), end.map { String(value[...$0]) } ?? "")
    }
  }
}
