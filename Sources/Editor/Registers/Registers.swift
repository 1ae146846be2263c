/// A piece of text kept for pasting.
public struct RegisterContent: Hashable, Sendable, Codable {
  /// How a text goes back into the note.
  public enum Shape: String, Hashable, Sendable, Codable {
    /// Between characters.
    case characters
    /// As lines of its own; the text ends with a line feed.
    case lines
    /// As a block of columns, a line of the text in each line.
    case block
  }

  /// The text.
  public var text: String
  /// How it is put.
  public var shape: Shape

  /// A text and how it goes back into a note, between characters by default.
  public init(_ text: String, shape: Shape = .characters) {
    self.text = text
    self.shape = shape
  }
}

/// The named places for yanked, deleted and recorded text.
///
/// `a`…`z` are the person's, a capital appends; `"` is the last one used, `0` the last yank,
/// `1`…`9` the last deletions of a line or more, `-` the last smaller one, `_` swallows, `+` is the
/// system's clipboard (its last known text). A macro is kept as key notation in a letter.
public struct Registers: Hashable, Sendable, Codable {
  /// What put the text there, which decides on the numbered registers.
  enum Origin {
    case yank, deletion
  }

  private var contents: [String: RegisterContent] = [:]
  /// Bytes of all texts.
  private(set) var byteCount = 0

  /// The most bytes that the numbered registers keep together; the newest is kept anyhow.
  static let numberedBytes = 8 << 20

  /// Empty registers.
  public init() {}

  /// The names in use with their contents, sorted by name.
  public var all: [(name: Character, content: RegisterContent)] {
    contents.sorted { $0.key < $1.key }.compactMap { entry in
      entry.key.first.map { ($0, entry.value) }
    }
  }

  /// What a register holds; nil when it is empty.
  public subscript(name: Character) -> RegisterContent? {
    contents[Registers.key(name)]
  }

  /// Whether a character names a register.
  static func isName(_ name: Character) -> Bool {
    name.isASCII && (name.isLetter || name.isNumber || "\"_+*-/.".contains(name))
  }

  /// Keeps a text as a yank or a deletion does, in the named register and the numbered ones.
  mutating func store(_ content: RegisterContent, in name: Character?, origin: Origin) {
    guard name != "_" else { return }
    if let name { set(name, content) }
    let final = name.flatMap { self[$0] } ?? content
    put(final, under: "\"")
    guard name == nil else { return }
    switch origin {
    case .yank: put(content, under: "0")
    case .deletion where content.shape == .lines || content.text.contains("\n"):
      for number in (1..<9).reversed() { put(contents["\(number)"], under: "\(number + 1)") }
      put(content, under: "1")
      forgetOldDeletions()
    case .deletion: put(content, under: "-")
    }
  }

  private mutating func forgetOldDeletions() {
    var bytes = 0
    for number in 1...9 {
      bytes += contents["\(number)"]?.text.utf8.count ?? 0
      if number > 1, bytes > Registers.numberedBytes { put(nil, under: "\(number)") }
    }
  }

  private mutating func put(_ content: RegisterContent?, under key: String) {
    byteCount += (content?.text.utf8.count ?? 0) - (contents[key]?.text.utf8.count ?? 0)
    contents[key] = content
  }

  /// Sets one register, or appends for a capital letter.
  mutating func set(_ name: Character, _ content: RegisterContent) {
    let key = Registers.key(name)
    guard name.isUppercase, let old = contents[key] else { return put(content, under: key) }
    put(Registers.joined(old, content), under: key)
  }

  private static func joined(
    _ old: RegisterContent, _ new: RegisterContent
  ) -> RegisterContent {
    switch (old.shape, new.shape) {
    case (.characters, .characters), (.lines, .lines):
      RegisterContent(old.text + new.text, shape: old.shape)
    case (_, .lines): RegisterContent(old.text + "\n" + new.text, shape: .lines)
    case (.lines, _): RegisterContent(old.text + new.text + "\n", shape: .lines)
    case (_, .block), (.block, _): RegisterContent(old.text + "\n" + new.text, shape: .block)
    }
  }

  private static func key(_ name: Character) -> String {
    name == "*" ? "+" : name.lowercased()
  }
}
