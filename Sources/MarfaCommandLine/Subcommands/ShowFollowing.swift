import MarfaSDK
import NoteFiles

/// Prints the text of a note each time that it changes, until Ctrl-C.
struct ShowFollowing: Sendable {
  let session: CommandSession
  let store: LocalStore
  let noteId: String
  /// What is printed of a text.
  let print: @Sendable (NoteText) async throws -> Void

  /// Prints the text as it is, then each that comes after it.
  ///
  /// Where the notes have a server this keeps them equal with it meanwhile, unless another program
  /// does so already.
  ///
  /// - Throws: `NotFoundError` once the note is gone, `StorageError`, `CancellationError` after a
  ///   SIGINT.
  func run() async throws {
    let client = try await client()
    await client?.syncEngine?.start()
    await client?.syncEngine?.refreshExtensions(of: noteId)
    let opening = client?.noteDocuments.map { notes in Task { await attend(notes) } }
    let result: Result<Void, any Error>
    do {
      result = .success(try await Interruptible.run(session.host) { try await follow() })
    } catch {
      result = .failure(error)
    }
    opening?.cancel()
    await opening?.value
    await client?.syncEngine?.stop()
    try result.get()
  }

  /// Keeps the note open as a document, so that what others type is stored as it comes: the server
  /// brings the item up to date only after they rest.
  private func attend(_ notes: NoteDocuments) async {
    guard let note = await notes.note(id: noteId) else { return }
    do {
      _ = try await note.open()
      // The copy is not read here: the text is printed as it is stored.
      for await _ in note.arrivals where Task.isCancelled { break }
    } catch {
      // The item's text comes in any case, some seconds later.
    }
    await note.close()
  }

  /// A way to the server that keeps the notes equal with it; nil where there is none or the person
  /// is signed out.
  private func client() async throws -> MarfaClient? {
    let server = ServerSession(session)
    guard server.settings.url != nil, try await server.credentials.hasKey(for: server.settings)
    else { return nil }
    return try await server.connection().client(
      on: store, at: session.databasePath, credential: try await server.credential(),
      environment: store.environment)
  }

  private func follow() async throws {
    // Nothing is missed by listening before reading.
    var changes = store.commits().makeAsyncIterator()
    var last: NoteText?
    repeat {
      let text = try await store.noteText(id: noteId)
      if text.body != last?.body || text.title != last?.title || text.tags != last?.tags {
        try await print(text)
        session.output.flush()
        if session.output.isClosed { return }
      }
      last = text
    } while await changes.next() != nil
    throw CancellationError()
  }
}
