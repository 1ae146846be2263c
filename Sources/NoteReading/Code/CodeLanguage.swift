/// What tells words, strings, comments and numbers of a programming language apart: one table for
/// each.
struct CodeLanguage: Sendable {
  /// A kind of string.
  struct StringForm: Sendable {
    /// What begins it.
    var opening: String
    /// What ends it.
    var closing: String
    /// The sign that takes the meaning from the next one; nil without such a sign.
    var escape: UInt8? = UInt8(ascii: "\\")
    /// Whether it goes on over the ends of lines.
    var spansLines = false

    static let double = StringForm(opening: "\"", closing: "\"")
    static let single = StringForm(opening: "'", closing: "'")
    static let tripleDouble = StringForm(opening: "\"\"\"", closing: "\"\"\"", spansLines: true)
    static let tripleSingle = StringForm(opening: "'''", closing: "'''", spansLines: true)
    static let backtick = StringForm(opening: "`", closing: "`", spansLines: true)
    /// `'…'` where a doubled quote stands for one, as in SQL.
    static let plainSingle = StringForm(opening: "'", closing: "'", escape: nil)
  }

  /// A comment of several lines.
  struct BlockComment: Sendable {
    var opening: String
    var closing: String
    /// Whether one may be in another.
    var nests = false

    static let c = BlockComment(opening: "/*", closing: "*/")
  }

  /// What the first word of a line is when a sign follows it.
  enum LineStart: Sendable {
    /// Nothing special.
    case plain
    /// A key, before this sign.
    case key(UInt8)
  }

  /// The names after the fence, in lower case.
  var names: [String]
  /// The keywords; in lower case where case does not count.
  var keywords: Set<String>
  /// What begins a comment that ends with its line.
  var lineComments: [String] = []
  /// What begins and ends other comments.
  var blockComments: [BlockComment] = []
  /// The strings, longer openings first.
  var strings: [StringForm] = [.double, .single]
  /// Whether `IF` is the keyword `if`.
  var ignoresCase = false
  /// Signs that are part of words, next to letters, digits and `_`.
  var wordSigns: [UInt8] = []
  /// What the first word of a line may be.
  var lineStart = LineStart.plain
  /// Whether a word after `<` or `</` is a keyword.
  var marksTags = false

  init(
    _ names: [String], _ keywords: String, lineComments: [String] = [],
    blockComments: [BlockComment] = [], strings: [StringForm] = [.double, .single],
    ignoresCase: Bool = false, wordSigns: String = "", lineStart: LineStart = .plain,
    marksTags: Bool = false
  ) {
    self.names = names
    self.keywords = Set(keywords.split(whereSeparator: \.isWhitespace).map(String.init))
    self.lineComments = lineComments
    self.blockComments = blockComments
    self.strings = strings
    self.ignoresCase = ignoresCase
    self.wordSigns = Array(wordSigns.utf8)
    self.lineStart = lineStart
    self.marksTags = marksTags
  }

  /// The language of a name as it is written after a fence, in any case; nil for one without a
  /// table.
  static func named(_ name: String) -> CodeLanguage? {
    let word = name.lowercased().prefix { $0 != "," && $0 != "{" && $0 != ":" }
    return byName[String(word)]
  }

  /// Every table.
  static let all: [CodeLanguage] = compiled + scripts + markup

  private static let byName: [String: CodeLanguage] = {
    var result: [String: CodeLanguage] = [:]
    for language in all {
      for name in language.names { result[name] = language }
    }
    return result
  }()
}
