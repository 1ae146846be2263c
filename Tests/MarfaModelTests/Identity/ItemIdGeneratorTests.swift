import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct ItemIdGeneratorTests {
  private let clock = ManualWallClock(Timestamp(milliseconds: 1_645_557_742_000))

  @Test func `the example of RFC 9562 is read field by field`() throws {
    let id = try #require(UUIDv7("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"))

    #expect(id.timestamp.milliseconds == 0x017F_22E2_79B0)
    #expect(id.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
  }

  @Test func `ids grow within one millisecond and while the clock goes back`() {
    let generator = ItemIdGenerator(seed: 1, clock: clock)
    var last = generator.next()

    for step in 0..<20_000 {
      if step % 100 == 0 { clock.advance(byMilliseconds: step % 300 == 0 ? 3 : -1) }
      let next = generator.next()
      guard last < next, last.description < next.description else {
        Issue.record("\(next) does not follow \(last)")
        return
      }
      last = next
    }
  }

  @Test func `the same seed and times give the same ids`() {
    let left = ItemIdGenerator(seed: 9, clock: clock)
    let right = ItemIdGenerator(seed: 9, clock: clock)

    #expect((0..<10).map { _ in left.nextId() } == (0..<10).map { _ in right.nextId() })
    #expect(ItemIdGenerator(seed: 10, clock: clock).nextId() != left.nextId())
  }

  @Test func `an id carries the time of the clock`() {
    #expect(ItemIdGenerator(seed: 1, clock: clock).next().timestamp == clock.now)
  }

  @Test(arguments: [
    "", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398ff",
    "017f22e279b07cc398c4dc0c0c07398f", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f",
    "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f", "g17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398\u{0661}",
  ])
  func `a text that is not an id of version 7 is refused`(text: String) {
    #expect(!UUIDv7.isValid(text))
  }
}
