import Documents

extension Replica {
  /// The text of a key of the root; empty when there is none.
  func text(_ field: String) -> String { readingRoot.jsonText(field)?.string ?? "" }

  /// A text of which less than this part stays is replaced as a whole.
  private static let leastKept = 0.4

  /// Edits a text so that it becomes another, in the words that differ.
  ///
  /// Another text is put in its place as a whole, so that two that people put there at the same
  /// time do not mix.
  ///
  /// - Returns: The changes, with their numbers; one but for very long texts, none when the texts
  ///   are the same.
  /// - Throws: `DocumentsError`; the replica is as it was.
  mutating func edit(_ field: String, to text: String) throws -> [Change] {
    let old = self.text(field)
    guard old != text else { return [] }
    var edits = ThreeWayMerge(base: old, mine: old, theirs: text)
      .replacements(limit: 1_000, takesWholeWords: true)
    let (before, after) = (old.utf8.count, text.utf8.count)
    let kept = before - edits.reduce(0) { $0 + $1.range.count }
    if Double(kept) < Self.leastKept * Double(min(before, after)) {
      edits = [TextReplacement(range: 0..<before, text: text)]
    }
    let sent = localChanges.count
    var result = self
    for steps in TextSteps(edits, in: old).updates {
      try result.update { root, _ in
        if root.jsonText(field) == nil { try root.set(field, to: JSONText()) }
        for step in steps { try root.jsonText(field)?.edit(step.from, step.to, step.text) }
      }
    }
    self = result
    return Array(localChanges.dropFirst(sent))
  }
}

/// Replacements with offsets as documents count them, in scalars.
struct TextSteps {
  /// From the last to the first, so that none moves another.
  let last: [(from: Int, to: Int, text: String)]

  /// The same in as many updates as it takes for each to be sent in one request.
  var updates: [[(from: Int, to: Int, text: String)]] {
    var updates: [[(from: Int, to: Int, text: String)]] = []
    var bytes = Int.max / 2
    for step in last {
      var (from, to) = (step.from, step.to)
      for piece in step.text.pieces() {
        bytes += piece.utf8.count
        if bytes > String.bytesOfChange {
          updates.append([])
          bytes = piece.utf8.count
        }
        updates[updates.count - 1].append((from, to, String(piece)))
        from += piece.unicodeScalars.count
        to = from
      }
    }
    return updates
  }

  init(_ edits: [TextReplacement], in text: String) {
    var steps: [(from: Int, to: Int, text: String)] = []
    let utf8 = text.utf8
    var (index, bytes, scalars) = (utf8.startIndex, 0, 0)
    func advance(to offset: Int) -> Int {
      let next = utf8.index(index, offsetBy: offset - bytes)
      scalars += text.unicodeScalars.distance(from: index, to: next)
      (index, bytes) = (next, offset)
      return scalars
    }
    for edit in edits {
      let from = advance(to: edit.range.lowerBound)
      steps.append((from, advance(to: edit.range.upperBound), edit.text))
    }
    last = steps.reversed()
  }
}
