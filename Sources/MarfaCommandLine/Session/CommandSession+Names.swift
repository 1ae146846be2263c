import ArgumentParser
import MarfaSDK
import NoteFiles

/// How notes are named on the command line.
struct NameOptions: ParsableArguments {
  @Flag(
    name: .customLong("exact"),
    help: "Take names only as ids or whole titles, and offer no others (for scripts).")
  var isExact = false
}

/// How a name is understood.
enum NameReading: Hashable, Sendable {
  /// An id, its beginning or a title; near titles are offered.
  case any
  /// An id or a whole title.
  case exact
  /// An id or its beginning, as other programs write them.
  case ids

  init(_ options: NameOptions) { self = options.isExact ? .exact : .any }

  fileprivate var forms: NameForms {
    switch self {
    case .any: [.titles, .beginnings]
    case .exact: .titles
    case .ids: .beginnings
    }
  }
}

extension CommandSession {
  /// How many near titles are offered.
  private static let offerCount = 5

  /// The id of the one item that a name means.
  ///
  /// On a terminal the person is asked which of the near titles is meant.
  ///
  /// - Parameters:
  ///   - name: An id, a short id, the beginning of one, or a title.
  ///   - store: The notes.
  ///   - reading: How it is understood.
  ///   - more: What else it may be.
  /// - Returns: The id.
  /// - Throws: `CommandFailure` when there is none, which names the near titles, or when there are
  ///   several, with where they are.
  func resolve(
    _ name: String, in store: LocalStore, _ reading: NameReading = .any, or more: NameForms = []
  ) async throws -> String {
    do {
      return try await store.resolve(name, as: reading.forms.union(more))
    } catch let error as AmbiguousIdError {
      let ids = error.candidates.map(\.id)
      throw CommandFailure(
        error, places: try await NotebookPlaces(store).paths(of: ids, in: store))
    } catch is NotFoundError {
      let sentence = "No note named “\(name)”."
      guard reading == .any else { throw CommandFailure(.notFound, sentence) }
      let near = try await store.titles(near: name, limit: Self.offerCount)
      if let id = choice(sentence, among: near) { return id }
      throw CommandFailure(.notFound, Self.sentence(sentence, near))
    }
  }

  private static func sentence(_ sentence: String, _ near: [TitleEntry]) -> String {
    guard !near.isEmpty else { return sentence }
    let lines = near.map { "  \(ShortId.text(of: $0.id))  \($0.title)" }
    return (["\(sentence) Similar titles:"] + lines).joined(separator: "\n")
  }

  /// Asks which of the titles is meant; nil when nobody can be asked, or none is.
  private func choice(_ sentence: String, among near: [TitleEntry]) -> String? {
    guard !near.isEmpty, host.streams.isInputTerminal, host.streams.isErrorTerminal else {
      return nil
    }
    output.note("\(sentence) Similar titles:")
    for (index, entry) in near.enumerated() { output.note("  \(index + 1)  \(entry.title)") }
    let numbers = near.count == 1 ? "1" : "1–\(near.count)"
    output.paintNote("Which one? [\(numbers), Enter for none] ")
    guard let number = host.askLine().flatMap({ Int($0) }), near.indices.contains(number - 1)
    else { return nil }
    return near[number - 1].id
  }
}
