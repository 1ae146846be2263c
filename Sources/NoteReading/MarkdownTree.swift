import CMarkdown
import Glibc
import NoteMarkup
import Synchronization
import TerminalUI

/// A text parsed by cmark-gfm, walked event by event without recursion.
///
/// Owns the C tree; not shared between threads. Dialect: CommonMark with tables, strikethrough,
/// bare links, task lists and footnotes (<https://github.github.com/gfm/>).
final class MarkdownTree {
  /// What a node is.
  enum Kind {
    case document, blockQuote, list, item, tasklist, codeBlock, htmlBlock, paragraph, heading
    case thematicBreak, table, tableHeader, tableRow, tableCell
    case footnoteDefinition, footnoteReference
    case text, softbreak, linebreak, code, htmlInline, emph, strong, link, image, strikethrough
    case other
  }

  /// A node as it is entered or left.
  struct Event {
    let isEntering: Bool
    let kind: Kind
    let node: OpaquePointer
    fileprivate let source: MarkedSource
    fileprivate let footnotes: FootnoteSource
  }

  private let parser: OpaquePointer
  private let root: OpaquePointer
  private let iterator: OpaquePointer
  private let source: MarkedSource
  private let footnotes: FootnoteSource

  /// The library keeps which characters are special to extensions in one global table while it
  /// parses, so only one text is parsed at a time.
  private static let parsing = Mutex(())

  private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()

  /// Parses a text; nil when memory is short.
  ///
  /// Cost is linear in the text.
  init?(_ text: String) {
    let source = MarkedSource(text)
    let footnotes = FootnoteSource(source.text)
    let trees = Self.parsing.withLock { _ in Self.parse(footnotes.text) }
    guard let (parserBits, rootBits) = trees, let parser = OpaquePointer(bitPattern: parserBits),
      let root = OpaquePointer(bitPattern: rootBits)
    else { return nil }
    guard let iterator = cmark_iter_new(root) else {
      cmark_node_free(root)
      cmark_parser_free(parser)
      return nil
    }
    (self.parser, self.root, self.iterator) = (parser, root, iterator)
    (self.source, self.footnotes) = (source, footnotes)
  }

  deinit {
    cmark_iter_free(iterator)
    cmark_node_free(root)
    cmark_parser_free(parser)
  }

  /// Addresses instead of pointers, since pointers may not leave a lock in Swift 6.
  private static func parse(_ text: String) -> (parser: UInt, root: UInt)? {
    _ = registered
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES) else { return nil }
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
      if let found = cmark_find_syntax_extension(name) {
        cmark_parser_attach_syntax_extension(parser, found)
      }
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cmark_parser_feed(parser, $0.baseAddress, $0.count)
      }
    }
    guard let root = cmark_parser_finish(parser) else {
      cmark_parser_free(parser)
      return nil
    }
    return (UInt(bitPattern: parser), UInt(bitPattern: root))
  }

  /// A text as HTML, without the HTML that is in it; nil when memory is short.
  static func html(_ text: String) -> String? {
    let text = FootnoteSource(text).text
    return parsing.withLock { _ in
      guard let (parserBits, rootBits) = parse(text),
        let parser = OpaquePointer(bitPattern: parserBits),
        let root = OpaquePointer(bitPattern: rootBits)
      else { return nil }
      defer {
        cmark_node_free(root)
        cmark_parser_free(parser)
      }
      let extensions = cmark_parser_get_syntax_extensions(parser)
      guard let bytes = cmark_render_html(root, CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES, extensions)
      else { return nil }
      defer { free(bytes) }
      return String(cString: bytes)
    }
  }

  /// The next event in the order of the text, or nil at the end.
  func next() -> Event? {
    let event = cmark_iter_next(iterator)
    guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return nil }
    return Event(
      isEntering: event == CMARK_EVENT_ENTER, kind: Self.kind(of: node), node: node, source: source,
      footnotes: footnotes)
  }

  private static func kind(of node: OpaquePointer) -> Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: .list
    // An item with a box has the type of an item and the name of the extension.
    case CMARK_NODE_ITEM: extensionKind(of: node) ?? .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softbreak
    case CMARK_NODE_LINEBREAK: .linebreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emph
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    default: extensionKind(of: node) ?? .other
    }
  }

  /// Extensions choose their numbers at run time, so they are known by name.
  private static func extensionKind(of node: OpaquePointer) -> Kind? {
    guard let name = cmark_node_get_type_string(node) else { return nil }
    return switch String(cString: name) {
    case "tasklist": .tasklist
    case "table": .table
    case "table_header": .tableHeader
    case "table_row": .tableRow
    case "table_cell": .tableCell
    case "strikethrough": .strikethrough
    default: nil
    }
  }
}

