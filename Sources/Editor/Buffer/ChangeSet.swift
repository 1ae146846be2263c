/// Changes of places apart from each other, performed on a text in one walk over it.
///
/// What a replacement of a hundred thousand matches costs one after the other in seconds, costs so
/// as much as reading the text.
struct ChangeSet {
  /// The fewest edits that a walk over the text is worth.
  static let worthwhile = 256

  /// For the text before all of them, from its start to its end.
  private let changes: [TextChange]
  /// By how much the text grows before each change, and at last in all.
  private let growths: [Int]

  /// Takes as many edits as follow one another through the text, downwards or upwards; nil when
  /// too few do.
  ///
  /// - Parameter edits: Sequential: each for the text that those before it left.
  init?(leading edits: ArraySlice<UndoEdit>) {
    let down = ChangeSet.descending(edits)
    let changes = down.count >= ChangeSet.worthwhile ? down.reversed() : ChangeSet.ascending(edits)
    guard changes.count >= ChangeSet.worthwhile else { return nil }
    self.changes = changes
    var growths = [0]
    growths.reserveCapacity(changes.count + 1)
    for change in changes { growths.append(growths[growths.count - 1] + change.growth) }
    self.growths = growths
  }

  /// How many edits they are.
  var count: Int { changes.count }

  /// Edits of which each is after the one before, as changes of the first text.
  private static func ascending(_ edits: ArraySlice<UndoEdit>) -> [TextChange] {
    var result: [TextChange] = []
    var growth = 0
    for edit in edits {
      let start = edit.offset - growth
      if let last = result.last, start < last.range.upperBound { break }
      let change = TextChange(
        range: start..<start + edit.removed.utf8.count, replacement: edit.inserted)
      result.append(change)
      growth += change.growth
    }
    return result
  }

  /// Edits of which each is before the one before.
  private static func descending(_ edits: ArraySlice<UndoEdit>) -> [TextChange] {
    var result: [TextChange] = []
    for edit in edits {
      let change = edit.forward
      if let last = result.last, change.range.upperBound > last.range.lowerBound { break }
      result.append(change)
    }
    return result
  }

  /// Where an offset of the text before is afterwards; O(log n).
  func mapped(_ offset: Int, bias: TextChange.Bias) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      let range = changes[middle].range
      let isBefore = range.upperBound < offset || (range.upperBound == offset && !range.isEmpty)
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return (low < changes.count ? changes[low].mapped(offset, bias: bias) : offset) + growths[low]
  }

  /// The text with all changes done; linear.
  func applied(to buffer: TextBuffer) -> TextBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(buffer.byteCount + max(0, growths.last ?? 0))
    buffer.bytes(in: 0..<buffer.byteCount).withUnsafeBufferPointer { old in
      var position = 0
      for change in changes {
        bytes += UnsafeBufferPointer(rebasing: old[position..<change.range.lowerBound])
        bytes += change.replacement.utf8
        position = change.range.upperBound
      }
      bytes += UnsafeBufferPointer(rebasing: old[position...])
    }
    return TextBuffer(utf8: bytes)
  }
}
