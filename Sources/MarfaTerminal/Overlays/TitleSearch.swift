import MarfaSDK

/// The titles of all notes, and those that match what is typed.
@MainActor package final class TitleSearch {
  /// A title that matches.
  package struct Match: Hashable, Sendable {
    package var id: String
    package var title: String
    /// Whether it is a notebook.
    package var isNotebook: Bool
    /// The title of the notebook that holds it; nil for none.
    package var notebook: String?
    /// When it last changed.
    package var editedAt: Timestamp
    /// The matched characters, by index.
    package var emphasis: [Int]
  }

  private unowned let application: Application
  private let titles: TitlesQuery
  private var snapshot = TitleSnapshot()
  private var matcher = FuzzyMatcher(index: FuzzyIndex(titles: []))
  private var text = ""
  private var found: [Match]?
  private var hasToldError = false

  package init(application: Application) {
    self.application = application
    titles = application.store.queryTitles()
  }

  isolated deinit { titles.stop() }

  /// The best matches, best first; the notes looked at and changed most for an empty text.
  package var matches: [Match] {
    tellError()
    // Unchanged titles are the same array, which compares at once.
    if titles.snapshot != snapshot {
      snapshot = titles.snapshot
      matcher = FuzzyMatcher(index: snapshot.index)
      found = nil
    }
    if let found { return found }
    let matches = find()
    found = matches
    return matches
  }

  /// Finds the titles for a text.
  package func search(_ text: String) {
    self.text = text
    found = nil
  }

  /// Ends all reading.
  package func stop() { titles.stop() }

  /// Says once that the titles cannot be read.
  private func tellError() {
    guard let error = titles.error, !hasToldError else { return }
    hasToldError = true
    application.messages.error("The titles cannot be read: \(ErrorText.sentence(for: error))")
  }

  private func find() -> [Match] {
    guard !text.isEmpty else { return frequent() }
    let now = application.now()
    let found = matcher.matches(for: text, limit: 100).map { match in
      let entry = snapshot.entries[match.index]
      let weight = application.visits.weight(of: entry.id, at: now)
      return (entry, match.score, weight)
    }
    // Equal matches: what is looked at more comes first, then the order of the matcher.
    let order = found.indices.sorted {
      (found[$0].1, found[$0].2, $1) > (found[$1].1, found[$1].2, $0)
    }
    return order.map { index in
      var match = Self.match(found[index].0)
      match.emphasis = FuzzyMatcher.emphasis(of: text, in: match.title)
      return match
    }
  }

  /// What is looked at most, then what has changed last.
  private func frequent() -> [Match] {
    let visited = named(application.visits.frequent(at: application.now()).prefix(100))
    let known = Set(visited.map(\.id))
    let others = snapshot.entries.prefix(200).filter { !known.contains($0.id) }
    return Array((visited + others.map(Self.match)).prefix(100))
  }

  /// What was looked at last and fits the text, latest first.
  package func recent(_ text: String) -> [Match] {
    _ = matches
    let recent = named(application.visits.recent.prefix(100))
    return text.isEmpty
      ? recent
      : recent.compactMap { match in
        let emphasis = FuzzyMatcher.emphasis(of: text, in: match.title)
        guard !emphasis.isEmpty else { return nil }
        var found = match
        found.emphasis = emphasis
        return found
      }
  }

  /// Those of some ids that there still are, in the order of the ids.
  private func named(_ ids: some Sequence<String>) -> [Match] {
    let wanted = Set(ids)
    var entries: [String: TitleEntry] = [:]
    for entry in snapshot.entries where wanted.contains(entry.id) { entries[entry.id] = entry }
    return ids.compactMap { entries[$0].map(Self.match) }
  }

  private static func match(_ entry: TitleEntry) -> Match {
    Match(
      id: entry.id, title: entry.title, isNotebook: entry.isNotebook, notebook: entry.notebook,
      editedAt: entry.editedAt, emphasis: [])
  }
}
