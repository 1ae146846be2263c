import Foundation
import MarfaSDK

/// A folder of Markdown that is kept equal to the notes, both ways.
package struct MirrorNotes: Sendable {
  /// What a mirror is given.
  package struct Arguments: Sendable {
    /// The folder's absolute path.
    package var folder: String
    /// The application's state directory, in which the journal is.
    package var stateDirectory: String
    /// The application's own directories: none of them is mirrored, and nothing around them.
    package var ownDirectories: [String] = []
    /// How many files or notes may go in one pass; nil for the usual bound.
    package var allowedRemovals: Int?
    /// The zone of dates without one.
    package var timeZone: TimeZone
    /// Whether a `#word` in a file tags its note.
    package var readsInlineTags = true
    /// Called with each step; a test breaks the run off there.
    package var checkpoint: @Sendable (Step) throws -> Void = { _ in }

    package init(folder: String, stateDirectory: String, timeZone: TimeZone) {
      self.folder = folder
      self.stateDirectory = stateDirectory
      self.timeZone = timeZone
    }
  }

  /// A step after which a run may be killed.
  package enum Step: Hashable, Sendable {
    /// A pair is noted down that is to be made.
    case begun
    /// A note was read that its file is about to change.
    case noteRead
    /// A note was written, made, or moved to the trash.
    case noteWritten
    /// A file was written, moved or removed.
    case fileWritten
    /// The journal has it.
    case settled
  }

  /// What a pass did.
  package struct Report: Hashable, Sendable {
    /// Files that became notes.
    package var created = 0
    /// Notes that took the text of their files.
    package var taken = 0
    /// Files that were written.
    package var written = 0
    /// Files and notes that moved with the other.
    package var moved = 0
    /// Notes that went to the trash.
    package var trashed = 0
    /// Notes that came back from the trash with their files.
    package var restored = 0
    /// Files that were removed.
    package var removed = 0
    /// Files that contradict their notes, both of which are as they were.
    package var parked: [String] = []
    /// Files that could not be read or written.
    package var failed: [ImportReport.Entry] = []

    /// Whether nothing was changed.
    package var isQuiet: Bool {
      created + taken + written + moved + trashed + restored + removed == 0
    }
  }

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// Makes both sides equal, and again at each tick.
  ///
  /// - Parameters:
  ///   - arguments: Which folder, and how.
  ///   - next: Waits until the next pass; false ends the run.
  ///   - report: Takes what each pass did.
  /// - Throws: `CommandFailure` when the folder is missing or too much would go; what the store has
  ///   against it.
  @concurrent
  package func run(
    _ arguments: Arguments, next: @Sendable () async throws -> Bool = { false },
    report: @Sendable (Report) -> Void
  ) async throws {
    try MirrorPlace.refuse(
      arguments.folder, near: arguments.ownDirectories + [arguments.stateDirectory])
    let folder = try MirrorFolder(arguments.folder, state: arguments.stateDirectory) {
      store.environment.ids.nextId()
    }
    let journal = try MirrorJournal(folder: folder.journal)
    for id in journal.trashed.values.map(\.id) where try await store.item(id: id) == nil {
      // Nothing of a note stays that was deleted permanently.
      try journal.forget(id)
    }
    repeat {
      try folder.check()
      var pass = try await MirrorPass(arguments, folder, journal, store)
      report(try await pass.run())
      try Task.checkCancellation()
    } while try await next()
  }
}
