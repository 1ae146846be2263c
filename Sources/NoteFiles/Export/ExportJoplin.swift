import Foundation
import MarfaSDK

/// Writes all notes as an archive that Joplin imports (JEX), with their files.
///
/// The same notes always give the same bytes, on this machine and on one that imported the archive.
package struct ExportJoplin: Sendable {
  private let store: LocalStore
  private let fetch: @Sendable (String) async throws -> Void

  /// Exports from a store.
  ///
  /// - Parameters:
  ///   - store: The notes.
  ///   - fetch: Brings the bytes of a blob to this machine.
  package init(store: LocalStore, fetch: @escaping @Sendable (String) async throws -> Void) {
    self.store = store
    self.fetch = fetch
  }

  /// Exports once, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the archive; one that is there is replaced at the end.
  ///   - progress: Takes the report so far, after each page of notes.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the file or the store has against it; no file is left
  ///   then.
  @concurrent
  package func run(
    to path: String, progress: @Sendable (ExportReport) -> Void = { _ in }
  ) async throws -> ExportReport {
    let sink = try FileSink(path: path)
    do {
      let report = try await JoplinExportRun.complete(
        { [store, fetch] in
          try await JoplinExportRun(TarWriter { try sink.write($0) }, store: store, fetch: fetch)
        },
        progress: progress)
      try sink.finish()
      return report
    } catch {
      sink.discard()
      throw error
    }
  }
}
