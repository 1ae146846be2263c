import MarfaSDK
import NoteMarkup

/// A line of a note as a row shows it: what is in it, without the marks of Markdown round it.
///
/// It shortens one line for show, without what is round it, and decides nothing: links, tags and
/// tasks are `NoteMarkup`'s.
package enum MentionText {
  /// The line without a heading's, list's or quote's mark, those of bold, italic, struck,
  /// highlighted and code, and tags of HTML; with links by their words.
  package static func shown(_ line: String) -> String {
    (MarkdownText.firstLine(of: line) ?? "")
      .replacing(#/<[bB][rR] ?\/?>/#, with: " ")
      .replacing(#/<\/?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]*)?\/?>/#, with: "")
      .replacing(#/!\[\[([^\]|]+)(?:\|[^\]]*)?\]\]/#) { $0.1 }
      .replacing(#/\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]/#) { $0.1 }
      .replacing(#/!?\[([^\]]*)\]\([^)]*\)/#) { $0.1 }
      .replacing(#/`([^`]+)`/#) { $0.1 }
      .replacing(#/(\*\*\*|\*\*|__|~~|==)(\S|\S.*?\S)\1/#) { $0.2 }
      .replacing(#/(^|[\s("'“])([*_])([^\s*_]|[^\s*_][^*_]*[^\s*_])\2/#) { $0.1 + $0.3 }
  }
}
