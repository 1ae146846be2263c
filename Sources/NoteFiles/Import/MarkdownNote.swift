import Foundation
import MarfaSDK
import NoteMarkup
import Settings

/// A note as a Markdown file gives it.
struct MarkdownNote: Hashable {
  /// The path from the root of the import.
  var path: String
  /// The id that an export of ours wrote; nil in other files.
  var id: String?
  /// The properties of the item.
  var properties: [String: JSONValue]
  /// What is before the text, byte for byte; nil when there is nothing.
  var frontMatterText: String?
  /// Normalized tags, sorted.
  var tags: [String]
  /// When the note was made.
  var createdAt: Timestamp
  /// When it was last changed, as far as the file says.
  var updatedAt: Timestamp
  /// When the file was last changed.
  var modified: Timestamp
  /// Files next to the note that belong to it and that the text does not name, as our exports say
  /// it.
  var attachments: [String]
  /// The tags of the front matter, normalized.
  let frontMatterTags: Set<String>
  /// The tags that the text names as `#tag`, normalized.
  var inlineTags: Set<String>
  /// What the note may be called.
  private var names: Names
  /// What could not be understood, in a few words each.
  var remarks: [String] = []

  /// What a note may be called after.
  private struct Names: Hashable {
    /// The title of the front matter.
    var given: String?
    /// The heading that the text begins with.
    var heading: String?
    /// The file's name.
    var file: String
    /// The aliases of the front matter.
    var aliases: [String]
    /// Whether an export of ours wrote the file.
    var isExported: Bool
  }

  /// How files are read.
  struct Reading: Hashable, Sendable {
    /// The zone of dates without one.
    var timeZone: TimeZone
    /// Tags that every note gets.
    var tags: [String] = []
    /// Whether each `#tag` in a text is looked for.
    var readsInlineTags = false
    /// What names a note whose front matter has no title.
    var title = ImportTitle.file
  }

  /// Reads a file's text.
  init(_ text: String, path: String, modified: Timestamp, reading: Reading) {
    let parting = FrontMatter.part(text, file: path)
    let fields = FrontMatterFields(parting.frontMatter, in: reading.timeZone)
    self.path = path
    self.modified = modified
    id = fields.id
    updatedAt = fields.updatedAt ?? modified
    createdAt = min(fields.createdAt ?? updatedAt, updatedAt)
    properties = ["body": .string(parting.body)]
    attachments = fields.attachments
    let head = text.utf8.count - parting.body.utf8.count
    if head > 0 { frontMatterText = String(decoding: text.utf8.prefix(head), as: UTF8.self) }
    tags = []
    remarks = fields.remarks
    if let problem = parting.problem {
      let line = problem.position.map { "line \($0.line): " } ?? ""
      remarks.append("front matter kept as text, \(line)\(problem.message)")
    }
    names = Names(
      given: fields.title, heading: LeadingHeading.title(of: parting.body),
      file: Self.stem(of: path), aliases: fields.aliases, isExported: fields.id != nil)
    frontMatterTags = Set(fields.tags.compactMap { TagRules.normalize($0) })
    inlineTags = reading.readsInlineTags ? InlineTags.names(in: parting.body) : []
    setTitle(reading.title)
    if !fields.rest.isEmpty { properties["front_matter"] = .object(fields.rest) }
    setTags(fields.tags + reading.tags)
  }

  /// Keeps the byte order mark that the file begins with, if any, with what is before the text.
  mutating func keepMark(_ mark: String) {
    if !mark.isEmpty { frontMatterText = mark + (frontMatterText ?? "") }
  }

  /// The name of the file without folders and extension.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
  }

  /// The text after the front matter.
  var body: String { properties["body"]?.stringValue ?? "" }

  /// The properties that a known note gets; null takes one away.
  var importedProperties: [String: JSONValue] {
    var properties = properties
    for name in KnownNotes.imported where properties[name] == nil { properties[name] = .null }
    return properties
  }

  /// The path of the folder, empty for the root.
  var folder: String { Self.folder(of: path) }

  /// The path of the folder of a file, empty for the root.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// Leaves a known note its title, unless the front matter has one: what names a note is decided
  /// once, when it is made.
  ///
  /// A note without a title of its own goes on being called after its heading.
  ///
  /// - Parameter title: The note's title property.
  mutating func keepTitle(_ title: String?) {
    guard names.given == nil, !names.isExported else { return }
    guard let title else { return setTitle(.heading) }
    setTitle(title, rule: .file)
  }

  /// The title is the front matter's, or else the file's name or the heading that the text begins
  /// with, as the rule says; where either is another it stays as an alias, since links use it.
  ///
  /// A file that we exported says by itself what the note's title and aliases are.
  private mutating func setTitle(_ rule: ImportTitle) {
    if let title = names.given {
      setTitle(title, rule: .heading)
    } else if names.isExported {
      properties.removeValue(forKey: "title")
      setAliases(names.aliases)
    } else if let heading = names.heading, rule == .heading {
      properties.removeValue(forKey: "title")
      setAliases(named(heading, .heading))
    } else {
      setTitle(names.file, rule: rule)
    }
  }

  private mutating func setTitle(_ title: String, rule: ImportTitle) {
    properties["title"] = .string(title)
    setAliases(names.isExported ? names.aliases : named(title, rule))
  }

  /// The aliases of a note with a title: those of the front matter, and the names that it would
  /// have had otherwise.
  private func named(_ title: String, _ rule: ImportTitle) -> [String] {
    var aliases = names.aliases
    for name in [names.file] + (rule == .file ? [names.heading].compactMap(\.self) : [])
    where !([title] + aliases).contains(where: { $0.lowercased() == name.lowercased() }) {
      aliases.append(name)
    }
    return aliases
  }

  private mutating func setAliases(_ aliases: [String]) {
    properties["aliases"] = .array(aliases.map(JSONValue.string))
    if aliases.isEmpty { properties.removeValue(forKey: "aliases") }
  }

  private mutating func setTags(_ given: [String]) {
    var normalized: Set<String> = []
    for tag in given {
      if let good = TagRules.normalize(tag) {
        normalized.insert(good)
      } else {
        remarks.append("tag left out: \(tag)")
      }
    }
    tags = normalized.sorted()
  }
}

/// The heading that a text begins with.
enum LeadingHeading {
  /// The text of the heading, or nil when something else comes first.
  ///
  /// Reads as far as the first empty line: no heading goes over one.
  static func title(of body: String) -> String? {
    guard let first = body.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    let start = body[..<first].lastIndex(where: \.isNewline).map(body.index(after:))
    let end = body[first...].firstRange(of: "\n\n")?.lowerBound ?? body.endIndex
    let beginning = String(body[(start ?? body.startIndex)..<end])
    guard let heading = MarkdownScan(beginning, from: .body).headings.first, heading.offset == 0,
      !heading.title.isEmpty
    else { return nil }
    return heading.title
  }
}
