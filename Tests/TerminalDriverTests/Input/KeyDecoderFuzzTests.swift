import TerminalDriver
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct KeyDecoderFuzzTests {
  private static let fragments = [
    "\u{1b}", "\u{1b}[", "\u{1b}O", "\u{1b}]", "\u{1b}P", "\u{1b}_", "\u{1b}\\", "\u{7}", "[", "]",
    "11;rgb:0/0/0", "200~", "201~", "\u{1b}[200~", "\u{1b}[201~", "<0;1;1M", "97;5u", "1;5A", "é",
    "漢", "🙂", "x", "~", ";", "5", "M", "\u{18}", "\r", "\u{0}", "$", "?",
  ].map { Array($0.utf8) }

  private func noise(using random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int(random.next() % 24) {
      if random.next() % 4 == 0 {
        bytes.append(UInt8(truncatingIfNeeded: random.next()))
      } else {
        bytes += Self.fragments.randomElement(using: &random) ?? []
      }
    }
    return bytes
  }

  @Test func `events do not depend on how the bytes are cut`() {
    var random = SplitMix64(seed: 21)

    for _ in 0..<4000 {
      let bytes = noise(using: &random)
      var whole = KeyDecoder(KeyDecoder.Configuration(pasteLimit: 24, stringLimit: 32))
      var cut = whole
      var single = whole

      let expected = whole.decode(bytes)
      let place = bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count))
      let twice = cut.decode(bytes[..<place]) + cut.decode(bytes[place...])
      let each = bytes.flatMap { single.decode([$0]) }

      #expect(twice == expected && each == expected, "\(bytes)")
      #expect(whole.isWaiting == cut.isWaiting && cut.timeout() == whole.timeout())
    }
  }

  @Test func `silence always ends what waits`() {
    var random = SplitMix64(seed: 22)

    for _ in 0..<4000 {
      var decoder = KeyDecoder()
      _ = decoder.decode(noise(using: &random))
      let wasWaiting = decoder.isWaiting

      let events = decoder.timeout()

      #expect(!decoder.isWaiting)
      #expect(events.isEmpty == !wasWaiting)
    }
  }

  @Test func `nothing inside a string or a control sequence becomes text`() {
    var random = SplitMix64(seed: 23)

    for _ in 0..<3000 {
      let letters = (0..<Int(random.next() % 40)).map { _ in UInt8(0x20 + random.next() % 95) }
      let introducer = ["]", "P", "_", "^", "X"].randomElement(using: &random) ?? "]"
      let string = "\u{1b}" + introducer + String(decoding: letters, as: UTF8.self) + "\u{1b}\\"
      let parameters = letters.filter { (0x30...0x3f).contains($0) }
      let sequence = "\u{1b}[?" + String(decoding: parameters, as: UTF8.self) + "y"

      for text in [string, sequence] {
        let events = decoded("a" + text + "z").filter {
          if case .event = $0 { true } else { false }
        }
        #expect(events == [key("a"), key("z")], "\(text.debugDescription)")
      }
    }
  }

  @Test func `no byte is a control in a character key`() {
    var random = SplitMix64(seed: 24)

    for _ in 0..<3000 {
      var decoder = KeyDecoder()
      for case .event(.key(let event)) in decoder.decode(noise(using: &random)) {
        guard case .character(let character) = event.key else { continue }
        let isControl = character.unicodeScalars.contains {
          $0.properties.generalCategory == .control
        }
        #expect(!isControl)
      }
    }
  }
}
