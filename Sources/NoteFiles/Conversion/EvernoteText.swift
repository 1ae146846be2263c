import Foundation

/// The text of a note of Evernote (ENML, a kind of HTML) as Markdown.
struct EvernoteText {
  /// The text so far.
  private(set) var text = ""
  /// What could not be taken over.
  private(set) var remarks: [String] = []

  private let address: (String) -> (path: String, isImage: Bool)?
  /// Open lists: the number of the next entry, or nil for one without numbers.
  private var lists: [Int?] = []
  private var links: [String] = []
  private var isVerbatim = false
  private var cells = 0
  private var hasTableHead = false
  private var isInCell = false
  /// Where open quotes begin, in bytes of the text.
  private var quotes: [Int] = []
  /// The tasks that are not in the text yet.
  private var tasks: [EvernoteTask]
  /// Depth within what is not shown.
  private var hidden = 0

  /// Converts a text; of one whose markup is broken all that can be read is kept, with a remark.
  ///
  /// - Parameters:
  ///   - markup: The ENML.
  ///   - tasks: The note's tasks; those whose group the text does not name come after it.
  ///   - address: The address of a file by the MD5 of its bytes, and whether it is a picture.
  /// - Throws: `MarkupReader.Failure` where nothing can be read.
  init(
    _ markup: String, tasks: [EvernoteTask] = [],
    address: @escaping (String) -> (path: String, isImage: Bool)?
  ) throws {
    (self.address, self.tasks) = (address, tasks)
    var reader = MarkupReader(markup, isForgiving: true)
    do {
      while let event = try reader.next() { take(event) }
      if reader.isMalformed { remarks.append("its markup is not closed well; the text was kept") }
    } catch let failure as MarkupReader.Failure {
      guard !text.allSatisfy(\.isWhitespace) else { throw failure }
      remarks.append("its markup is broken (\(failure.reason)); only the text before that was kept")
    }
    show { _ in true }
    text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if !text.isEmpty { text += "\n" }
  }

  private mutating func take(_ event: MarkupReader.Event) {
    switch event {
    case .start(let name, let attributes): begin(name.lowercased(), attributes)
    case .end(let name): end(name.lowercased())
    case .text(let piece): add(piece)
    }
  }

  // MARK: - Elements

  private mutating func begin(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "br": text += isInCell ? " " : "\n"
    case "b", "strong": text += "**"
    case "i", "em": text += "*"
    case "s", "strike", "del": text += "~~"
    case "code" where !isVerbatim: text += "`"
    case "a":
      links.append(attributes["href"] ?? "")
      text += "["
    case "en-todo":
      text += isMark ? "" : "- "
      text += attributes["checked"] == "true" ? "[x] " : "[ ] "
    case "en-media": media(attributes)
    case "en-crypt":
      hidden += 1
      remarks.append("an encrypted part left out")
    case "img":
      if let source = attributes["src"] { text += "![\(attributes["alt"] ?? "")](\(source))" }
    case "style", "script", "title": hidden += 1
    case "u" where !isVerbatim: text += "<u>"
    case "div" where attributes["style"]?.contains("--en-task-group") == true:
      let id = attributes["style"]?.firstMatch(of: #/--en-id:\s*([^;\s]+)/#)?.1
      show { id.map(String.init) == $0.group }
    default: beginBlock(name)
    }
  }

  /// Begins an element with lines of its own.
  private mutating func beginBlock(_ name: String) {
    switch name {
    case "p", "div", "tbody", "thead": block(name == "p" ? 2 : 1)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      block(2)
      text += String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " "
    case "td", "th": isInCell = true
    case "hr":
      block(2)
      text += "---\n\n"
    case "pre":
      block(2)
      text += "```\n"
      isVerbatim = true
    case "ul": lists.append(nil)
    case "ol": lists.append(1)
    case "li": entry()
    case "blockquote":
      block(2)
      quotes.append(text.utf8.count)
    case "table":
      block(2)
      hasTableHead = false
    case "tr":
      block(1)
      cells = 0
      text += "|"
    default: break
    }
  }

