import Foundation
import MarfaSDK

/// Imports what another program exported, also in a zip archive: it is turned into a folder of
/// Markdown files, and that is imported.
///
/// A note keeps its id through all imports of the same program, so that a second import changes
/// what the program changed and nothing else.
package struct ImportForeign: Sendable {
  /// What wrote the export.
  package enum Program: String, CaseIterable, Sendable {
    /// A JEX archive, or a folder in the form RAW.
    case joplin
    /// An ENEX file.
    case evernote
    /// `notes.json`.
    case simplenote
  }

  /// What one run is given.
  package struct Arguments: Sendable {
    /// The absolute path of the export.
    package var path: String
    /// What wrote it.
    package var program: Program
    /// A folder for what is only needed meanwhile.
    package var temporaryFolder: String
    /// How the Markdown files are imported; the folder is not looked at.
    package var markdown: ImportMarkdown.Arguments

    package init(
      path: String, program: Program, temporaryFolder: String, markdown: ImportMarkdown.Arguments
    ) {
      self.path = path
      self.program = program
      self.temporaryFolder = temporaryFolder
      self.markdown = markdown
    }
  }

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// Imports once, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - arguments: What to import, and how.
  ///   - progress: Takes the report so far, after each set of files.
  /// - Returns: The whole report.
  /// - Throws: `CommandFailure` for what is no such export, `CancellationError`, or what the store
  ///   has against it; the sets that were written stay.
  @concurrent
  package func run(
    _ arguments: Arguments, progress: @Sendable (ImportReport) -> Void = { _ in }
  ) async throws -> ImportReport {
    let export = try UnpackedArchive(
      arguments.path, in: arguments.temporaryFolder, timeZone: arguments.markdown.timeZone)
    let folder = try ConvertedFolder(in: arguments.temporaryFolder, of: arguments.path)
    defer { withExtendedLifetime((export, folder)) {} }
    var markdown = arguments.markdown
    let converted = try Self.convert(arguments, export, into: folder, &markdown)
    try Task.checkCancellation()
    markdown.folder = folder.path
    var report = try await ImportMarkdown(store: store).run(markdown, progress: progress)
    report.skipped += converted.skipped
    report.failed += converted.failed
    report.remarks += converted.remarks
    return report
  }

  private static func convert(
    _ arguments: Arguments, _ export: UnpackedArchive, into folder: ConvertedFolder,
    _ markdown: inout ImportMarkdown.Arguments
  ) throws -> ImportReport {
    func file(_ isWanted: (String) -> Bool, _ what: String) throws -> ArchiveFile {
      guard export.isFolder else { return try ArchiveFile(export.path) }
      guard let path = export.onlyFile(isWanted) else {
        throw Self.refusal(arguments.path, what, isArchive: export.isArchive)
      }
      return try ArchiveFile(path)
    }
    switch arguments.program {
    case .joplin:
      let inner = export.isArchive ? export.onlyFile { $0.hasSuffix(".jex") } : nil
      let joplin = try JoplinConversion(JoplinSource(inner ?? export.path), into: folder)
      (markdown.notebookTitles, markdown.missing) = (joplin.notebookTitles, joplin.missing)
      return joplin.report
    case .evernote:
      let file = try file({ $0.lowercased().hasSuffix(".enex") }, "one ENEX file")
      return try EvernoteConversion(file, into: folder).report
    case .simplenote:
      let file = try file({ $0.hasSuffix("notes.json") }, "a notes.json of Simplenote")
      return try SimplenoteConversion(file, into: folder).report
    }
  }

  private static func refusal(
    _ path: String, _ what: String, isArchive: Bool
  ) -> CommandFailure {
    let advice = isArchive ? "unpack it and import what it holds" : "import one of its files"
    return CommandFailure(
      .failure, "\(path) does not hold \(what); \(advice). Nothing was imported.")
  }
}
