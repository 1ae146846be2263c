import Editor
import Foundation
import NoteFiles

/// The file of one note's text while the store refuses it, so that a crash costs none of it.
///
/// `marfa recover` lists it. Requests are served in order: what was typed last is in the file.
actor RefusedText {
  private let folder: String
  private let noteId: String
  private var file: EditFile?

  /// No file yet.
  ///
  /// - Parameters:
  ///   - folder: Where the file will be.
  ///   - noteId: The note's id.
  init(folder: String, noteId: String) {
    self.folder = folder
    self.noteId = noteId
  }

  /// Puts a text into the file, in place of the one before.
  ///
  /// - Parameters:
  ///   - buffer: The text.
  ///   - base: The text that the store has.
  ///   - isNew: Whether something was typed since it was last kept.
  /// - Returns: The file's path; nil when `marfa recover` has taken this very text, and for one
  ///   without a change: that of an empty note, which was removed meanwhile, is nothing to keep.
  /// - Throws: `CocoaError` or `POSIXError`; the file, if there is one, is as it was.
  func keep(_ buffer: TextBuffer, base: String, isNew: Bool) throws -> String? {
    if file == nil, buffer.text.utf8.elementsEqual(base.utf8) { return nil }
    // Without its folder the file is lost, and not taken.
    if let file, !isNew, !file.isThere, URL(filePath: folder).isFolder {
      self.file = nil
      return nil
    }
    if let file, file.isThere {
      try file.replace(id: noteId, text: buffer.text, base: base)
      return file.path
    }
    let made = try EditFile.create(
      in: folder, id: noteId, title: "unsaved", text: buffer.text, base: base)
    file = made
    return made.path
  }

  /// Removes the file, if there is one: the store has the text.
  func remove() {
    file?.remove()
    file = nil
  }
}

extension URL {
  /// Whether there is a folder.
  fileprivate var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
