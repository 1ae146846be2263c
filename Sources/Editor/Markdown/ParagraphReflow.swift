import NoteMarkup
import TerminalUI

/// Fills paragraphs again, line by line: each line as wide as it may be, lists and quotes under
/// their marks.
///
/// Blank lines, headings, tables, rules, definitions, HTML and code stay as they are. A word that
/// is wider than a line stays whole.
struct ParagraphReflow {
  private let width: Int
  private let tabWidth: Int
  private var result: [String] = []
  private var words: [Word] = []
  /// What the paragraph's first line begins with, and what the others begin with.
  private var lead = (first: "", rest: "")
  private var prefix = LinePrefix("")
  /// How many lines the open paragraph had.
  private var lineCount = 0

  /// A piece that is not broken.
  private struct Word {
    var text: String
    /// Whether white space is before it.
    var isApart: Bool
  }

  init(width: Int, tabWidth: Int) {
    self.width = max(1, width)
    self.tabWidth = tabWidth
  }

  /// Takes the next line; one that is no text, as in code, stays.
  mutating func add(_ line: String, isText: Bool) {
    let prefix = LinePrefix(line)
    let content = String(decoding: line.utf8.dropFirst(prefix.contentStart), as: UTF8.self)
    let isCode = lineCount == 0 && !prefix.isQuote && prefix.lead.count >= 4 && !prefix.isListItem
    guard isText, !isCode, !ParagraphReflow.stays(content) else {
      end()
      result.append(line)
      return
    }
    if lineCount == 0 || prefix.isListItem || prefix.quoteDepth != self.prefix.quoteDepth {
      end()
      self.prefix = prefix
      let hanging = String(repeating: " ", count: prefix.text.count - prefix.lead.count)
      lead = (prefix.text, prefix.lead + hanging)
    } else if lineCount == 1, !self.prefix.isListItem {
      lead.rest = prefix.lead
    }
    lineCount += 1
    append(content)
    // Two spaces at the end, and a backslash, break the line.
    if content.hasSuffix("  ") || content.hasSuffix("\\") {
      end(with: content.hasSuffix("\\") ? "" : "  ")
    }
  }

  /// The lines.
  mutating func finish() -> [String] {
    end()
    return result
  }

  // MARK: - Lines that stay

  /// Whether a line's text is no prose that may be filled: blank, a heading, a rule, of a table.
  static func stays(_ content: String) -> Bool {
    guard let first = content.first(where: { !$0.isWhitespace }) else { return true }
    if first == "|" || first == "<" { return true }
    if first == "[", content.contains("]:") { return true }
    return MarkdownLine.headingLevel(Array(content.utf8.prefix(8))) != nil
      || isUnderline(content)
  }

  /// Whether a line is a rule, or makes the one above it a heading.
  private static func isUnderline(_ content: some StringProtocol) -> Bool {
    let marks = content.filter { !$0.isWhitespace }
    guard marks.count >= 3, let mark = marks.first else { return false }
    return "-*_=".contains(mark) && marks.allSatisfy { $0 == mark }
  }

  // MARK: - Words

  private mutating func append(_ content: String) {
    var isApart =
      !(words.last?.text.last.map(ParagraphReflow.needsNoSpace) ?? false)
      || !(content.first.map(ParagraphReflow.needsNoSpace) ?? false)
    var word = ""
    var previous: UInt32 = 0
    for character in content {
      let value = ClusterWidth.breakingScalar(of: character)
      defer { previous = value }
      if value == 0x20 || value == 0x09 || value == 0x3000 {
        add(&word, &isApart)
        isApart = true
        continue
      }
      if ParagraphReflow.isBreak(between: previous, and: value) { add(&word, &isApart) }
      if word.isEmpty, !isApart, previous == 0, clings(value), let last = words.indices.last {
        words[last].text.append(character)
      } else {
        word.append(character)
      }
    }
    add(&word, &isApart)
  }

  private mutating func add(_ word: inout String, _ isApart: inout Bool) {
    guard !word.isEmpty else { return }
    words.append(Word(text: word, isApart: isApart))
    word = ""
    isApart = false
  }

  /// Whether a line may end between two characters that no space parts, as it may be joined there
  /// later without one.
  private static func isBreak(between first: UInt32, and second: UInt32) -> Bool {
    (LineBreak.isIdeographic(first) || LineBreak.isIdeographic(second))
      && LineBreak.isAllowedBeyondASCII(first, second)
  }

  /// Whether a character must stay with the end of the line before.
  private func clings(_ value: UInt32) -> Bool {
    guard let last = words.last?.text.last else { return false }
    return !LineBreak.isAllowedBeyondASCII(ClusterWidth.breakingScalar(of: last), value)
  }

  /// Lines that meet at ideographs are joined without a space.
  private static func needsNoSpace(_ character: Character) -> Bool {
    LineBreak.isIdeographic(ClusterWidth.breakingScalar(of: character))
  }

  // MARK: - Filling

  /// Ends the paragraph; its last line gets a suffix.
  private mutating func end(with suffix: String = "") {
    guard lineCount > 0 else { return }
    var line = lead.first
    var column = columns(of: line)
    var isEmpty = true
    for word in words {
      let space = word.isApart && !isEmpty ? 1 : 0
      let wordColumns = columns(of: word.text)
      if !isEmpty, column + space + wordColumns > width, !startsBlock(word.text) {
        result.append(line)
        line = lead.rest + word.text
        column = columns(of: line)
        continue
      }
      line += (space == 1 ? " " : "") + word.text
      column += space + wordColumns
      isEmpty = false
    }
    result.append(line + suffix)
    words = []
    lineCount = 0
  }

  /// Whether a word would be a mark of Markdown at a line's beginning.
  private func startsBlock(_ word: String) -> Bool {
    word.hasPrefix(">") || word.hasPrefix("|") || word.hasPrefix("```") || word.hasPrefix("~~~")
      || LinePrefix(word + " ").isListItem || ParagraphReflow.isUnderline(word)
      || word == "=" || word == "==" || word == "--"
      || MarkdownLine.headingLevel(Array(word.utf8.prefix(8))) != nil
  }

  private func columns(of text: String) -> Int {
    text.reduce(0) { $0 + ClusterWidth.columns(of: $1, at: $0, tabWidth: tabWidth) }
  }
}
