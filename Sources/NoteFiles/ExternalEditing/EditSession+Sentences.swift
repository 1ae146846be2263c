extension EditSession.EditorExit {
  /// How the editor ended, in a sentence.
  package var sentence: String {
    switch self {
    // A shell ends with 127 when there is no such program.
    case .code(127): "The editor was not found."
    case .code(let code): "The editor exited with code \(code)."
    case .signal(let signal): "The editor was killed by signal \(signal)."
    case .failed(let reason): "The editor could not be used: \(reason)."
    }
  }
}

extension EditSession {
  /// The message if the editor leaves no file.
  package static let fileGone = "The editor removed the file; the note stays as last saved."

  /// The message if title and tags above a text cannot be read.
  package static func frontMatterUnread(_ path: String) -> String {
    "Title and tags cannot be read and are unchanged; what you wrote is kept in \(path)."
  }

  /// The message if the edited file cannot be read.
  package static func fileUnreadable(_ path: String, _ reason: Int32) -> String {
    "The edited file cannot be read and is kept: \(path): \(SystemError.sentence(reason)). "
      + "The note stays as last saved."
  }
}

extension EditSession.Question {
  /// Why the person is asked, in a sentence.
  package var sentence: String {
    switch self {
    case .editorFailed(let exit): exit.sentence
    case .emptyFile: "The file is now empty."
    case .notText(let place):
      "Line \(place.line), column \(place.column) of the file is not UTF-8 text."
    }
  }
}
