import Foundation
import MarfaSDK
import NoteMarkup

/// A note as a Markdown file tells it.
struct MarkdownNote: Hashable {
  /// The path from the root of the import.
  var path: String
  /// The id that an export of ours wrote; nil in other files.
  var id: String?
  /// The properties of the item.
  var properties: [String: JSONValue]
  /// Normalized tags, sorted.
  var tags: [String]
  /// When the note was made.
  var createdAt: Timestamp
  /// When it was last changed, as far as the file tells.
  var updatedAt: Timestamp
  /// When the file was last changed.
  var modified: Timestamp
  /// What could not be understood, in a few words each.
  var remarks: [String] = []

  /// How files are read.
  struct Reading: Hashable, Sendable {
    /// The zone of dates without one.
    var timeZone: TimeZone
    /// Tags that every note gets.
    var tags: [String] = []
    /// Whether each `#tag` in a text becomes a tag of the note.
    var readsInlineTags = false
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
    tags = []
    remarks = fields.remarks
    if let problem = parting.problem {
      let line = problem.position.map { "line \($0.line): " } ?? ""
      remarks.append("front matter kept as text, \(line)\(problem.message)")
    }
    setTitle(fields)
    if !fields.rest.isEmpty { properties["front_matter"] = .object(fields.rest) }
    let inline = reading.readsInlineTags ? MarkdownScan(parting.body).tags.map(\.name) : []
    setTags(fields.tags + inline + reading.tags)
  }

  /// The name of the file without folders and extension.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
  }

  /// The path of the folder, empty for the root.
  var folder: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The title is the front matter's, or the heading that the text begins with, or else the
  /// file's name; where the name is another it stays as an alias, since links use it.
  ///
  /// A file that we exported says by itself what the note's title and aliases are.
  private mutating func setTitle(_ fields: FrontMatterFields) {
    let stem = Self.stem(of: path)
    let body = properties["body"]?.stringValue ?? ""
    let heading = LeadingHeading.title(of: body)
    if let title = fields.title {
      properties["title"] = .string(title)
    } else if heading == nil, fields.id == nil {
      properties["title"] = .string(stem)
    }
    var aliases = fields.aliases
    let title = fields.title ?? heading ?? stem
    let names = [title] + aliases
    if fields.id == nil, !names.contains(where: { $0.lowercased() == stem.lowercased() }) {
      aliases.append(stem)
    }
    if !aliases.isEmpty { properties["aliases"] = .array(aliases.map(JSONValue.string)) }
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
  static func title(of body: String) -> String? {
    var rest = body[...]
    while let end = rest.firstIndex(where: \.isNewline) ?? (rest.isEmpty ? nil : rest.endIndex) {
      let line = rest[..<end]
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      return atx(line) ?? setext(line, rest)
    }
    return nil
  }

  private static func atx(_ line: Substring) -> String? {
    let trimmed = line.drop(while: \.isWhitespace)
    let marks = trimmed.prefix { $0 == "#" }
    let text = trimmed.dropFirst(marks.count)
    guard (1...6).contains(marks.count), text.first?.isWhitespace == true else { return nil }
    let title = text.trimmingCharacters(in: .whitespaces)
    return title.isEmpty ? nil : title
  }

  private static func setext(_ line: Substring, _ rest: Substring) -> String? {
    let under = rest.prefix { !$0.isNewline }
      .reversed().drop(while: \.isWhitespace)
    guard let mark = under.first, mark == "=" || mark == "-", under.allSatisfy({ $0 == mark })
    else { return nil }
    return line.trimmingCharacters(in: .whitespaces)
  }
}
