import Documents
import Editor
import Foundation
import MarfaSDK
import NoteEditing
import NoteEditingFixtures
import TestSupport
import Testing

extension DocumentTextTests {
  @Test func `a long text goes out in pieces, also when undo brings it back`() async throws {
    let note = try SharedNote("one\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    let line = "a long line with é and 🙂\n"
    let long = String(repeating: line, count: 1_400_000 / line.utf8.count)
    ana.session.press("i")
    ana.session.paste(long)
    ana.session.press("esc")
    try await settle(note, ana, bo)
    #expect(bo.text == long + "one\n")

    ana.session.press("g", "g", "d", "G")
    try await settle(note, ana, bo)
    #expect(bo.text.count < 4)
    ana.session.press("u")
    try await settle(note, ana, bo)

    #expect(bo.text == long + "one\n" && ana.text == bo.text)
    #expect(note.bytesOfChanges.count >= 8)
    #expect(note.bytesOfChanges.allSatisfy { $0 < 600_000 })
  }

  @Test func `a thousand edits of each, made apart, come together with nothing asked`()
    async throws
  {
    var generator = SplitMix64(seed: 16)
    let lines = (0..<40).map { "line \($0) of the note" }.joined(separator: "\n")
    let note = try SharedNote(lines + "\n")
    let desks = [try await desk(1, note), try await desk(2, note)]
    var words: [[String]] = [[], []]
    for step in 0..<1_000 {
      for (number, desk) in desks.enumerated() {
        if step % 20 == 0 {
          desk.session.press("esc")
          desk.session.go(toLine: Int.random(in: 0..<40, using: &generator))
          desk.session.press(number == 0 ? "A" : "I")
          words[number].append("\(number == 0 ? "a" : "b")\(step)xxxxxxxxxxxxxxx")
        }
        let word = Array(words[number].last ?? "")
        let place = step % 20
        desk.session.type(place < word.count ? String(word[place]) : " ")
        if step % 50 == 49 { await desk.desk.passTime() }
      }
    }
    for desk in desks { desk.session.press("esc") }
    try await settle(note, desks)

    let text = try note.text()
    #expect(desks.map(\.text) == [text, text])
    for number in 0..<2 {
      let whole = words[number].map { String($0.prefix(20)) }
      #expect(whole.allSatisfy { text.contains($0) }, "a word was torn")
    }
    // Nothing but what was typed, and each of it once.
    #expect(text.unicodeScalars.count == lines.unicodeScalars.count + 1 + 2_000)
    #expect(desks.allSatisfy { $0.desk.parked.isEmpty && $0.desk.errors.isEmpty })
  }

  @Test func `letters that come while I type are in the text before my next key`() async throws {
    let note = try SharedNote("one\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    await ana.document.show(others: [SharedNoteDocument.person(2, "Bo")])
    bo.session.press("O")
    for letter in "hello" {
      bo.session.type(String(letter))
      await bo.desk.passTime()
      try await ana.document.receive()
    }

    // Neither a save nor a timer of the other's was needed.
    #expect(ana.text == "hello\none\n")
    #expect(ana.cursor == 6)
  }

  @Test func `while others are here a key is saved at once, and alone when typing rests`()
    async throws
  {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    ana.session.press("x")
    #expect(ana.desk.delays.last == .milliseconds(300))
    await ana.desk.passTime()

    await ana.document.show(others: [SharedNoteDocument.person(2, "Bo")])
    ana.session.press("x")

    #expect(ana.desk.delays.last == .zero)
  }

  @Test func `where nothing gathers, a key goes to the store without a timer`() async throws {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    ana.document.gathers = false
    await ana.document.show(others: [SharedNoteDocument.person(2, "Bo")])
    let saves = ana.desk.saves

    ana.session.press("x")
    // No timer is let go.
    await ana.desk.finish()

    #expect(ana.desk.saves == saves + 1)
    #expect(try note.text() == "ne\n")
  }

  @Test(arguments: [false, true])
  func `the undo history is kept a while after a key that others wait for`(leaves: Bool)
    async throws
  {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    await ana.document.show(others: [SharedNoteDocument.person(2, "Bo")])
    var files: [String] { FileManager.default.subpaths(atPath: folder.path + "/state1") ?? [] }

    ana.session.press("x")
    await ana.desk.passTime()
    #expect(ana.desk.saves == 1)
    #expect(files.isEmpty)

    // Who leaves keeps all of it, which nothing older replaces.
    if leaves { ana.session.left() }
    await ana.desk.passTime()
    #expect(files.isEmpty == leaves)
  }

  @Test func `people who are as they were draw no frame`() async throws {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    let bo = SharedNoteDocument.person(2, "Bo")
    await ana.document.show(others: [bo])
    let frames = ana.desk.frames

    await ana.document.show(others: [bo])
    #expect(ana.desk.frames == frames)

    await ana.document.show(others: [SharedNoteDocument.person(2, "Bob")])
    #expect(ana.desk.frames == frames + 1)
  }

  @Test func `a stretch of a thousand changes of another lets keys in between`() async throws {
    let note = try SharedNote("one\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    bo.session.press("G", "o")
    for number in 0..<1_000 {
      bo.session.type(number % 10 == 9 ? "\n" : "x")
      if number % 25 == 0 { await bo.desk.passTime() }
    }
    bo.session.press("esc")
    try await settle(note, bo)
    // Ana's key comes while it arrives.
    async let arrival: Void = ana.document.receive()
    ana.session.press("A")
    ana.session.type("!")
    try await arrival
    try await settle(note, ana, bo)

    #expect(ana.text.hasPrefix("one!\n"))
    #expect(bo.text == ana.text)
  }
}
