import Documents
import Editor

extension TextChange {
  /// The same changes in as many updates of a document as it takes for each to be sent in one
  /// request, long replacements in pieces.
  static func updates(of changes: [TextChange]) -> [[TextChange]] {
    if changes.reduce(0, { $0 + $1.replacement.utf8.count }) <= String.bytesOfChange {
      return [changes]
    }
    var updates: [[TextChange]] = [[]]
    var bytes = 0
    for change in changes {
      var range = change.range
      for piece in change.replacement.pieces() {
        bytes += piece.utf8.count
        if bytes > String.bytesOfChange {
          updates.append([])
          bytes = piece.utf8.count
        }
        updates[updates.count - 1].append(TextChange(range: range, replacement: String(piece)))
        let end = range.lowerBound + piece.utf8.count
        range = end..<end
      }
    }
    return updates
  }
}
