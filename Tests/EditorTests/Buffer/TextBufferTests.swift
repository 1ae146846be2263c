import Editor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TextBufferTests {
  @Test(arguments: 0..<24)
  func `edits agree with a plain string`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var model = random.text(pieces: [0, 5, 300, 1200][seed % 4])
    var buffer = TextBuffer(model)

    for _ in 0..<30 {
      let scalars = model.unicodeScalars
      let low = Int.random(in: 0...scalars.count, using: &random)
      let high = min(
        scalars.count, low + Int.random(in: 0...[3, 40, 2000][seed % 3], using: &random))
      let text = random.text(pieces: Int.random(in: 0...[2, 10, 200][seed % 3], using: &random))
      let start = scalars.index(scalars.startIndex, offsetBy: low)
      let end = scalars.index(scalars.startIndex, offsetBy: high)
      let bytes =
        model.utf8.distance(
          from: model.startIndex, to: start)..<model.utf8.distance(
          from: model.startIndex, to: end)

      buffer.replace(bytes, with: text)
      model.unicodeScalars.replaceSubrange(start..<end, with: text.unicodeScalars)

      #expect(buffer.byteCount == model.utf8.count)
      #expect(buffer.scalarCount == model.unicodeScalars.count)
      #expect(buffer.lineCount == model.utf8.filter { $0 == 10 }.count + 1)
    }

    #expect(buffer.text == model)
    #expect(buffer.wordCount == Self.words(model))
  }

  @Test(arguments: 0..<12)
  func `lines, scalars and clusters are found where a plain string has them`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) + 77)
    let model = random.text(pieces: 300)
    let buffer = TextBuffer(model)

    let lines = model.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? String($0.dropLast()) : String($0) }
    let isLastLine = lines.count - 1
    for (index, line) in lines.enumerated() where index != isLastLine {
      #expect(buffer.lineText(index) == line)
      #expect(buffer.line(at: buffer.lineStart(index)) == index)
    }

    var offset = 0
    for (index, scalar) in model.unicodeScalars.enumerated() {
      #expect(buffer.offset(ofScalar: index) == offset)
      #expect(buffer.scalarOffset(at: offset) == index)
      offset += String(scalar).utf8.count
    }

    for place in stride(from: 0, through: buffer.byteCount, by: 7) {
      let line = buffer.line(at: place)
      #expect(buffer.lineRange(around: place) == buffer.lineRange(line))
      #expect(buffer.nextLineStart(after: place) == buffer.lineStart(line + 1))
    }

    var position = 0
    for character in model {
      let next = position + character.utf8.count
      #expect(buffer.character(at: position) == character)
      #expect(buffer.offset(after: position) == next)
      #expect(buffer.offset(before: next) == position)
      for inside in position..<next { #expect(buffer.clusterStart(at: inside) == position) }
      position = next
    }
  }

  @Test func `clusters of any two scalars are those of a plain string`() {
    let edges: [UInt32] = [
      0x300, 0x370, 0x482, 0x48a, 0x588, 0x1e00, 0x1fff, 0x2010, 0x2027, 0x3041, 0x3096, 0x30a1,
      0x30fa, 0x3400, 0x9fff, 0xfffd,
    ]
    let around = edges.flatMap { [$0 - 1, $0, $0 + 1] }
    let joining: [UInt32] = [
      0x0a, 0x0d, 0x41, 0xa9, 0xad, 0x483, 0x600, 0x903, 0x915, 0x94d, 0x1100, 0x1161, 0x11a8,
      0x200d, 0xac00, 0xfe0f, 0x1f1e9, 0x1f1ea, 0x1f3fd, 0x1f469, 0xe0061,
    ]
    let scalars = (around + joining).compactMap(Unicode.Scalar.init)
    for left in scalars {
      for right in scalars {
        let model = "x\(left)\(right)y"
        let buffer = TextBuffer(model)
        var position = 0
        for character in model {
          let next = position + character.utf8.count
          let isAlike =
            buffer.character(at: position) == character && buffer.offset(after: position) == next
            && buffer.offset(before: next) == position
            && (position..<next).allSatisfy { buffer.clusterStart(at: $0) == position }
          #expect(isAlike, "U+\(String(left.value, radix: 16)) U+\(String(right.value, radix: 16))")
          position = next
        }
      }
    }
  }

  @Test(arguments: [
    ("", 0), ("one", 1), ("one two", 2), (" one\n\ttwo ", 2), ("漢字", 2), ("ab漢c", 3),
    ("a\u{3000}b", 2), ("a\u{a0}b", 2), ("é è", 2), ("don't stop", 2),
    ("# A head", 2), ("- [ ] task", 1), ("| a | b |", 2), ("---", 0), ("#tag *em* (b)", 3),
    ("— – a", 1),
  ])
  func `a buffer counts its words`(text: String, count: Int) {
    #expect(TextBuffer(text).wordCount == count)
  }

  @Test func `a copy keeps its text while the original changes`() {
    var buffer = TextBuffer(String(repeating: "line\n", count: 10_000))
    let copy = buffer
    buffer.replace(25_000..<25_005, with: "changed")

    #expect(copy.byteCount == 50_000)
    #expect(copy.text(in: 25_000..<25_005) == "line\n")
    #expect(buffer.text(in: 25_000..<25_007) == "changed")
  }

  @Test func `a change maps the offsets around it`() {
    let change = TextChange(range: 2..<4, replacement: "abc")

    #expect([0, 2, 3, 4, 5].map { change.mapped($0, bias: .before) } == [0, 2, 2, 5, 6])
    #expect([0, 2, 3, 4, 5].map { change.mapped($0, bias: .after) } == [0, 5, 5, 5, 6])
  }

  @Test(arguments: 0..<16)
  func `every scalar makes the clusters that a string has`(share: UInt32) {
    var text = ""
    for value in stride(from: 0x20 + share, to: 0x1_0000, by: 16) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      text.unicodeScalars.append(contentsOf: ["a", scalar, scalar, "b", scalar, "\u{301}", scalar])
      text += "\n"
    }
    let buffer = TextBuffer(text)

    var (offset, expected, wrong) = (0, 0, [String]())
    for character in text {
      if offset != expected { wrong.append("before \(character) at \(expected)") }
      expected += character.utf8.count
      if buffer.offset(before: expected) != expected - character.utf8.count {
        wrong.append("\(character) at \(expected)")
      }
      offset = buffer.offset(after: offset)
    }

    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  /// The runs between white space that hold more than marks, and each ideograph.
  private static func words(_ text: String) -> Int {
    var count = 0
    var isInside = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      let isSpace =
        value <= 0x20 || value == 0x85 || value == 0xa0 || (0x2000...0x200a).contains(value)
        || value == 0x2028 || value == 0x2029 || value == 0x3000
      let isIdeograph =
        (0x3040...0x9fff).contains(value) || (0x20000...0x3ffff).contains(value)
      let isMark =
        (value < 0x80 && !scalar.properties.isAlphabetic && !(0x30...0x39).contains(value))
        || (0x2000...0x203f).contains(value)
      if isIdeograph || (!isSpace && !isMark && !isInside) { count += 1 }
      if isSpace || isIdeograph { isInside = false } else if !isMark { isInside = true }
    }
    return count
  }
}
