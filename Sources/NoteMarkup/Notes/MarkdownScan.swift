import Foundation

/// What a Markdown text refers to and how it is built, found in one pass over its bytes.
///
/// All ranges are offsets in UTF-8 bytes from the start of the text. Front matter, fenced and
/// indented code and code spans are left out of links and tags.
public struct MarkdownScan: Hashable, Sendable {
  /// A `[[target#heading|label]]`.
  public struct WikiLink: Hashable, Sendable {
    /// From the first bracket, or the `!` of an embed, to after the last.
    public var range: Range<Int>
    /// The target's part alone, without spaces around it.
    public var targetRange: Range<Int>
    /// The name of the note; empty when the link goes to a heading of the same note.
    public var target: String
    /// The heading after `#`.
    public var heading: String?
    /// The label after `|`.
    public var label: String?
    /// Whether `!` is before it.
    public var isEmbed: Bool
  }

  /// A `#tag`.
  public struct Tag: Hashable, Sendable {
    /// With the `#`.
    public var range: Range<Int>
    /// The tag as it was written, without the `#`.
    public var name: String
  }

  /// A `[label](destination)` or `![label](destination)`.
  public struct Link: Hashable, Sendable {
    /// The whole link.
    public var range: Range<Int>
    /// The destination alone, without angle brackets.
    public var destinationRange: Range<Int>
    /// The destination as it was written.
    public var destination: String
    /// The text in brackets.
    public var label: String
    /// Whether it is an image.
    public var isImage: Bool

    /// Whether it goes to a file next to the text: no scheme, no host and not only a fragment.
    public var isRelative: Bool {
      guard let first = destination.utf8.first, first != UInt8(ascii: "#"),
        first != UInt8(ascii: "/")
      else { return false }
      let scheme = destination.utf8.prefix { $0 != 58 && $0 != 47 && $0 != 63 && $0 != 35 }
      return scheme.count == destination.utf8.count
        || destination.utf8[scheme.endIndex] != UInt8(ascii: ":")
    }

    /// Whether it goes to a file by its path from the root of the folder, as `/House/Garden.md`.
    package var isFromRoot: Bool { destination.hasPrefix("/") && !destination.hasPrefix("//") }

    /// The path of a relative destination: without fragment and query, percent escapes decoded.
    public var path: String { FileAddress.path(of: destination) }
  }

  /// A heading of the outline.
  public struct Heading: Hashable, Sendable {
    /// 1…6.
    public var level: Int
    /// The text without its marks.
    public var title: String
    /// The line, from 0.
    public var line: Int
    /// Where the line starts.
    public var offset: Int

    /// A heading by its level, 1 to 6, its text, its line from 1 and its offset in UTF-8 bytes.
    public init(level: Int, title: String, line: Int, offset: Int) {
      self.level = level
      self.title = title
      self.line = line
      self.offset = offset
    }
  }

  /// The wiki links, in order.
  public internal(set) var wikiLinks: [WikiLink] = []
  /// The tags, in order, with repetitions.
  public internal(set) var tags: [Tag] = []
  /// The links and images, in order.
  public internal(set) var links: [Link] = []
  /// The outline, in order.
  public internal(set) var headings: [Heading] = []
  /// How many task items are open.
  public internal(set) var openTasks = 0
  /// How many task items are done.
  public internal(set) var doneTasks = 0
  /// Runs without spaces that hold a letter or a digit, front matter left out.
  public internal(set) var wordCount = 0
  /// Whether there is any code, fenced, indented or in a span.
  public internal(set) var hasCode = false
  /// Whether there is an address in angle brackets or, where styles are read, a bare one.
  var hasAddress = false
  /// The front matter with both its lines of dashes; nil when there is none.
  public internal(set) var frontMatter: Range<Int>?

  /// Whether a text may begin with front matter.
  public enum Beginning: Sendable {
    /// It is a whole note.
    case note
    /// It is what follows the front matter.
    case body
  }

  /// Reads a text; linear in its length.
  public init(_ text: String, from beginning: Beginning = .note) {
    var text = text
    self = text.withUTF8 { MarkdownScan(bytes: $0, from: beginning) }
  }

  /// Reads a text from its UTF-8 bytes.
  public init(bytes: UnsafeBufferPointer<UInt8>, from beginning: Beginning = .note) {
    self.init()
    if beginning == .note, let found = FrontMatterExtent.find(in: bytes) {
      frontMatter = 0..<found.end
    }
    var scanner = MarkdownBlockScanner(bytes: bytes)
    scanner.scan(into: &self)
  }

  /// Whether a text has a `[label](destination)` or an address outside wiki links, pictures and
  /// code.
  package static func hasLink(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var scan = MarkdownScan()
      scan.frontMatter = FrontMatterExtent.find(in: bytes).map { 0..<$0.end }
      var scanner = MarkdownBlockScanner(bytes: bytes, detail: .styles)
      scanner.scan(into: &scan)
      return scan.hasAddress || scan.links.contains { !$0.isImage }
    }
  }

  private init() {}
}
