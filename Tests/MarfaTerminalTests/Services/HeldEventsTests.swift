import MarfaTerminal
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct HeldEventsTests {
  private func key(_ character: Character) -> InputEvent { .key(KeyEvent(character)) }

  /// The next events; nil for each that there is not.
  private func taken(_ count: Int, from held: inout HeldEvents) -> [InputEvent?] {
    (0..<count).map { _ in held.next() }
  }

  @Test func `nothing is kept while nothing is waited for`() {
    var held = HeldEvents()

    let isHeld = held.hold(key("a"))

    #expect(!isHeld)
    let none = taken(1, from: &held)
    #expect(none == [nil])
  }

  @Test func `events wait for all work, and later ones for those before them`() {
    var held = HeldEvents()
    held.begin()
    held.begin()
    let first = [held.hold(key("a")), held.hold(key("b"))]
    held.end()
    let early = held.next()
    held.end()
    let one = held.next()
    let isHeld = held.hold(key("c"))
    held.begin()
    let middle = held.next()
    held.end()

    #expect(first == [true, true] && early == nil)
    #expect(one == key("a") && isHeld && middle == nil)
    #expect(held.hasNext)
    let rest = taken(3, from: &held)
    #expect(rest == [key("b"), key("c"), nil])
    let isLastHeld = held.hold(key("d"))
    #expect(!isLastHeld)
  }

  @Test func `of a queue that is cut the first events stay`() {
    var held = HeldEvents()
    held.begin()
    for letter in "abcd" { _ = held.hold(key(letter)) }
    held.end()
    _ = held.next()

    held.keepFirst(2)

    let rest = taken(3, from: &held)
    #expect(rest == [key("b"), key("c"), nil])
    held.keepFirst(2)
    let isHeld = held.hold(key("e"))
    #expect(!isHeld)
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

    #expect(taken == letters.map { key($0) })
  }
}
