import MarfaSDK
import TerminalLayers
import Workbench

/// Where the notes in view are that have equal titles, to tell them apart.
@MainActor package final class RowPlaces {
  /// The notes with equal titles, and the notebooks, for which the places were read.
  private struct Question: Hashable {
    var titles: [String: String]
    var notebooks: [Notebook]
  }

  private let context: Context
  /// The notebooks; followed from the first equal titles on.
  private var notebooks: NotebooksQuery?
  private var asked: Question?
  private var places: [String: String] = [:]

  package init(context: Context) { self.context = context }

  /// The path of the notebook, or the end of the id where that is the same, too; nil for a row
  /// whose title no other has.
  package subscript(row: ListedItem) -> String? { places[row.id] }

  /// Reads the places of the rows whose titles are equal, unless they are known.
  ///
  /// - Parameter rows: The rows in view.
  package func request(_ rows: [ListedItem]) {
    let counts = Dictionary(rows.map { ($0.displayTitle, 1) }, uniquingKeysWith: +)
    guard counts.count < rows.count else {
      if !places.isEmpty { (places, asked) = ([:], nil) }
      return
    }
    let equal = rows.filter { counts[$0.displayTitle, default: 0] > 1 }
      .map { ($0.id, $0.displayTitle) }
    let followed = notebooks ?? context.store.queryNotebooks()
    notebooks = followed
    let question = Question(
      titles: Dictionary(equal, uniquingKeysWith: { $1 }), notebooks: followed.notebooks)
    guard question != asked else { return }
    asked = question
    places = places.filter { question.titles[$0.key] != nil }
    context.work.perform("Looking for where the notes are") { [self] in
      let holders = try await context.client.store.notebookIds(of: Array(question.titles.keys))
      if question == asked { places = Self.places(question, holders) }
    }
  }

  private static func places(
    _ question: Question, _ holders: [String: String]
  ) -> [String: String] {
    let paths = Dictionary(
      question.notebooks.paths.map { ($0.notebook.id, String($0.path.dropFirst())) },
      uniquingKeysWith: { first, _ in first })
    func place(of id: String) -> String {
      holders[id].flatMap { paths[$0] } ?? Source.inbox.title
    }
    let counts = Dictionary(
      question.titles.map { id, title in ([title, place(of: id)], 1) }, uniquingKeysWith: +)
    return Dictionary(
      uniqueKeysWithValues: question.titles.map { id, title in
        let place = place(of: id)
        return (id, counts[[title, place]] == 1 ? place : String(id.suffix(8)))
      })
  }
}
