/// A kind of Markdown text, for its style.
public enum MarkupScope: Hashable, Sendable {
  /// A heading of a level, 1…6.
  case heading(Int)
  /// Emphasised, strong and struck text.
  case emphasis, strong, strikethrough
  /// Code in a line, and lines of a fenced or indented block.
  case code, codeBlock
  /// A quotation.
  case quote
  /// What a reader sees of a link; where it leads.
  case link, linkTarget
  /// A tag.
  case tag
  /// The marker of a list's item.
  case listMark
  /// The box of a task, open or done; the text of a task that is done.
  case taskOpen, taskDone, taskDoneText
  /// The YAML at a note's beginning.
  case frontMatter
  /// A thematic break.
  case rule
}
