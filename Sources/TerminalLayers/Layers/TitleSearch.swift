import Foundation
import MarfaSDK
import NoteFiles

/// The titles of all notes, and those that match what is typed.
@MainActor package final class TitleSearch {
  /// A title that matches.
  package struct Match: Hashable, Sendable {
    package var id: String
    package var title: String
    /// Whether it is a notebook.
    package var isNotebook: Bool
    /// Whether it is in the archive.
    package var isArchived: Bool
    /// The title of the notebook that holds it, or its path where several have that title; nil for
    /// none.
    package var notebook: String?
    /// When it last changed.
    package var editedAt: Timestamp
    /// The matched characters, by index.
    package var emphasis: [Int]
  }

  /// What decides between titles that match equally well.
  package enum Order: Hashable {
    /// How much they are looked at.
    case visits
    /// How lately they were changed.
    case changes
  }

  private let context: Context
  private let order: Order
  private let titles: TitlesQuery
  private var snapshot = TitleSnapshot()
  private var matcher = FuzzyMatcher(index: FuzzyIndex(titles: []))
  private var text = ""
  private var found: [Match]?
  private var hasToldError = false

  package init(context: Context, order: Order = .visits) {
    self.context = context
    self.order = order
    titles = context.store.queryTitles()
  }

  isolated deinit { titles.stop() }

  /// The best matches, best first; for an empty text what comes first by the order alone.
  package var matches: [Match] {
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

  /// How many titles match what was typed, the best of which are `matches`; 0 for an empty text.
  package var matchCount: Int {
    guard !text.isEmpty else { return 0 }
    _ = matches
    return matcher.matchCount
  }

  /// Finds the titles for a text.
  package func search(_ text: String) {
    self.text = text
    found = nil
  }

  /// How many notes have a title, in whatever letters.
  package func count(titled title: String) -> Int {
    var matcher = FuzzyMatcher(index: snapshot.index)
    return matcher.matches(for: title, limit: 500).count { match in
      let other = snapshot.entries[match.index].title
      return other.compare(
        title, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])
        == .orderedSame
    }
  }

  /// Whether the titles have not been read yet.
  package var isReading: Bool { titles.isLoading }

  /// Waits until the titles are read, or cannot be.
  package func finishReading() async { await titles.settle() }

  /// Ends all reading.
  package func stop() { titles.stop() }

  /// Reports once that the titles cannot be read.
  package func reportError() {
    guard let error = titles.error, !hasToldError else { return }
    hasToldError = true
    context.messages.error("The titles cannot be read: \(ErrorText.sentence(for: error))")
  }

  private func find() -> [Match] {
    guard !text.isEmpty else { return frequent() }
    let now = context.now()
    let found = matcher.matches(for: text, limit: order == .visits ? 100 : 500).map { match in
      let entry = snapshot.entries[match.index]
      let weight =
        switch order {
        case .visits: context.memory.visits.weight(of: entry.id, at: now)
        case .changes: Double(entry.editedAt.milliseconds)
        }
      // As in a search, what is in the archive counts half.
      let score = entry.isArchived ? match.score / 2 : match.score
      return Found(entry: entry, score: score, start: start(of: entry), weight: weight)
    }
    // The sort is stable: what is equal in all of it keeps the matcher's order, shorter first.
    return found.sorted { $0.precedes($1) }.map { found in
      var match = Self.match(found.entry)
      match.emphasis = FuzzyMatcher.emphasis(of: text, in: match.title)
      return match
    }
  }

  /// A match with what decides its place among others.
  private struct Found {
    var entry: TitleEntry
    var score: Int
    var start: Start
    var weight: Double

    /// The title that was typed comes first; equal matches come in the order, then those that begin
    /// with the text before others.
    func precedes(_ other: Found) -> Bool {
      if (start == .whole) != (other.start == .whole) { return start == .whole }
      if score != other.score { return score > other.score }
      if weight != other.weight { return weight > other.weight }
      return start.rawValue > other.start.rawValue
    }
  }

  /// How a title begins.
  private enum Start: Int {
    case elsewhere, text, whole
  }

  private func start(of entry: TitleEntry) -> Start {
    guard entry.title.lowercased().hasPrefix(text.lowercased()) else { return .elsewhere }
    return entry.title.count == text.count ? .whole : .text
  }

  /// What is looked at most, by that order, then the notes that have changed last.
  private func frequent() -> [Match] {
    let visits = order == .visits ? context.memory.visits.frequent(at: context.now()) : []
    let visited = named(visits.prefix(100))
    let known = Set(visited.map(\.id))
    let others = snapshot.entries.lazy.filter {
      !$0.isNotebook && !$0.isArchived && !known.contains($0.id)
    }
    return Array((visited + others.prefix(100).map(Self.match)).prefix(100))
  }

  /// What was looked at last and fits the text, latest first.
  package func recent(_ text: String) -> [Match] {
    _ = matches
    let recent = named(context.memory.visits.recent.prefix(100))
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
  private func named(_ ids: some Collection<String>) -> [Match] {
    let entries = snapshot.entries.entries(of: ids)
    return ids.compactMap { entries[$0].map(Self.match) }
  }

  private static func match(_ entry: TitleEntry) -> Match {
    Match(
      id: entry.id, title: entry.title, isNotebook: entry.isNotebook, isArchived: entry.isArchived,
      notebook: entry.notebook, editedAt: entry.editedAt, emphasis: [])
  }
}
