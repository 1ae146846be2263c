import Glibc
import NoteFiles
import Testing

/// What a person hears and is asked about an edit, in the application and on the command line.
@Suite(.timeLimit(.minutes(20))) struct EditSentencesTests {
  @Test func `a complaint names the file that holds what was written`() {
    let unread = ExternalEditing.Outcome.storedWithoutFrontMatter(path: "/edit/a.md").complaint
    let unreadable = ExternalEditing.Outcome.unreadable(path: "/edit/a.md", reason: EACCES)
      .complaint

    #expect(unread?.contains("/edit/a.md") == true)
    #expect(unreadable?.contains("/edit/a.md: Permission denied.") == true)
  }

  @Test func `a stored text and one that is kept for a reason of the caller's are no complaint`() {
    #expect(ExternalEditing.Outcome.stored.complaint == nil)
    #expect(ExternalEditing.Outcome.kept(path: "/edit/a.md").complaint == nil)
  }

  @Test func `an emptied file is asked about as what it does to the note`() {
    let question = EditSession.Question.emptyFile

    #expect("\(question.sentence) \(question.offer)" == "The file is now empty. Empty the note?")
  }
}
