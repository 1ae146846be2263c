import Editor

extension TextChange {
  /// The one replacement that makes one text of another, from their common start to their common
  /// end.
  ///
  /// Nil when they are equal. Linear in their lengths.
  init?(from old: String, to new: String) {
    guard old != new else { return nil }
    let (a, b) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let limit = min(a.count, b.count)
    var start = 0
    while start < limit, a[start] == b[start] { start += 1 }
    var end = 0
    while end < limit - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
    func bytes(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
      scalars.reduce(0) { $0 + UTF8.width($1) }
    }
    let lower = bytes(a[..<start])
    let upper = lower + bytes(a[start..<(a.count - end)])
    var replacement = String.UnicodeScalarView()
    replacement.append(contentsOf: b[start..<(b.count - end)])
    self.init(range: lower..<upper, replacement: String(replacement))
  }
}
