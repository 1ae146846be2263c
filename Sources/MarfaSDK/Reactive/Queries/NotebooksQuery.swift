import Observation

/// All notebooks as a tree, by title, with their counts.
///
/// ```swift
/// let notebooks = store.queryNotebooks()
/// for notebook in notebooks.notebooks { show("\(notebook.title) \(notebook.totalCount)") }
/// ```
@MainActor @Observable
public final class NotebooksQuery {
  @ObservationIgnored let live: LiveValue<NotebookFetch.Value>

  init(reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(NotebookFetch.Value(), source: reader.source(NotebookFetch()), hub: hub)
  }

  /// The notebooks that are in no other.
  public var notebooks: [Notebook] { live.value.roots }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Waits until nothing is being read.
  package func settle() async { await live.settle() }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}
