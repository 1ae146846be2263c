import TerminalUI

// MARK: - What the status line shows

/// Facts about a text and the cursor in it.
public struct EditorStatistics: Hashable, Sendable {
  /// Words, ideographs one by one.
  public var words: Int
  /// Unicode scalars.
  public var scalars: Int
  /// Lines that a person counts.
  public var lines: Int
  /// The cursor's line, from 1.
  public var line: Int
  /// The cursor's column on the screen, from 1, as if the line were not wrapped.
  public var column: Int
  /// How much of the text is above the cursor's line, 0…100.
  public var percent: Int
  /// How long reading takes, in whole minutes, at least 1 for any text.
  public var readingMinutes: Int

  /// The place as `12:40 37%`.
  public var position: String { "\(line):\(column) \(percent)%" }
}

extension Editor {
  /// Facts about the text and the cursor; O(log n) and the length of the cursor's line.
  public var statistics: EditorStatistics {
    let line = buffer.line(at: cursor)
    let last = buffer.lastCountedLine
    let start = buffer.lineStart(line)
    let isLong = cursor - start > LongLineBreaks.longest
    let before = isLong ? "" : buffer.text(in: start..<cursor)
    let column = before.reduce(0) {
      $0 + ClusterWidth.columns(of: $1, at: $0, tabWidth: max(1, options.tabWidth))
    }
    let words = buffer.wordCount
    let speed = max(1, options.wordsPerMinute)
    return EditorStatistics(
      words: words, scalars: buffer.scalarCount, lines: last + 1, line: line + 1,
      column: (isLong ? cursor - start : column) + 1,
      percent: last == 0 ? 100 : min(100, line * 100 / last),
      readingMinutes: words == 0 ? 0 : max(1, (words + speed / 2) / speed))
  }

  /// What may follow the pending keys, for a box that shows it; empty when nothing is pending.
  public var hints: [KeyHint] {
    switch parser.wait {
    case .register:
      return registers.all.map {
        KeyHint(keys: String($0.name), summary: Editor.preview($0.content.text))
      }
    case .mark:
      return marks.names.compactMap { name in
        marks[name].map { offset in
          let line = buffer.line(at: min(offset, buffer.byteCount))
          let range = buffer.lineRange(line).prefixRange(of: 60, in: buffer)
          return KeyHint(keys: String(name), summary: "\(line + 1) \(buffer.text(in: range))")
        }
      }
    case .character: return []
    case nil:
      let context: EditorKeymap.Context = state.isVisual ? .visual : .normal
      return parser.hints(in: context, keymap: options.keymap)
    }
  }

  private static func preview(_ text: String) -> String {
    let short = text.prefix(60).map { $0.isNewline ? "⏎" : String($0) }.joined()
    return text.dropFirst(60).isEmpty ? short : short + "…"
  }
}

// MARK: - Keys, for help

extension Editor {
  /// The table of keys that the mode reads.
  private var context: EditorKeymap.Context {
    switch state {
    case .visual, .visualLines, .visualBlock: .visual
    case .insert, .replace: .insert
    case .plain: .plain
    case .normal, .prompt, .confirm: .normal
    }
  }

  /// What has keys in the present mode, sorted by them; empty while a line of input is open.
  public var bindings: [EditorKeymap.Binding] {
    prompt == nil && confirmation == nil ? options.keymap.bindings(in: context) : []
  }

  /// Whether a key that begins a command is the editor's in the present mode: text, or one of its
  /// keys.
  public func takes(_ key: KeyEvent) -> Bool {
    if case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty {
      if prompt != nil || confirmation != nil || state.isTyping { return true }
      if character == "\"" || character.isWholeNumber { return true }
    }
    return options.keymap.action(for: [key], in: context) != nil
      || options.keymap.isPrefix([key], in: context)
  }
}

// MARK: - Cost, for tests

extension Editor {
  /// Lines read so far to find fenced blocks above the view.
  package var linesRead: Int { content.blocks.linesRead }

  /// How often the match of a pattern was looked for while it was typed.
  package var previews: Int { dialogue.previews }
}

extension TextBuffer {
  /// Nodes on the way from the root to a leaf, which an edit or a look-up touches.
  package var height: Int {
    var node = root
    var height = 1
    while let child = node.children.first {
      node = child
      height += 1
    }
    return height
  }
}

// MARK: - Moving by the application

extension Editor {
  /// Puts the cursor at an offset and shows it, as after choosing a heading or a search result.
  ///
  /// - Parameter offset: In UTF-8 bytes; brought inside the text.
  public mutating func moveCursor(toOffset offset: Int) {
    work.end()
    history.closeStep(cursor: cursor)
    parser.reset()
    marks[Marks.beforeJump] = cursor
    caret.forgetGoal()
    caret.place(at: offset)
    if state.isVisual { modes.enter(.normal) }
    settle()
    scrollToCursor()
  }

  /// Begins insert mode at the cursor, as `i` does; nothing in the plain preset.
  public mutating func startInserting() {
    guard state == .normal else { return }
    turn.beginCommand(cursor: cursor)
    perform(ParsedCommand(action: .command(.insert)))
  }
}
