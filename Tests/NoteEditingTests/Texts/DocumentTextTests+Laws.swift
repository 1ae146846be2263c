import NoteEditing
import NoteEditingFixtures
import TestSupport
import Testing

extension DocumentTextTests {
  private static let keys: [[String]] = [
    ["x"], ["d", "w"], ["d", "d"], ["p"], ["u"], ["ctrl+r"], ["J"], ["~"], ["y", "y", "p"], ["."],
    ["g", "g"], ["G"], ["w"], ["b"], ["j"], ["k"], ["c", "w", "n", "e", "w", "esc"],
    ["O", "#", "t", "a", "g", "esc"], ["v", "e", "d"],
  ]

  @Test(arguments: 1...30)
  func `three who edit at once end with one text`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let note = try SharedNote("# Title\n\none two thrée 🙂 four\n- [ ] five\nsix\n")
    var desks: [Desk] = []
    for number in 1...3 { desks.append(try await desk(UInt64(number), note)) }

    for step in 0..<80 {
      let desk = desks[Int.random(in: 0..<3, using: &generator)]
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        for key in Self.keys.randomElement(using: &generator) ?? [] { desk.session.press(key) }
      case 5:
        desk.session.press("a")
        desk.session.type("\(step) ö")
        desk.session.press("esc")
      case 6: await desk.desk.passTime()
      case 7: try await desk.document.receive()
      case 8:
        // While a save is on its way.
        desk.session.save()
        if Bool.random(using: &generator) { await desk.desk.begin() }
        try await desk.document.receive()
        desk.session.press("x")
        await desk.desk.finish()
      default:
        if step % 3 == 0 { try await desk.document.replace() }
      }
    }
    for desk in desks { desk.session.press("esc") }
    try await settle(note, desks)

    let text = try note.text()
    for desk in desks {
      #expect(desk.text == text, "seed \(seed)")
      #expect(desk.session.isSettled)
      #expect(desk.desk.errors.isEmpty)
    }
  }

  @Test(arguments: 1...20)
  func `all undone, each leaves what the others typed`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let note = try SharedNote("alpha beta gamma\n")
    let desks = [try await desk(1, note), try await desk(2, note)]
    for (number, desk) in desks.enumerated() { desk.session.press(number == 0 ? "I" : "A") }
    var typed = ["", ""]
    for _ in 0..<60 {
      let who = Int.random(in: 0..<2, using: &generator)
      let letter = (who == 0 ? "abcde" : "VWXYZ").randomElement(using: &generator) ?? "?"
      desks[who].session.type(String(letter))
      typed[who].append(letter)
      if Bool.random(using: &generator) { await desks[who].desk.passTime() }
      if Bool.random(using: &generator) { try await desks[1 - who].document.receive() }
    }
    for desk in desks { desk.session.press("esc") }
    try await settle(note, desks)
    #expect(try note.text() == typed[0] + "alpha beta gamma" + typed[1] + "\n")

    for _ in 0..<80 { desks[0].session.press("u") }
    try await settle(note, desks)

    #expect(desks[0].text == "alpha beta gamma" + typed[1] + "\n")
    #expect(desks[1].text == desks[0].text)
  }
}
