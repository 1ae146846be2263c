import MarfaSDK
import NoteFiles
import Operations
import Workbench

/// What a search finds on the server, narrowed by what is typed; further pages come when the
/// selection gets near the end.
@MainActor package final class ServerSearchRows: PickerSource {
  /// What the server answered, or did not.
  package typealias Answer = SharedOperation<PaginatedState<Int, SearchResults, any Error>>

  private let answer: Answer
  private let context: Context
  private let chosen: @MainActor (PickerRow) -> Void
  private var text = ""
  private var paging: Task<Void, Never>?

  /// Offers what the server finds.
  ///
  /// - Parameters:
  ///   - answer: The search, which begins now.
  ///   - context: What it gets of the application.
  ///   - chosen: Called with the chosen row, after the picker closed.
  package init(
    _ answer: Answer, context: Context, chosen: @escaping @MainActor (PickerRow) -> Void
  ) {
    (self.answer, self.context, self.chosen) = (answer, context, chosen)
  }

  private var hits: [SearchHit] { answer.wrappedValue.flatMap(\.value.hits) }

  private var standing: ServerStanding {
    ServerStanding(
      answer.state, hasAnswer: !answer.wrappedValue.isEmpty, relativeTime: context.relativeTime)
  }

  package var rows: [PickerRow] {
    FuzzyRows.matching(
      hits.map { hit in
        PickerRow(
          id: hit.id, title: hit.summary.title.isEmpty ? "Untitled" : hit.summary.title,
          detail: context.relativeTime(hit.summary.editedAt.date))
      }, text)
  }

  package var emptyText: String {
    standing.absence ?? (hits.isEmpty ? "The server finds nothing." : "Nothing matches.")
  }

  package var remark: String {
    if answer.state.isLoadingNextPage { return "reading more …" }
    return standing.remark ?? (answer.state.hasNextPage && !hits.isEmpty ? "more below" : "")
  }

  package func update(text: String) { self.text = text }

  package func preview(_ row: PickerRow) {
    guard text.isEmpty, answer.state.hasNextPage, !answer.state.isLoading,
      hits.suffix(Self.nearEnd).contains(where: { $0.id == row.id })
    else { return }
    paging = Task { [answer] in
      // The state has the error, and the picker shows it.
      _ = try? await answer.store.fetchNextPage()
    }
  }

  private static let nearEnd = 10

  /// Waits for the page that was asked for last.
  package func finishReading() async { await paging?.value }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    chosen(row)
    return .close()
  }

  package func cancelled() { paging?.cancel() }
}