  private mutating func end(_ name: String) {
    switch name {
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "table": block(2)
    case "blockquote": endQuote()
    case "u" where !isVerbatim: text += "</u>"
    case "div", "li": block(1)
    case "b", "strong": text += "**"
    case "i", "em": text += "*"
    case "s", "strike", "del": text += "~~"
    case "code" where !isVerbatim: text += "`"
    case "pre":
      block(1)
      text += "```\n\n"
      isVerbatim = false
    case "ul", "ol":
      _ = lists.popLast()
      block(lists.isEmpty ? 2 : 1)
    case "a": text += "](\(links.popLast() ?? ""))"
    case "td", "th":
      cells += 1
      text += " |"
      isInCell = false
    case "tr": endRow()
    case "style", "script", "title", "en-crypt": hidden = max(hidden - 1, 0)
    default: break
    }
  }

  /// Puts `>` before each line of the quote that ends; the ninth level and deeper get no mark.
  private mutating func endQuote() {
    if let start = quotes.popLast(), quotes.count < 8, !isInCell {
      let begin = text.utf8.index(text.startIndex, offsetBy: min(start, text.utf8.count))
      let lines = text[begin...].trimmingCharacters(in: .newlines)
        .split(separator: "\n", omittingEmptySubsequences: false)
      text.removeSubrange(begin...)
      text += lines.map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")
    }
    block(2)
  }

  /// Adds some of the tasks that are not in the text yet, as lines.
  private mutating func show(_ isMeant: (EvernoteTask) -> Bool) {
    let meant = tasks.filter(isMeant)
    guard !meant.isEmpty else { return }
    tasks.removeAll(where: isMeant)
    block(1)
    text += meant.map { $0.line + "\n" }.joined()
  }

  private mutating func endRow() {
    text += "\n"
    if !hasTableHead, cells > 0 {
      text += "|" + String(repeating: " --- |", count: cells) + "\n"
      hasTableHead = true
    }
  }

  private mutating func entry() {
    block(1)
    text += String(repeating: "    ", count: max(lists.count - 1, 0))
    if let last = lists.indices.last, let number = lists[last] {
      text += "\(number). "
      lists[last] = number + 1
    } else {
      text += "- "
    }
  }

  private mutating func media(_ attributes: [String: String]) {
    let hash = (attributes["hash"] ?? "").lowercased()
    guard let file = address(hash) else {
      remarks.append("a file is not in the export")
      return
    }
    let name =
      (file.path.split(separator: "/").last.map(String.init) ?? "")
      .removingPercentEncoding ?? ""
    text += (file.isImage ? "!" : "") + "[\(file.isImage ? "" : name)](\(file.path))"
  }

  // MARK: - Text

  /// Ends the line, with at least that many line breaks.
  private mutating func block(_ count: Int) {
    if text.isEmpty || isVerbatim && count > 1 { return }
    // In a table a line is a row.
    if isInCell { return }
    let bare = text.utf8.reversed().prefix { $0 == 10 }.count
    if bare < count, !isMark { text += String(repeating: "\n", count: count - bare) }
  }

  /// Whether the line has only the mark of a list entry so far.
  private var isMark: Bool {
    let line = text.suffix(24).split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    return line.wholeMatch(of: #/\s*(?:-|\d+\.|- \[[ x]\])\s/#) != nil
  }

  private mutating func add(_ piece: String) {
    guard hidden == 0 else { return }
    if isVerbatim {
      text += piece
      return
    }
    var isAfterBlank = text.isEmpty || text.hasSuffix("\n") || text.hasSuffix(" ")
    for character in piece {
      // A blank that is meant stays one.
      let isBlank = character.isWhitespace && character != "\u{A0}"
      if isBlank, isAfterBlank { continue }
      text += isBlank ? " " : character == "\u{A0}" ? " " : String(character)
      isAfterBlank = isBlank
    }
  }
}
