/// What a `Range` header asks of content whose size is known (RFC 9110, section 14).
public enum ByteRange: Hashable, Sendable {
  /// All of it: there is no header, or one that may be ignored.
  case whole
  /// Bytes from the start of the content; never empty, within its size.
  case part(Range<Int64>)
  /// Nothing of what was asked exists: 416.
  case unsatisfiable

  /// Reads a header.
  ///
  /// A single range `bytes=2-5`, `bytes=2-` or `bytes=-5` is served. Several ranges, another
  /// unit and a malformed header are ignored, as section 14.2 permits.
  ///
  /// - Parameters:
  ///   - header: The value of `Range`.
  ///   - size: Size of the content in bytes.
  public init(header: String?, size: Int64) {
    guard let header, let bounds = Self.bounds(of: header) else {
      self = .whole
      return
    }
    switch bounds {
    case (let first?, let last?):
      if last < first {
        self = .whole
      } else {
        // A range that begins after the content has no upper bound that is not below its lower.
        let end = max(first, min(last, size - 1) + 1)
        self = Self.satisfiable(first..<end, within: size)
      }
    case (let first?, nil): self = Self.satisfiable(first..<max(size, first), within: size)
    case (nil, let count?): self = Self.satisfiable(max(0, size - count)..<size, within: size)
    case (nil, nil): self = .whole
    }
  }

  private static func satisfiable(_ range: @autoclosure () -> Range<Int64>, within size: Int64)
    -> ByteRange
  {
    guard size > 0 else { return .unsatisfiable }
    let range = range()
    return range.isEmpty || range.lowerBound >= size ? .unsatisfiable : .part(range)
  }

  private static func bounds(of header: String) -> (Int64?, Int64?)? {
    let unit = "bytes="
    guard header.lowercased().hasPrefix(unit) else { return nil }
    let range = header.dropFirst(unit.count)
    let ends = range.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]) else {
      return nil
    }
    return (first.value, last.value)
  }

  /// A bound that may be absent; nil when it is there and not a number.
  private static func number(_ text: Substring) -> (value: Int64?, Void)? {
    let text = text.trimmingPrefix(while: { $0 == " " })
    if text.isEmpty { return (nil, ()) }
    guard text.utf8.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    // More digits than 64 bits hold are beyond any content.
    return (Int64(text) ?? Int64.max - 1, ())
  }
}
