extension TextChange {
  /// The one replacement that makes one text of another, from their common start to their common
  /// end.
  ///
  /// Nil when they are equal. Linear in their lengths; copies only what differs, to the nearest 4
  /// KiB.
  package init?(from old: TextBuffer, to new: TextBuffer) {
    let limit = min(old.byteCount, new.byteCount)
    var start = 0
    while start < limit {
      let count = min(Self.slice, limit - start)
      let (a, b) = (old.bytes(start..<start + count), new.bytes(start..<start + count))
      let same = zip(a, b).prefix { $0 == $1 }.count
      start += same
      if same < count { break }
    }
    if start == old.byteCount, start == new.byteCount { return nil }
    start = min(old.scalarStart(at: start), new.scalarStart(at: start))
    var end = 0
    while end < limit - start {
      let count = min(Self.slice, limit - start - end)
      let (a, b) = (old.byteCount - end, new.byteCount - end)
      let same = zip(old.bytes(a - count..<a).reversed(), new.bytes(b - count..<b).reversed())
        .prefix { $0 == $1 }.count
      end += same
      if same < count { break }
    }
    // A scalar that begins before the common end is not common.
    while end > 0, old.scalarStart(at: old.byteCount - end) != old.byteCount - end { end -= 1 }
    self.init(
      range: start..<old.byteCount - end,
      replacement: new.text(in: start..<new.byteCount - end))
  }

  private static let slice = 4096
}

extension TextBuffer {
  fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    forEachChunk(in: range) { result.append(contentsOf: $0) }
    return result
  }
}
