/// What one side of a mirrored note did since both were the same.
enum MirrorSide: Hashable, CaseIterable {
  /// Nothing.
  case same
  /// It has another text, title or tags.
  case changed
  /// It is not there any more: the file is gone, or the note is in the trash.
  case gone
}

/// What is done with a mirrored note.
enum MirrorDecision: Hashable {
  /// Nothing.
  case nothing
  /// The note takes the file's text.
  case takeFile
  /// The file is written from the note.
  case writeFile
  /// Both are brought together.
  case merge
  /// The note goes to the trash.
  case trashNote
  /// The file is removed.
  case removeFile
  /// The pair is no pair any more; what is left of it is as if it were new.
  case forget

  /// Decides about a pair that was the same once: an edit is stronger than a removal.
  init(file: MirrorSide, note: MirrorSide) {
    self =
      switch (file, note) {
      case (.same, .same): .nothing
      case (.changed, .same): .takeFile
      case (.same, .changed), (.gone, .changed): .writeFile
      case (.changed, .changed): .merge
      case (.gone, .same): .trashNote
      case (.same, .gone): .removeFile
      case (.changed, .gone), (.gone, .gone): .forget
      }
  }

  /// Decides about a pair that was begun and broken off: its second half is still to be made.
  init(unfinishedWithFile hasFile: Bool, note hasNote: Bool) {
    self =
      switch (hasFile, hasNote) {
      case (true, true): .merge
      case (false, true): .writeFile
      case (true, false), (false, false): .forget
      }
  }
}
