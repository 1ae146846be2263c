import MarfaSDK

/// What is done with a file, given what is known of its note.
enum ImportDecision: Hashable {
  /// A new note.
  case create
  /// The note takes the file's text and gets these tags, its own among them.
  case update(id: String, tags: [String])
  /// Nothing, for a reason.
  case skip(String)

  /// Decides.
  ///
  /// The newer of file and note wins, so that an import never undoes what was written here; the
  /// older text stays in the note's history.
  ///
  /// - Parameters:
  ///   - note: What is in the file.
  ///   - tags: The tags that the note is to have, sorted.
  ///   - known: The note; nil for a file that is new.
  init(_ note: MarkdownNote, tags: [String], known: KnownNotes.Note?) {
    guard let known else {
      self = .create
      return
    }
    let isSameText = KnownNotes.digest(note.properties) == known.digest
    if known.isTrashed {
      self = .skip(ImportReason.trashed)
    } else if isSameText, tags == known.tags {
      self = .skip(ImportReason.unchanged)
    } else if note.modified <= known.updatedAt {
      self = .skip(isSameText ? ImportReason.unchanged : ImportReason.changedHere)
    } else {
      self = .update(id: known.id, tags: tags)
    }
  }
}