// MARK: - What nodes hold

extension MarkdownTree.Event {
  /// The text of a leaf; empty where there is none.
  var literal: String { source.restored(markedLiteral) }
  /// The text of a leaf of prose without its first characters, in pieces.
  func pieces(after skipped: Int) -> [MarkedSource.Piece] {
    let literal = markedLiteral
    return source.pieces(of: skipped == 0 ? literal : String(literal.dropFirst(skipped)))
  }
  /// The text that a quote's first paragraph begins with, up to its first break, link or emphasis.
  var openingText: String {
    guard let paragraph = cmark_node_first_child(node),
      cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH
    else { return "" }
    var text = ""
    var child = cmark_node_first_child(paragraph)
    while let leaf = child, cmark_node_get_type(leaf) == CMARK_NODE_TEXT {
      text += cmark_node_get_literal(leaf).map { String(cString: $0) } ?? ""
      child = cmark_node_next(leaf)
    }
    return text
  }
  /// How many characters of an item's text are the box of a task that was given up, with the blank
  /// after it; nil for any other node.
  var cancelledBoxLength: Int? {
    guard kind == .item, let paragraph = cmark_node_first_child(node),
      cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH,
      source.cancelledLines.contains(Int(cmark_node_get_start_line(paragraph)))
    else { return nil }
    let longest = 4
    var text = ""
    var child = cmark_node_first_child(paragraph)
    while text.utf8.count < longest, let leaf = child,
      cmark_node_get_type(leaf) == CMARK_NODE_TEXT
    {
      text += cmark_node_get_literal(leaf).map { String(cString: $0) } ?? ""
      child = cmark_node_next(leaf)
    }
    return text.hasPrefix("[-]") ? min(text.count, longest) : nil
  }
  /// Where a link or image leads.
  var address: String {
    cmark_node_get_url(node).map { source.restored(String(cString: $0)) } ?? ""
  }
  private var markedLiteral: String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }
  /// The word after the fence of a code block.
  var language: String {
    let words = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
    return words.split(separator: " ").first.map(String.init) ?? ""
  }
  /// The first line, from 1; 0 where the parser does not know.
  var line: Int { footnotes.line(Int(cmark_node_get_start_line(node))) }
  /// The level of a heading, 1…6.
  var level: Int { Int(cmark_node_get_heading_level(node)) }
  /// Whether the items of a list are without blank lines.
  var isTight: Bool { cmark_node_get_list_tight(node) != 0 }
  /// The first number of an ordered list, or nil.
  var firstNumber: Int? {
    cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(node)) : nil
  }
  /// Whether numbers are written with a parenthesis instead of a full stop.
  var hasParenthesis: Bool { cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM }
  /// Whether a task is done.
  var isDone: Bool { cmark_gfm_extensions_get_tasklist_item_checked(node) }
  /// Whether a code block has fences.
  var isFenced: Bool {
    // The library writes all three, asked for or not.
    var (length, offset, character) = (Int32(0), Int32(0), CChar(0))
    return cmark_node_get_fenced(node, &length, &offset, &character) != 0
  }

  /// The alignment of each column of a table.
  var alignments: [TextAlignment] {
    let count = Int(cmark_gfm_extensions_get_table_columns(node))
    guard let letters = cmark_gfm_extensions_get_table_alignments(node) else {
      return Array(repeating: .leading, count: count)
    }
    return (0..<count).map { index in
      switch letters[index] {
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .trailing
      default: .leading
      }
    }
  }
}
