import Foundation
import MarfaModel

extension MemoryTransaction {
  /// Finds items whose words hold every phrase; titles count 10, tags 5, all else 1.
  func search(_ selection: SearchSelection) throws -> [SearchHit] {
    let phrases = SearchPhrases(selection.text).phrases.map {
      (words: SearchedWords($0.text).words.map(\.folded), isPrefix: $0.isPrefix)
    }
    guard !phrases.isEmpty else { return [] }
    let hits = try matching(selection.items).compactMap { row -> SearchHit? in
      guard let words = tables.words[row.key] else { return nil }
      let fields = [
        (SearchedWords(words.title), 10.0), (SearchedWords(words.text), 1),
        (SearchedWords(words.tags.joined(separator: " ")), 5),
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
