import Foundation
import MarfaSDK
import NoteReading
import TerminalUI

/// Where the words of a search are in a rendered note, and which of them the person is at.
package struct NoteHits: Hashable, Sendable {
  /// One place.
  package struct Hit: Hashable, Sendable {
    /// The index of the rendered line.
    package var line: Int
    /// The columns within the line.
    package var columns: Range<Int>
  }

  /// The most hits that are kept; a note with more has enough to go through.
  package static let limit = 10_000

  /// The places from the top, at most `limit`.
  package private(set) var hits: [Hit] = []
  /// The index of the hit that the person is at.
  package private(set) var current: Int?

  package init() {}

  /// Finds words in a document, whatever their case and accents; linear in its length.
  package init(of words: [String], in document: RenderedDocument) {
    guard !words.isEmpty else { return }
    for (index, line) in document.lines.enumerated() where hits.count < Self.limit {
      if index.isMultiple(of: 256), Task.isCancelled { return }
      hits += Self.hits(of: words, in: line.text, line: index)
    }
  }

  /// Finds words away from the caller's actor, for a long document.
  package static func find(_ words: [String], in document: RenderedDocument) async -> NoteHits {
    NoteHits(of: words, in: document)
  }

  /// Goes to the next or previous hit, and round at the ends.
  ///
  /// - Parameters:
  ///   - step: Which way.
  ///   - line: The rendered line to begin from while no hit is the current one.
  package mutating func go(_ step: NoteReader.Step, from line: Int) {
    guard !hits.isEmpty else { return }
    switch (current, step) {
    case (let hit?, .next): current = (hit + 1) % hits.count
    case (let hit?, .previous): current = (hit + hits.count - 1) % hits.count
    case (nil, .next): current = hits.firstIndex { $0.line >= line } ?? 0
    case (nil, .previous): current = hits.lastIndex { $0.line < line } ?? hits.count - 1
    }
  }

  /// The hit that the person is at.
  package var currentHit: Hit? { current.map { hits[$0] } }

  /// The hits on some lines.
  package func hits(on lines: Range<Int>) -> ArraySlice<Hit> {
    let first = hits.partitioningIndex { $0.line >= lines.lowerBound }
    let end = hits.partitioningIndex { $0.line >= lines.upperBound }
    return hits[first..<max(first, end)]
  }

  /// `hit 3 of 7`, or how many there are before the person went to one; nil without hits.
  package var place: String? {
    guard !hits.isEmpty else { return nil }
    let total = hits.count < Self.limit ? String(hits.count) : "\(Self.limit) or more"
    guard let current else { return hits.count == 1 ? "1 hit" : "\(total) hits" }
    return "hit \(current + 1) of \(total)"
  }

  private static func hits(of words: [String], in text: String, line: Int) -> [Hit] {
    let folded = FoldedLine(text)
    var found: [Range<String.Index>] = []
    for word in words.map(PlainLetters.fold) {
      var rest = folded.text.startIndex..<folded.text.endIndex
      while let range = folded.text.range(
        of: word, options: [.caseInsensitive, .diacriticInsensitive], range: rest),
        !range.isEmpty
      {
        if isAtWordStart(range.lowerBound, of: word, in: folded.text) {
          found.append(folded.place(of: range))
        }
        rest = range.upperBound..<folded.text.endIndex
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }.map { range in
      let column = TextWidth.columns(of: String(text[..<range.lowerBound]))
      let width = TextWidth.columns(of: String(text[range]))
      return Hit(line: line, columns: column..<(column + width))
    }
  }

  /// The search finds words by their start, but any part of text in scripts without spaces, which
  /// begin at the CJK radicals (U+2E80).
  private static func isAtWordStart(
    _ index: String.Index, of word: String, in text: String
  ) -> Bool {
    guard index > text.startIndex, let first = word.unicodeScalars.first, first.value < 0x2E80
    else { return true }
    let before = text[text.index(before: index)]
    return !before.isLetter && !before.isNumber
  }
}

extension Array {
  /// The first index whose element satisfies a condition that all after it satisfy too.
  fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
