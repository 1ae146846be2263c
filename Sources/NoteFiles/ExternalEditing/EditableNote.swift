import MarfaSDK
import NoteMarkup
import Settings

/// What of a note an external editor may change.
package struct EditableNote: Hashable, Sendable {
  /// The title.
  package var title: String
  /// The tags without `#`, in order, each once.
  package var tags: [String]
  /// The text.
  package var body: String

  package init(title: String, tags: [String], body: String) {
    self.title = title
    self.tags = tags
    self.body = body
  }

  // MARK: - As a file

  /// The content of the file given to the editor.
  package func text(withFrontMatter: Bool) -> String {
    withFrontMatter ? FrontMatter.text(title: title, tags: tags) + "\n" + body : body
  }

  /// Reads a file back.
  ///
  /// What the file does not say stays as it was; so does everything in front matter that cannot be
  /// read.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - before: The note as the editor got it.
  ///   - hasFrontMatter: Whether it got front matter.
  ///   - file: The file's name for remarks.
  /// - Returns: The note, and what is wrong with its front matter.
  package static func read(
    _ text: String, before: EditableNote, hasFrontMatter: Bool, file: String
  ) -> (note: EditableNote, problem: Diagnostic?) {
    var note = before
    guard hasFrontMatter, let extent = FrontMatterExtent(in: text) else {
      note.body = text
      return (note, nil)
    }
    note.body = String(text[extent.bodyStart...])
    // The empty line that we put between belongs to neither.
    if note.body.hasPrefix("\n") { note.body.removeFirst() }
    let parting = FrontMatter.part(text, file: file)
    if let frontMatter = parting.frontMatter {
      note.title = frontMatter.title ?? before.title
      if frontMatter["tags"] != nil { note.tags = frontMatter.tags }
    }
    return (note, parting.problem)
  }

  // MARK: - Merging

  /// The outcome of merging two sides of a note.
  package struct Merging: Hashable, Sendable {
    /// Title and tags merged; the body is `mine` where `body` has contradictions.
    package var note: EditableNote
    /// The merge of the text.
    package var body: ThreeWayMerge

    /// Whether nothing contradicts.
    package var isClean: Bool { body.merged != nil }
  }

  /// Merges changes made here with those made elsewhere.
  ///
  /// A title changed here wins; tags added or removed on either side are added or removed.
  ///
  /// - Parameters:
  ///   - base: What both began with.
  ///   - mine: This side.
  ///   - theirs: The other side.
  /// - Returns: The merged note and the merge of its text.
  package static func merge(
    base: EditableNote, mine: EditableNote, theirs: EditableNote
  ) -> Merging {
    let body = ThreeWayMerge(base: base.body, mine: mine.body, theirs: theirs.body)
    let removed = Set(base.tags).subtracting(mine.tags)
    let added = mine.tags.filter { !base.tags.contains($0) && !theirs.tags.contains($0) }
    return Merging(
      note: EditableNote(
        title: mine.title == base.title ? theirs.title : mine.title,
        tags: theirs.tags.filter { !removed.contains($0) } + added,
        body: body.merged ?? mine.body),
      body: body)
  }
}

extension EditableNote {
  /// A note as the store has it.
  package init(_ note: NoteText) {
    self.init(title: note.title, tags: note.tags, body: note.body)
  }
}
