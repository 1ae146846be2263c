import MarfaSDK
import NoteFiles

/// What a person has to answer before everything can be on the server, or be removed here.
struct ServerQuestions: Sendable {
  /// How many changes wait because the server was set back to an earlier state.
  let setBack: Int
  /// How many items the server no longer shows, too many to be removed unasked.
  let removals: Int

  /// Looks at the store.
  ///
  /// - Parameter store: The notes.
  /// - Throws: `StorageError`.
  init(_ store: LocalStore) async throws {
    setBack = try await store.setBackCount()
    removals = try await store.doubtfulCount()
  }

  /// The failures that ask; none when there is nothing to answer.
  var failures: [CommandFailure] {
    var failures: [CommandFailure] = []
    if setBack > 0 {
      failures.append(
        CommandFailure(
          .conflict,
          "The server was set back and lacks \(SyncWords.changes(setBack)); `marfa sync --set-back "
            + "send` sends \(setBack == 1 ? "it" : "them") again, `--set-back discard` takes the "
            + "server's state."))
    }
    if removals > 0 {
      let notes = SyncWords.number(removals, "item", "items")
      failures.append(
        CommandFailure(
          .conflict,
          "The server no longer shows \(notes), too many to be removed unasked; `marfa sync "
            + "--allow-removals` removes those that are gone there."))
    }
    return failures
  }
}

/// What becomes of changes that a server lacks which was set back.
enum SetBackAnswer: String, CaseIterable, Sendable {
  case send
  case discard
}
