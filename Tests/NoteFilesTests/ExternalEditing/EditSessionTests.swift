import MarfaSDK
import NoteFiles
import Settings
import Testing

@Suite(.timeLimit(.minutes(20))) struct EditSessionTests {
  private func note(_ body: String) -> EditableNote {
    EditableNote(title: "t", tags: [], body: body)
  }

  @Test func `nothing changed means nothing stored`() {
    var session = EditSession(original: note("a\n"))

    let actions = session.on(.exited(.code(0), mine: note("a\n"), stored: note("a\n")))

    #expect(actions == [.removeFile])
    #expect(session.isFinished)
  }

  @Test func `the text is stored at the end`() {
    var session = EditSession(original: note("a\n"))

    let actions = session.on(.exited(.code(0), mine: note("b\n"), stored: note("a\n")))

    #expect(actions == [.store(note("b\n")), .removeFile])
  }

  @Test func `every write is picked up while the editor runs`() {
    var session = EditSession(original: note("a\n"))

    let first = session.on(.written(mine: note("b\n"), stored: note("a\n")))
    let second = session.on(.written(mine: note("c\n"), stored: note("b\n")))
    let end = session.on(.exited(.code(0), mine: note("c\n"), stored: note("c\n")))

    #expect(first == [.store(note("b\n"))])
    #expect(second == [.store(note("c\n"))])
    #expect(end == [.removeFile])
  }

  @Test func `changes made elsewhere are merged, never overwritten`() {
    var session = EditSession(original: note("1\n2\n3\n4\n5\n"))

    let first = session.on(
      .written(mine: note("mine\n2\n3\n4\n5\n"), stored: note("1\n2\n3\n4\ntheirs\n")))
    let second = session.on(
      .exited(
        .code(0), mine: note("mine\n2\nmore\n4\n5\n"), stored: note("mine\n2\n3\n4\ntheirs\n")))

    #expect(first == [.store(note("mine\n2\n3\n4\ntheirs\n"))])
    #expect(second == [.store(note("mine\n2\nmore\n4\ntheirs\n")), .removeFile])
  }

  @Test func `a contradiction waits for the editor's end and is shown`() throws {
    var session = EditSession(original: note("a\n"))

    let during = session.on(.written(mine: note("mine\n"), stored: note("theirs\n")))
    let end = session.on(.exited(.code(0), mine: note("mine\n"), stored: note("theirs\n")))
    let resolved = session.on(.resolved(body: "both\n", stored: note("theirs\n")))

    #expect(during == [])
    #expect(
      end == [.showConflicts(ThreeWayMerge(base: "a\n", mine: "mine\n", theirs: "theirs\n"))])
    #expect(resolved == [.store(note("both\n")), .removeFile])
  }

  @Test func `a change during the decision is merged with it`() {
    var session = EditSession(original: note("a\nx\ny\nz\n"))
    _ = session.on(
      .exited(.code(0), mine: note("mine\nx\ny\nz\n"), stored: note("theirs\nx\ny\nz\n")))

    let resolved = session.on(
      .resolved(body: "both\nx\ny\nz\n", stored: note("theirs\nx\ny\nlater\n")))

    #expect(resolved == [.store(note("both\nx\ny\nlater\n")), .removeFile])
  }

  @Test func `a decision put off keeps the file`() {
    var session = EditSession(original: note("a\n"))
    _ = session.on(.exited(.code(0), mine: note("mine\n"), stored: note("theirs\n")))

    #expect(session.on(.resolved(body: nil, stored: note("theirs\n"))) == [.keepFile])
    #expect(session.isFinished)
  }

  @Test(arguments: [
    EditSession.EditorExit.code(1), .signal(9), .failed("not found"),
  ])
  func `a failing editor means a question, and keeping the old text keeps the file`(
    exit: EditSession.EditorExit
  ) {
    var session = EditSession(original: note("a\n"))

    let end = session.on(.exited(exit, mine: note("b\n"), stored: note("a\n")))
    let answer = session.on(.answered(.keepOld, stored: note("a\n")))

    #expect(end == [.ask(.editorFailed(exit))])
    #expect(answer == [.keepFile])
  }

  @Test func `a failing editor that changed nothing is no question`() {
    var session = EditSession(original: note("a\n"))

    #expect(session.on(.exited(.code(1), mine: note("a\n"), stored: note("a\n"))) == [.removeFile])
  }

  @Test func `the new text may be used all the same`() {
    var session = EditSession(original: note("a\n"))
    _ = session.on(.exited(.code(1), mine: note("b\n"), stored: note("a\n")))

    let actions = session.on(.answered(.useNew, stored: note("a\n")))

    #expect(actions == [.store(note("b\n")), .removeFile])
  }

  @Test func `keeping the old text undoes what was picked up, not what came from elsewhere`() {
    var session = EditSession(original: note("1\n2\n3\n4\n"))
    _ = session.on(.written(mine: note("x\n2\n3\n4\n"), stored: note("1\n2\n3\n4\n")))
    _ = session.on(.exited(.code(1), mine: note("x\n2\n3\n4\n"), stored: note("x\n2\n3\nelse\n")))

    let actions = session.on(.answered(.keepOld, stored: note("x\n2\n3\nelse\n")))

    #expect(actions == [.store(note("1\n2\n3\nelse\n")), .keepFile])
  }

  @Test func `where nobody can be asked the note is as it was and the file stays`() {
    var session = EditSession(original: note("1\n2\n"))
    _ = session.on(.written(mine: note("x\n2\n"), stored: note("1\n2\n")))
    _ = session.on(.exited(.code(1), mine: note("x\n2\n"), stored: note("x\n2\n")))

    let actions = session.on(.answered(.putOff, stored: note("x\n2\n")))

    #expect(actions == [.store(note("1\n2\n")), .keepFile])
  }

  @Test func `an emptied file means a question`() {
    var session = EditSession(original: note("a\n"))

    let end = session.on(.exited(.code(0), mine: note(" \n"), stored: note("a\n")))

    #expect(end == [.ask(.emptyFile)])
    #expect(
      session.on(.answered(.useNew, stored: note("a\n"))) == [.store(note(" \n")), .removeFile])
  }

  @Test func `an emptied file is not stored while the editor runs`() {
    var session = EditSession(original: note("a\n"))

    let during = session.on(.written(mine: note(""), stored: note("a\n")))
    _ = session.on(.exited(.code(0), mine: note(""), stored: note("a\n")))
    let answer = session.on(.answered(.putOff, stored: note("a\n")))

    #expect(during == [])
    #expect(answer == [.keepFile])
  }

  @Test func `bytes that are no text are asked about, and their file stays unless they are used`() {
    let place = SourcePosition(line: 2, column: 1)
    func answered(_ answer: EditSession.Answer) -> [[EditSession.Action]] {
      var session = EditSession(original: note("a\n"))
      let end = session.on(
        .exited(.code(1), mine: note("\u{fffd}\n"), invalidPlace: place, stored: note("a\n")))
      return [end, session.on(.answered(answer, stored: note("a\n")))]
    }

    #expect(answered(.keepOld) == [[.ask(.notText(place))], [.keepFile]])
    #expect(
      answered(.useNew) == [
        [.ask(.notText(place))], [.store(note("\u{fffd}\n")), .removeFile],
      ])
  }

  @Test func `a file that is gone is not taken for an empty one`() {
    var session = EditSession(original: note("a\n"))

    #expect(session.on(.exited(.code(0), mine: nil, stored: note("a\n"))) == [.keepFile])
  }

  @Test func `events that come after the end are ignored`() {
    var session = EditSession(original: note("a\n"))
    _ = session.on(.exited(.code(0), mine: note("b\n"), stored: note("a\n")))

    #expect(session.on(.written(mine: note("c\n"), stored: note("b\n"))) == [])
    #expect(session.on(.answered(.useNew, stored: note("b\n"))) == [])
  }
}
