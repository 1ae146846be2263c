import Foundation
import MarfaSDK
import NoteMarkup
import Settings

/// A note as the text of a mirrored file, and back, by the rules of import and export.
struct MirrorText {
  /// How files are read.
  let reading: MarkdownNote.Reading

  init(timeZone: TimeZone, readsInlineTags: Bool) {
    reading = MarkdownNote.Reading(timeZone: timeZone, readsInlineTags: readsInlineTags)
  }

  /// A note as the store has it.
  struct Stored: Hashable {
    var title: String
    var properties: [String: JSONValue]
    var tags: [String]

    var body: String { properties["body"]?.stringValue ?? "" }
    var givenTitle: String? { properties["title"]?.stringValue }
  }

  /// The text of a note's file.
  ///
  /// Front matter that says the same stays as it was written; there is none where there is nothing
  /// to say.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - path: The file's path.
  ///   - previous: The file's text before; nil for a new file.
  /// - Returns: The text.
  func text(of note: Stored, path: String, previous: String?) -> String {
    if let previous, let kept = frontMatter(of: previous, path: path, stillSaying: note) {
      return kept + note.body
    }
    var lines: [String] = []
    if note.title != MarkdownNote.stem(of: path) {
      lines.append("title: " + YAMLText.scalar(note.title))
    }
    let tags = note.tags.filter { !inlineTags(note.body).contains($0) }
    if !tags.isEmpty { lines.append("tags: " + Self.list(tags)) }
    let aliases = aliases(of: note, path: path, previous: previous)
    if !aliases.isEmpty { lines.append("aliases: " + Self.list(aliases)) }
    let rest = note.properties["front_matter"]?.objectValue ?? [:]
    for (key, value) in rest.sorted(by: { $0.key < $1.key }) {
      lines.append("\(YAMLText.scalar(key)): \(ExportedText.flow(value))")
    }
    if lines.isEmpty, FrontMatterExtent(in: note.body) == nil { return note.body }
    return (["---"] + lines + ["---", ""]).joined(separator: "\n") + note.body
  }

  /// The aliases that a file has to say: those that neither its name nor its heading gives, and
  /// those that it says already.
  private func aliases(of note: Stored, path: String, previous: String?) -> [String] {
    let given = [MarkdownNote.stem(of: path), LeadingHeading.title(of: note.body) ?? ""]
      .map { $0.lowercased() }
    let front = previous.flatMap { FrontMatter.part($0, file: path).frontMatter }
    let said = FrontMatterFields(front, in: reading.timeZone).aliases
    return (note.properties["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
      .filter { said.contains($0) || !given.contains($0.lowercased()) }
  }

  /// A file as a note.
  func note(_ text: String, path: String, modified: Timestamp) -> MarkdownNote {
    MarkdownNote(text, path: path, modified: modified, reading: reading)
  }

  /// What leads a note from one text of its file to another.
  struct Change: Hashable {
    var properties: [String: JSONValue] = [:]
    var tags = TagDifference.none

    var isEmpty: Bool { properties.isEmpty && tags.isEmpty }

    func applied(to note: Stored) -> Stored {
      var note = note
      note.properties.merge(properties) { _, new in new }
      note.properties = note.properties.filter { !$0.value.isNull }
      note.title = note.givenTitle ?? note.title
      note.tags = tags.applied(to: note.tags).sorted()
      return note
    }
  }

  /// The change of a note that a change of its file means.
  func change(
    of note: Stored, from old: (text: String, path: String), to new: (text: String, path: String)
  ) -> Change {
    let before = read(old.text, path: old.path, title: note.givenTitle)
    let after = read(
      new.text, path: new.path,
      // A file with another name is a note with another title.
      title: old.path == new.path || before.properties["title"] == nil
        ? note.givenTitle : MarkdownNote.stem(of: new.path))
    var change = Change()
    for name in KnownNotes.imported where before.properties[name] != after.properties[name] {
      change.properties[name] = after.properties[name] ?? JSONValue.null
    }
    change.tags = TagDifference(
      from: before.inlineTags.union(before.tags), to: after.inlineTags.union(after.tags))
    return change
  }

  /// What a change of a file means for a note that was changed, too.
  struct Combination: Hashable {
    /// The change of the note, with all that does not contradict.
    var change = Change()
    /// The properties of which both have another value, with what they had before and what the file
    /// has.
    var base: [String: JSONValue] = [:]
    var file: [String: JSONValue] = [:]
  }

  /// Brings the change of a file together with a note, property by property.
  ///
  /// - Parameters:
  ///   - note: The note as it is now.
  ///   - old: The file's text in which both were the same.
  ///   - new: The file's text now.
  ///   - path: The file's path.
  /// - Returns: What can be put together, and what contradicts.
  func combination(
    of note: Stored, from old: String, to new: String, path: String
  ) -> Combination {
    let before = read(old, path: path, title: note.givenTitle)
    var all = Combination(change: change(of: note, from: (old, path), to: (new, path)))
    for (name, file) in all.change.properties {
      let (base, mine) = (before.properties[name] ?? .null, note.properties[name] ?? .null)
      guard mine != base, mine != file else { continue }
      if name == "body", let base = base.stringValue, let file = file.stringValue,
        let merged = ThreeWayMerge(base: base, mine: file, theirs: note.body).merged
      {
        all.change.properties[name] = .string(merged)
        continue
      }
      all.change.properties[name] = nil
      (all.base[name], all.file[name]) = (base, file)
    }
    return all
  }

  private func read(_ text: String, path: String, title: String?) -> MarkdownNote {
    var note = note(text, path: path, modified: Timestamp(milliseconds: 0))
    note.keepTitle(title)
    return note
  }

  private func inlineTags(_ body: String) -> Set<String> {
    reading.readsInlineTags ? InlineTags.names(in: body) : []
  }

  /// The front matter of a text with its fences, if it says of title, tags and all else what the
  /// note has now; empty for a text without.
  private func frontMatter(
    of text: String, path: String, stillSaying note: Stored
  ) -> String? {
    let said = read(text, path: path, title: note.givenTitle)
    let inline = inlineTags(note.body)
    guard
      ["title", "aliases", "front_matter"].allSatisfy({ said.properties[$0] == note.properties[$0] }
      ),
      Set(said.tags).subtracting(inline) == Set(note.tags).subtracting(inline),
      said.remarks.isEmpty
    else { return nil }
    let body = said.properties["body"]?.stringValue ?? ""
    return String(decoding: text.utf8.dropLast(body.utf8.count), as: UTF8.self)
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map(YAMLText.scalar).joined(separator: ", ") + "]"
  }
}
