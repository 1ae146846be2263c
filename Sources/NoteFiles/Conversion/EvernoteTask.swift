import MarfaSDK

/// A task of an Evernote note; the note's text names the place of its group.
struct EvernoteTask {
  /// The group that the task belongs to.
  private(set) var group = ""
  private var title = ""
  private var isDone = false
  private var due = ""

  /// Reads the task that has begun, up to its end.
  ///
  /// - Throws: `MarkupReader.Failure`.
  init(_ reader: inout MarkupReader) throws {
    while let event = try reader.next(), event != .end("task") {
      guard case .start(let name, _) = event else { continue }
      switch name {
      case "title": title = try reader.text(to: name)
      case "taskStatus": isDone = try reader.text(to: name) == "completed"
      case "taskGroupNoteLevelID": group = try reader.text(to: name)
      case "dueDate": due = try reader.text(to: name)
      default: try reader.skipElement()
      }
    }
  }

  /// The task as a line of Markdown, without its end.
  var line: String {
    let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let time = due.isEmpty ? "" : " (due \(EvernoteConversion.time(due)?.iso8601 ?? due))"
    return "- [\(isDone ? "x" : " ")] \(words)\(time)"
  }
}

extension MarkupReader {
  /// The text of the element that has begun, which has no elements in it.
  ///
  /// - Throws: `MarkupReader.Failure`, also for a text that is larger than a note may be.
  mutating func text(to name: String) throws -> String {
    var text = ""
    while let event = try next(), event != .end(name) {
      if case .text(let piece) = event { text += piece }
      guard text.utf8.count <= MarkdownFile.maximumBytes else {
        throw Failure(reason: "<\(name)> is larger than 32 MB")
      }
    }
    return text
  }

  /// Skips the element that has begun, with all that is in it.
  ///
  /// - Throws: `MarkupReader.Failure`.
  mutating func skipElement() throws {
    var depth = 1
    while depth > 0, let event = try next() {
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .text: break
      }
    }
  }
}
