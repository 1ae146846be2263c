import Foundation
import MarfaModel

extension MemoryTransaction {
  /// Finds items whose words hold every phrase; titles count 10, tags 5, all else 1.
  func search(_ selection: SearchSelection) throws -> [SearchHit] {
    let phrases = SearchPhrases(selection.text).phrases.map {
      (words: MemoryWords($0.text).words.map(\.folded), isPrefix: $0.isPrefix)
    }
    guard !phrases.isEmpty else { return [] }
    let hits = try matching(selection.items).compactMap { row -> SearchHit? in
      guard let words = tables.words[row.key] else { return nil }
      let fields = [
        (MemoryWords(words.title), 10.0), (MemoryWords(words.text), 1),
        (MemoryWords(words.tags.joined(separator: " ")), 5),
      ]
      var score = 0.0
      for phrase in phrases {
        let weight = fields.reduce(0) {
          $0 + $1.1 * Double($1.0.places(of: phrase.words, isPrefix: phrase.isPrefix).count)
        }
        guard weight > 0 else { return nil }
        score += weight
      }
      let age = Double(max(0, selection.now.milliseconds - row.updatedAt)) / 2_592_000_000
      score *= (1 + 0.5 / (1 + age)) * (row.state == .archived ? 0.5 : 1)
      let shown = fields.map(\.0).first { field in
        phrases.contains { !field.places(of: $0.words, isPrefix: $0.isPrefix).isEmpty }
      }
      return SearchHit(row: row, score: score, marked: shown?.marked(phrases))
    }
    let ordered = hits.sorted { ($0.score, $0.row.key) > ($1.score, $1.row.key) }
    var bytes = 0
    return Array(
      ordered.dropFirst(selection.offset).prefix(selection.limit).enumerated().prefix {
        index, hit in
        bytes += hit.row.size
        return index == 0 || bytes <= selection.bytes
      }.map(\.element))
  }
}

/// A text as words, each with its place.
private struct MemoryWords {
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
