import MarfaSDK
import NoteEditing
import TerminalLayers
import Workbench

/// The notes next to the selected one, read while nothing happens, so that a step to one of them
/// shows its text in the same frame.
///
/// A note that was read ahead is shown only where the list still says the same of it, and it is
/// followed in the store from then on: a newer text replaces it.
@MainActor final class NotesReadAhead {
  /// How long the selection rests before its neighbours are read.
  static let pause = Duration.milliseconds(20)

  private let context: Context
  private var notes: [String: NoteText] = [:]
  private var waiting: (any ScheduledAction)?
  private var reading: Task<Void, Never>?

  init(context: Context) { self.context = context }

  /// The note of a row, if it was read ahead and the row says the same of it.
  func note(of row: ListedItem) -> NoteContent? {
    guard let note = notes[row.id], note.updatedAt == row.updatedAt, note.title == row.title,
      note.tags == row.tags, note.state == row.state
    else { return nil }
    return NoteContent(note)
  }

  /// Reads the notes of the rows once the selection has rested; those of other rows are forgotten.
  func rest(beside rows: [ListedItem]) {
    stop()
    waiting = context.host.schedule(after: Self.pause) { [weak self] in self?.read(rows) }
  }

  /// Reads nothing ahead until the next rest.
  func stop() {
    waiting?.cancel()
    reading?.cancel()
    (waiting, reading) = (nil, nil)
  }

  /// Waits until what is being read ahead is there.
  func finish() async { await reading?.value }

  private func read(_ rows: [ListedItem]) {
    waiting = nil
    notes = notes.filter { id, _ in rows.contains { $0.id == id } }
    let missing = rows.filter { note(of: $0) == nil }.map(\.id)
    guard !missing.isEmpty else { return }
    reading = Task { [weak self, store = context.client.store] in
      for id in missing {
        // A note that cannot be read ahead is read when it is shown, and the error is said then.
        guard let note = try? await store.noteText(id: id), !Task.isCancelled else { return }
        guard note.body.utf8.count <= NoteRendering.immediateBytes else { continue }
        self?.notes[id] = note
      }
    }
  }
}

extension ListPane {
  /// The rows after and before the selected one, as far as they were read.
  var neighbours: [ListedItem] {
    guard !window.isStale else { return [] }
    return [cursor.selected + 1, cursor.selected - 1].compactMap { window[$0] }
  }
}
