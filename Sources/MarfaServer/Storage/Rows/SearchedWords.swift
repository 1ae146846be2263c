import Foundation

/// A text as words, each with its place.
struct SearchedWords {
  struct Word {
    /// Without case and diacritics.
    var folded: String
    var range: Range<String.Index>
  }

  /// How many words a snippet has about.
  private static let snippetCount = 24

  let text: String
  let words: [Word]

  init(_ text: String) {
    let text = SearchedText.indexed(text)
    var words: [Word] = []
    var start: String.Index?
    func end(at index: String.Index) {
      guard let first = start else { return }
      let folded = text[first..<index].folding(
        options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      words.append(Word(folded: folded, range: first..<index))
      start = nil
    }
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      let isLetter =
        scalar != SearchedText.separator
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory))
      if isLetter, start == nil { start = index }
      if !isLetter { end(at: index) }
    }
    end(at: text.endIndex)
    self.text = text
    self.words = words
  }

  /// Where a phrase begins, as numbers of words.
  func places(of phrase: [String], isPrefix: Bool) -> [Int] {
    guard let last = phrase.last, phrase.count <= words.count else { return [] }
    return (0...(words.count - phrase.count)).filter { start in
      for (offset, word) in phrase.dropLast().enumerated()
      where words[start + offset].folded != word { return false }
      let end = words[start + phrase.count - 1].folded
      return isPrefix ? end.hasPrefix(last) : end == last
    }
  }

  /// The text about the first place, with marks round the words of phrases.
  func marked(_ phrases: [(words: [String], isPrefix: Bool)]) -> String {
    var found: Set<Int> = []
    for phrase in phrases {
      for place in places(of: phrase.words, isPrefix: phrase.isPrefix) {
        found.formUnion(place..<(place + phrase.words.count))
      }
    }
    let first = max(0, (found.min() ?? 0) - Self.snippetCount / 4)
    let last = min(words.count, first + Self.snippetCount)
    guard first < last else { return "" }
    var result = first > 0 ? "…" : ""
    var position = first > 0 ? words[first].range.lowerBound : text.startIndex
    for index in first..<last {
      let word = words[index].range
      result += text[position..<word.lowerBound]
      result += found.contains(index) ? "\u{2}\(text[word])\u{3}" : text[word]
      position = word.upperBound
    }
    result += last < words.count ? "…" : text[position...]
    return SearchedText.shown(result)
  }
}
