import Foundation
import NoteMarkup

/// What of a search can be seen in the titles and texts that it finds.
struct WantedText {
  private var inTitle = WantedWords()
  private var inText = WantedWords()

  /// Collects words, phrases and regular expressions outside every `not`; `title:` is seen in
  /// titles alone, and `body:` in texts.
  init(_ query: SearchQuery) {
    query.expression?.forEachWanted { term in
      guard case .text(let text, let match, let field) = term, !text.isEmpty else { return }
      if field != .body { inTitle.add(text, match) }
      if field != .title { inText.add(text, match) }
    }
  }

  /// Whether nothing can be seen.
  var isEmpty: Bool { inTitle.isEmpty && inText.isEmpty }

  /// A title with marks; nil if it does not match.
  func marked(_ title: String) -> String? { inTitle.marked(title) }

  /// The first line of a text that has something in it, with marks; nil when there is none.
  func line(in text: String) -> String? { inText.line(in: text) }

  /// The line that a row shows below its title, which the text may begin with and which would
  /// only be said again.
  func line(in text: String, below title: String) -> String {
    let (heading, rest) = Self.split(text, at: title)
    if let line = line(in: rest) { return line }
    guard let heading, (line(in: heading) ?? inTitle.line(in: heading)) != nil else { return "" }
    return Snippet.line(String((MarkdownText.firstLine(of: rest) ?? "").prefix(160)))
  }

  /// A text's first line, if it is the title, and what follows.
  private static func split(_ text: String, at title: String) -> (heading: String?, rest: String) {
    let end = text.firstIndex(where: \.isNewline) ?? text.endIndex
    let heading = String(text[..<end])
    guard MarkdownText.title(of: heading) == title else { return (nil, text) }
    return (heading, String(text[end...]))
  }
}

/// Words and patterns that are looked for in one field.
private struct WantedWords {
  private var words: [Snippet.Word] = []
  private var patterns: [NSRegularExpression] = []

  var isEmpty: Bool { words.isEmpty && patterns.isEmpty }

  mutating func add(_ text: String, _ match: SearchTerm.Match) {
    let folded = TextFold.fold(text)
    switch match {
    case .pattern(let ignoringCase): add(pattern: text, ignoringCase: ignoringCase)
    case .exact, .start: words.append(Snippet.Word(text: folded, startsWord: false))
    case .word, .prefix, .phrase:
      let isWord = !ScriptKind.hasTextWithoutSpaces(text)
      words.append(Snippet.Word(text: folded, startsWord: isWord))
    }
  }

  private mutating func add(pattern: String, ignoringCase: Bool) {
    // The search itself has reported a pattern that is wrong.
    let expression = try? SearchCompiler.expression(pattern, ignoringCase: ignoringCase)
    if let expression {
      patterns.append(expression)
    } else {
      // What the engine does not read is looked for as it is.
      words.append(Snippet.Word(text: TextFold.fold(pattern), startsWord: false))
    }
  }

  /// A title with marks; nil if it does not match.
  func marked(_ title: String) -> String? {
    Snippet.mark(words, in: title[...]) ?? patternLine(in: title)
  }

  /// The first line of a text that has something in it, with marks; nil when there is none.
  ///
  /// Words are marked where a word starts; when that is nowhere, anywhere.
  func line(in text: String) -> String? {
    let anywhere = words.map { Snippet.Word(text: $0.text, startsWord: false) }
    return Snippet.around(words, in: text) ?? Snippet.around(anywhere, in: text)
      ?? patternLine(in: text)
  }

  /// The line in which the first match of a pattern begins, as far as the match goes on it.
  private func patternLine(in text: String) -> String? {
    let whole = NSRange(text.startIndex..., in: text)
    let matches = patterns.compactMap { $0.firstMatch(in: text, range: whole)?.range }
    guard let first = matches.min(by: { $0.location < $1.location }),
      let match = Range(first, in: text), !match.isEmpty
    else { return nil }
    let before = text[..<match.lowerBound].lastIndex(where: \.isNewline)
    let start = before.map { text.index(after: $0) } ?? text.startIndex
    let end = text[match.lowerBound...].firstIndex(where: \.isNewline) ?? text.endIndex
    let shownEnd = min(match.upperBound, end)
    let marked =
      "\(text[start..<match.lowerBound])\(SearchHit.matchStart)"
      + "\(text[match.lowerBound..<shownEnd])\(SearchHit.matchEnd)\(text[shownEnd..<end])"
    return Snippet.line(Snippet.trimmed(marked))
  }
}

extension SearchQuery {
  /// Whether there is something that can be seen in the texts of the items that are found.
  public var hasVisibleMatches: Bool { !WantedText(self).isEmpty }
}

extension SearchExpression {
  /// Visits the conditions outside every `not`.
  fileprivate func forEachWanted(_ body: (SearchTerm) -> Void) {
    switch self {
    case .term(let term): body(term)
    case .and(let parts), .or(let parts): for part in parts { part.forEachWanted(body) }
    case .not: break
    }
  }
}
