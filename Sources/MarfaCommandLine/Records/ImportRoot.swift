import MarfaSDK
import NoteFiles

/// The notebook that a person names for what is imported.
enum ImportRoot {
  /// Finds the notebook.
  ///
  /// One that is named by a path is made at once, one that is named by a title with the first note.
  ///
  /// - Parameters:
  ///   - notebook: The name.
  ///   - arguments: The import, which gets it.
  ///   - store: Where the notebooks are.
  /// - Throws: `CommandFailure` for a name that is empty, or that means several.
  static func find(
    _ notebook: String, for arguments: inout ImportMarkdown.Arguments, in store: LocalStore
  ) async throws {
    let name = try NotebookName(notebook)
    do {
      arguments.root = .existing(id: try await name.id(in: store))
    } catch let failure as CommandFailure where failure.status == .notFound {
      guard notebook.contains("/"), !arguments.isDryRun else {
        arguments.root = .titled(notebook)
        return
      }
      let (id, made) = try await name.found(orMadeIn: store)
      (arguments.root, arguments.madeNotebooks) = (.existing(id: id), made)
    }
  }
}
