import TerminalUI

/// How the parts of a text are drawn; the application fills it from its theme.
///
/// The standard styles tell everything by attributes as well as by one of the 16 ANSI colours.
public struct EditorStyles: Hashable, Sendable {
  /// Ordinary text.
  public var text = Style.plain
  /// Headings of level 1…6; at least one.
  public var headings: [Style] = [
    Style(foreground: .ansi(4), modifiers: [.bold, .underlined]),
    Style(foreground: .ansi(4), modifiers: .bold),
    Style(foreground: .ansi(6), modifiers: .bold),
    Style(foreground: .ansi(6), modifiers: [.bold, .italic]),
    Style(foreground: .ansi(6), modifiers: .italic),
    Style(modifiers: [.italic, .dim]),
  ]
  /// Emphasised text.
  public var emphasis = Style(modifiers: .italic)
  /// Strong text.
  public var strong = Style(modifiers: .bold)
  /// Struck text.
  public var strikethrough = Style(modifiers: [.strikethrough, .dim])
  /// Code in a line.
  public var code = Style(foreground: .ansi(3))
  /// Lines of a fenced block.
  public var codeBlock = Style(foreground: .ansi(3))
  /// A quotation.
  public var quote = Style(foreground: .ansi(2), modifiers: .italic)
  /// What a reader sees of a link.
  public var link = Style(foreground: .ansi(4), modifiers: .underlined)
  /// Where a link leads, with its brackets.
  public var linkTarget = Style(modifiers: .dim)
  /// A tag.
  public var tag = Style(foreground: .ansi(5), modifiers: .bold)
  /// The marker of a list's item.
  public var listMark = Style(foreground: .ansi(6), modifiers: .bold)
  /// The box of an open task.
  public var taskOpen = Style(foreground: .ansi(3), modifiers: .bold)
  /// The box of a task that is done.
  public var taskDone = Style(foreground: .ansi(2))
  /// The text of a task that is done.
  public var taskDoneText = Style(modifiers: .dim)
  /// The YAML at a note's beginning.
  public var frontMatter = Style(modifiers: .dim)
  /// A thematic break.
  public var rule = Style(modifiers: .dim)
  /// Selected text.
  public var selection = Style(modifiers: .reversed)
  /// Selected text while another pane has the focus.
  public var inactiveSelection = Style(modifiers: .underlined)
  /// Matches of the last search.
  public var match = Style(modifiers: [.bold, .underlined])
  /// The match at the cursor.
  public var currentMatch = Style(modifiers: [.bold, .reversed])
  /// Other people in the text; a person has one of them, and there is at least one.
  public var others: [Style] = [6, 5, 2, 1].map {
    Style(foreground: .ansi($0), modifiers: [.bold, .underlined])
  }
  /// Rows below the text's end.
  public var beyondEnd = Style(modifiers: .dim)

  /// The standard styles.
  public init() {}

  /// The style of a kind of text.
  public func style(of scope: MarkupScope) -> Style {
    switch scope {
    case .heading(let level):
      headings.isEmpty ? strong : headings[min(max(1, level), headings.count) - 1]
    case .emphasis: emphasis
    case .strong: strong
    case .strikethrough: strikethrough
    case .code: code
    case .codeBlock: codeBlock
    case .quote: quote
    case .link: link
    case .linkTarget: linkTarget
    case .tag: tag
    case .listMark: listMark
    case .taskOpen: taskOpen
    case .taskDone: taskDone
    case .taskDoneText: taskDoneText
    case .frontMatter: frontMatter
    case .rule: rule
    }
  }
}
