import MarfaModel

/// An item that a search found, with what comes with it.
struct FoundItem: Sendable {
  var item: HydratedItem
  var score: Double
  /// The place where its words are; nil without one.
  var snippet: Snippet?
}

extension RecordReader {
  /// `{results}` of a search.
  func search(_ request: SearchRequest) throws -> StoreAnswer {
    let limit = request.limit ?? 20
    guard (1...100).contains(limit) else {
      throw StoreErrors.invalid("limit", "A search gives 1 to 100 results.", limit: 100)
    }
    guard (0...10_000).contains(request.offset) else {
      throw StoreErrors.invalid("offset", "The offset of a search is 0 to 10000.", limit: 10_000)
    }
    guard !request.text.isEmpty, request.text.utf8.count <= 1000 else {
      throw StoreErrors.invalid("q", "A search has 1 to 1000 bytes.", limit: 1000)
    }
    // Filters are checked even when nothing can be found.
    let selection = try ItemSelection(request.filters, scope)
    guard request.filters.state != .trashed else { return StoreAnswer(.results([])) }
    let hits = try rows.search(
      SearchSelection(
        text: request.text, items: selection, now: rows.now, limit: limit, offset: request.offset,
        bytes: scope.limits.pageBytes))
    let items = try hydrated(
      hits.map(\.row), including: request.include.union([.metadata]))
    return StoreAnswer(
      .results(
        zip(hits, items).map { hit, item in
          FoundItem(item: item, score: hit.score, snippet: hit.marked.map(Snippet.init(marked:)))
        }))
  }
}

/// The place of a hit.
struct Snippet: Sendable {
  /// The text without marks.
  let plain: String
  /// The text with `<mark>` round the words, everything else escaped.
  let html: String

  /// How many characters a place has at most: a word may be as long as its text.
  private static let most = 1_000
  /// How many of them are before the first mark.
  private static let before = 200

  /// Reads a place whose words are between the characters 2 and 3.
  init(marked: String) {
    var plain = ""
    var html = ""
    var isMarked = false
    for scalar in Self.shortened(marked) {
      switch scalar {
      case "\u{2}":
        html += "<mark>"
        isMarked = true
      case "\u{3}" where isMarked:
        html += "</mark>"
        isMarked = false
      case "\u{3}": break
      default:
        plain.unicodeScalars.append(scalar)
        switch scalar {
        case "&": html += "&amp;"
        case "<": html += "&lt;"
        case ">": html += "&gt;"
        case "\"": html += "&quot;"
        case "'": html += "&#39;"
        default: html.unicodeScalars.append(scalar)
        }
      }
    }
    if isMarked { html += "</mark>" }
    self.plain = plain
    self.html = html
  }

  private static func shortened(_ marked: String) -> String.UnicodeScalarView {
    let scalars = marked.unicodeScalars
    guard scalars.count > most else { return scalars }
    let mark = scalars.firstIndex(of: "\u{2}") ?? scalars.startIndex
    let start =
      scalars.index(mark, offsetBy: -before, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let rest = scalars[start...]
    let dots = "\u{2026}".unicodeScalars
    var short = String.UnicodeScalarView()
    if start > scalars.startIndex { short.append(contentsOf: dots) }
    short.append(contentsOf: rest.prefix(most))
    if rest.count > most { short.append(contentsOf: dots) }
    return short
  }
}
