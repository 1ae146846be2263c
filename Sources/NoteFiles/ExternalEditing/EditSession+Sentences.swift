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

extension ExternalEditing.Outcome {
  /// What the person must know, in a sentence; nil for a text that is stored, and for one that is
  /// kept, of which only the caller knows why.
  package var complaint: String? {
    switch self {
    case .stored, .kept: nil
    case .storedWithoutFrontMatter(let path):
      "Title and tags cannot be read and are unchanged; what you wrote is kept in \(path)."
    case .gone: "The editor removed the file; the note stays as last saved."
    case .unreadable(let path, let reason):
      "The edited file cannot be read and is kept: \(path): \(SystemError.sentence(reason)). "
        + "The note stays as last saved."
    }
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

  /// The question itself: what the answer yes does.
  package var offer: String {
    switch self {
    case .editorFailed: "Save what it wrote anyway?"
    case .emptyFile: "Empty the note?"
    case .notText: "Replace unreadable bytes with \u{fffd} and save?"
    }
  }
}
