import Editor
import MarfaSDK
import MarfaSDKTestSupport
import NoteEditing
import NoteFiles
import TerminalUI
import TestSupport
import Testing

extension NoteSessionTests {
  /// Five lines of six words, none of which occurs twice.
  private static let words = (0..<5).map { line in (0..<6).map { "w\(line)\($0)" } }
  private static let text = words.map { $0.joined(separator: " ") }.joined(separator: "\n")

  /// What somebody else does to a text: to a word of another line, or of the typed one, but not one
  /// that touches the place of typing; or whole lines above and below.
  private static func foreign(
    _ number: Int, _ generator: inout SplitMix64
  ) -> (String) -> String {
    let line = Int.random(in: 0..<5, using: &generator)
    let columns = line == 2 ? [0, 1, 4, 5] : Array(0..<6)
    let word = words[line][columns.randomElement(using: &generator) ?? 0]
    let kind = Int.random(in: 0..<4, using: &generator)
    return { text in
      switch kind {
      case 0: text.replacing(word, with: "\(word)f\(number)")
      case 1: text.replacing(word, with: "f\(number)\(word)")
      case 2: "above\(number)\n" + text
      default: text + "\nbelow\(number)"
      }
    }
  }

  @Test(arguments: 1...20)
  func `foreign edits leave the cursor on its character and my undo intact`(seed: UInt64)
    async throws
  {
    var generator = SplitMix64(seed: seed)
    let (desk, id) = (SessionDesk(), try await note(Self.text))
    let session = try await session(id, desk)
    // After the third word of the line in the middle.
    session.press("j", "j", "w", "w", "e", "a")
    var (typed, theirs, number) = ("", Self.text, 0)

    for _ in 0..<60 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0..<3:
        let letter = "abcdefg ".randomElement(using: &generator) ?? "a"
        session.type(String(letter))
        typed.append(letter)
      case 3:
        number += 1
        let edit = Self.foreign(number, &generator)
        theirs = edit(theirs)
        let seen = try await change(id, edit)
        // What is not observed is found by the next save.
        if Bool.random(using: &generator) { session.observed(seen) }
        // Typing goes on while the merge is made.
        if Bool.random(using: &generator) { await desk.begin() }
        session.type("x")
        typed += "x"
        await desk.finish()
      case 4: await desk.finish()
      default: await desk.passTime()
      }
      await desk.finish()
      let buffer = session.editor.buffer
      let line = buffer.line(at: session.editor.cursor)
      let before = buffer.text(in: buffer.lineStart(line)..<session.editor.cursor)
      #expect(before.hasSuffix(typed), "seed \(seed): \(before)")
      #expect(before.contains("w22" + typed), "seed \(seed): \(before)")
    }
    session.observed(TextBase(try await store.noteText(id: id)))
    for _ in 0..<3 { await desk.passTime() }
    let whole = session.editor.text

    #expect(try await body(id) == whole)
    #expect(whole == theirs.replacing("w22", with: "w22" + typed))
    #expect(desk.parked.isEmpty)
    session.press("esc")
    for _ in 0..<200 { session.press("u") }
    #expect(session.editor.text == theirs, "seed \(seed)")
  }

  @Test(arguments: 1...10)
  func `two that contradict each other come to rest with the same text, once`(seed: UInt64)
    async throws
  {
    var generator = SplitMix64(seed: seed)
    let id = try await note("the word stands here\nand a second line\n")
    let desks = [SessionDesk(), SessionDesk()]
    let sessions = [try await session(id, desks[0]), try await session(id, desks[1])]
    for (name, session) in zip(["A", "B"], sessions) {
      session.press("w", "c", "w")
      session.type(name)
    }

    for _ in 0..<40 {
      let who = Int.random(in: 0...1, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: sessions[who].type(who == 0 ? "a" : "b")
      case 1: await desks[who].passTime()
      default:
        sessions[who].observed(TextBase(try await store.noteText(id: id)))
        await desks[who].finish()
      }
    }
    for _ in 0..<4 {
      for (desk, session) in zip(desks, sessions) {
        await desk.passTime()
        session.observed(TextBase(try await store.noteText(id: id)))
        await desk.finish()
      }
    }
    let saves = desks.map { $0.saves }
    for (desk, session) in zip(desks, sessions) {
      session.observed(TextBase(try await store.noteText(id: id)))
      await desk.passTime()
    }

    let final = try await body(id)
    #expect(sessions.map { $0.editor.text } == [final, final])
    #expect(desks.map { $0.saves } == saves, "they feed each other")
    #expect(final.split(separator: "\n").count == 2, "\(final)")
    #expect(final.hasSuffix("\nand a second line\n"))
  }
}
