/// The words for what an import leaves out; scripts may compare them.
package enum ImportReason {
  /// The note is here already and the same.
  package static let unchanged = "unchanged"
  /// The note was changed here after the file was.
  package static let changedHere = "changed here since then; the file is older"
  /// The note was changed here between the import's reading and its writing.
  package static let changedMeanwhile = "changed here during the import; import it again"
  /// The note was changed here, and the file later still.
  package static let replaced =
    "changed here, too; the file is newer, and the former text is in the note's history"
  /// The note was put into the trash.
  package static let trashed = "in the trash"
  /// The file has another kind of content.
  package static let notMarkdown = "not a Markdown file"
  /// The file could be one that a note shows, but none does.
  package static let unnamed = "not a Markdown file, and no note names it"
  /// The note that refers to the file was changed here, or is in the trash.
  package static let noteKept = "its note is as it is here"
  /// The note that refers to the file could not be imported.
  package static let noteFailed = "its note was not imported"
  /// The note has as many files as the server takes.
  package static func tooManyFiles(_ most: Int) -> String {
    "the server takes \(most) \(most == 1 ? "file" : "files") of a note at most"
  }
  /// The file is a link to one elsewhere.
  package static let linkedElsewhere = "a symbolic link out of the folder is not followed"
  /// The name begins with a dot.
  package static let hidden = "hidden"
  /// A link to a folder may lead back to where it is.
  package static let linkedFolder = "a symbolic link to a folder is not followed"
  /// A pipe, a socket or a device.
  package static let special = "not a regular file"
  /// The bytes are no text.
  package static let notUTF8 = "not UTF-8 text"
  /// The bytes of the file's name are no text.
  package static let nameNotUTF8 = "the name is not UTF-8 text"
  /// The note was changed after it was imported.
  package static let changedSince = "changed since the import"
  /// The note's tags were changed after it was imported.
  package static let taggedSince = "its tags were changed since the import"
  /// Files were attached to the note after it was imported.
  package static let attachedSince = "files were attached to it since the import"
  /// The note was put into the archive after it was imported.
  package static let archivedSince = "archived since the import"
  /// The note was put elsewhere after it was imported.
  package static let movedSince = "moved to another notebook or to the inbox since the import"
  /// The note was linked after it was imported.
  package static let linkedSince = "linked since the import"
  /// The version before the import was thinned out.
  package static let versionGone = "the version before the import is no longer kept"
  /// The notebook has notes of its own now.
  package static let notebookInUse = "the notebook is not empty"
  /// The file is taken for one that went and that it resembles.
  ///
  /// - Parameter path: The path that the file had.
  /// - Returns: The words.
  package static func renamed(from path: String) -> String {
    "taken for \(path), renamed and changed"
  }
  /// More than the limit.
  package static let tooLarge = "larger than \(MarkdownFile.maximumBytes >> 20) MB"
}
