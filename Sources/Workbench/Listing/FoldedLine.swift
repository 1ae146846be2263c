import MarfaSDK

/// A line as a search compares it, with plain letters for those of `PlainLetters`.
struct FoldedLine {
  /// The line to look in.
  package let text: String
  private let line: String
  /// Where each character of `text` is in the line; nil for a line that is its own fold.
  private let places: [String.Index]?

  /// Folds a line.
  package init(_ line: String) {
    self.line = line
    guard PlainLetters.differs(line) else {
      text = line
      places = nil
      return
    }
    var text = ""
    var places: [String.Index] = []
    for index in line.indices {
      let plain = PlainLetters.fold(String(line[index]))
      text += plain
      places += repeatElement(index, count: plain.count)
    }
    self.text = text
    self.places = places
  }

  /// The whole characters of the line that a part of `text`, which is not empty, stands for.
  package func place(of part: Range<String.Index>) -> Range<String.Index> {
    guard let places else { return part }
    let first = text.distance(from: text.startIndex, to: part.lowerBound)
    let count = text.distance(from: part.lowerBound, to: part.upperBound)
    let last = max(first, first + count - 1)
    return places[first]..<line.index(after: places[last])
  }
}
