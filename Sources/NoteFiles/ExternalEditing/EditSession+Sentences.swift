extension EditSession.EditorExit {
  /// How the editor ended, in a sentence.
  package var sentence: String {
    switch self {
    // A shell ends with 127 when there is no such program.
    case .code(127): "The editor was not found."
    case .code(let code): "The editor ended with code \(code)."
    case .signal(let signal): "The editor was ended by signal \(signal)."
    case .failed(let reason): "The editor could not be used: \(reason)."
    }
  }
}

extension EditSession {
  /// What is told when the editor leaves no file.
  package static let fileGone = "The editor took the file away; the note is as it was stored last."

  /// What is told when title and tags cannot be read above a text.
  package static func frontMatterUnread(_ path: String) -> String {
    "Title and tags cannot be read and stay; what you wrote is kept in \(path)."
  }

  /// What is told when the editor leaves something that cannot be read.
  package static func fileUnreadable(_ path: String, _ reason: Int32) -> String {
    "What the editor left cannot be read, and stays: \(path): \(SystemError.sentence(reason)). "
      + "The note is as it was stored last."
  }
}

extension EditSession.Question {
  /// Why the person is asked, in a sentence.
  package var sentence: String {
    switch self {
    case .editorFailed(let exit): exit.sentence
    case .emptyFile: "The file is empty now."
    case .notText(let place):
      "Line \(place.line), column \(place.column) of the file is not UTF-8 text."
    }
  }
}
