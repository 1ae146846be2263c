import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct EditableNoteTests {
  private let note = EditableNote(title: "Reed: warblers", tags: ["a", "b c"], body: "one\ntwo\n")

  @Test(arguments: [true, false])
  func `an untouched file reads back the same`(hasFrontMatter: Bool) {
    let text = note.text(withFrontMatter: hasFrontMatter)

    let (read, problem) = EditableNote.read(
      text, before: note, hasFrontMatter: hasFrontMatter, file: "f")

    #expect(read == note)
    #expect(problem == nil)
  }

  @Test func `title and tags changed in the file are taken`() {
    let (read, _) = EditableNote.read(
      "---\ntitle: New\ntags: [x]\n---\nbody", before: note, hasFrontMatter: true, file: "f")

    #expect(read == EditableNote(title: "New", tags: ["x"], body: "body"))
  }

  @Test func `front matter taken out leaves title and tags`() {
    let (read, problem) = EditableNote.read(
      "body", before: note, hasFrontMatter: true, file: "f")

    #expect(read == EditableNote(title: note.title, tags: note.tags, body: "body"))
    #expect(problem == nil)
  }

  @Test func `broken front matter leaves title and tags, and is reported`() {
    let (read, problem) = EditableNote.read(
      "---\ntitle: [\n---\n\nbody", before: note, hasFrontMatter: true, file: "f")

    #expect(read == EditableNote(title: note.title, tags: note.tags, body: "body"))
    #expect(problem?.position?.line == 3)
  }

  @Test func `rules in a text without front matter stay`() {
    let text = "---\ntitle: x\n---\n"

    let (read, _) = EditableNote.read(text, before: note, hasFrontMatter: false, file: "f")

    #expect(read.body == text)
  }

  @Test func `titles, tags and texts of both sides are merged`() {
    let mine = EditableNote(title: "Mine", tags: ["b c", "m"], body: "one\ntwo\nmine\n")
    let theirs = EditableNote(title: "Theirs", tags: ["a", "b c", "t"], body: "zero\none\ntwo\n")

    let merging = EditableNote.merge(base: note, mine: mine, theirs: theirs)

    #expect(merging.isClean)
    #expect(
      merging.note
        == EditableNote(title: "Mine", tags: ["b c", "t", "m"], body: "zero\none\ntwo\nmine\n"))
  }

  @Test func `a title changed elsewhere only is theirs`() {
    var theirs = note
    theirs.title = "Theirs"

    #expect(EditableNote.merge(base: note, mine: note, theirs: theirs).note.title == "Theirs")
  }
}
