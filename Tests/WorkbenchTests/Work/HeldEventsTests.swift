import TerminalUI
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct HeldEventsTests {
  private func key(_ character: Character) -> InputEvent { .key(KeyEvent(character)) }

  @Test func `nothing is kept while nothing is waited for`() {
    var held = HeldEvents()

    let isKept = held.hold(key("a"))
    #expect(!isKept)
    #expect(held.next() == nil)
  }

  @Test func `events wait for all work, and later ones for those before them`() {
    var held = HeldEvents()
    held.begin()
    held.begin()
    let areKept = [held.hold(key("a")), held.hold(key("b"))]
    #expect(areKept == [true, true])
    held.end()
    #expect(held.next() == nil)
    #expect(!held.hasNext)
    held.end()

    #expect(held.next() == key("a"))
    let isThirdKept = held.hold(key("c"))
    #expect(isThirdKept)
    held.begin()
    #expect(held.next() == nil)
    held.end()
    #expect(held.next() == key("b"))
    #expect(held.next() == key("c"))
    #expect(held.next() == nil)
    let isFourthKept = held.hold(key("d"))
    #expect(!isFourthKept)
  }

  @Test func `of a queue that is cut the first events stay`() {
    var held = HeldEvents()
    held.begin()
    for letter in "abcd" { _ = held.hold(key(letter)) }
    held.end()
    _ = held.next()

    held.keepFirst(2)

    #expect([held.next(), held.next(), held.next()] == [key("b"), key("c"), nil])
    held.keepFirst(2)
    let isKept = held.hold(key("e"))
    #expect(!isKept)
  }

  @Test func `a long queue keeps its order while it is taken and added to`() {
    var held = HeldEvents()
    held.begin()
    let letters = (0..<9000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) }
    for letter in letters[..<6000] { _ = held.hold(key(letter)) }
    held.end()

    var taken: [InputEvent] = []
    for letter in letters[6000...] {
      if let event = held.next() { taken.append(event) }
      _ = held.hold(key(letter))
    }
    while let event = held.next() { taken.append(event) }

    #expect(taken == letters.map(key))
  }
}
