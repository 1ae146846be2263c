import TestSupport
import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(20))) struct TextCompressionTests {
  private static func bytes(_ seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let letters = UInt8.random(in: 1...40, using: &random)
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0..<400, using: &random) {
      if bytes.count > 10, Int.random(in: 0..<4, using: &random) == 0 {
        let start = Int.random(in: 0..<bytes.count - 4, using: &random)
        bytes += bytes[start..<min(bytes.count, start + Int.random(in: 1..<300, using: &random))]
      } else {
        bytes.append(UInt8.random(in: 0..<letters, using: &random))
      }
    }
    return bytes
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `packed bytes come back as they were`(seed: UInt64) {
    let bytes = Self.bytes(seed)
    let packed = TextCompression.pack(bytes)

    #expect(TextCompression.unpack(packed[...], count: bytes.count) == bytes)
    #expect(TextCompression.unpack(packed[...], count: bytes.count + 1) == nil)
    if !bytes.isEmpty {
      #expect(TextCompression.unpack(packed[...], count: bytes.count - 1) == nil)
    }
  }

  @Test func `bytes that repeat become short, however long they are`() {
    let line = Array("All work and no play makes a dull text. ".utf8)
    let bytes = (0..<5000).flatMap { _ in line }
    let packed = TextCompression.pack(bytes)

    #expect(packed.count < 1000)
    #expect(TextCompression.unpack(packed[...], count: bytes.count) == bytes)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `mutated packed bytes make the right number of bytes or none`(seed: UInt64) {
    let bytes = Self.bytes(seed)
    let packed = TextCompression.pack(bytes)
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var mutated = packed
      let index = Int.random(in: mutated.indices, using: &random)
      mutated[index] = UInt8.random(in: 0...255, using: &random)
      if Bool.random(using: &random) { mutated.removeLast() }
      let made = TextCompression.unpack(mutated[...], count: bytes.count)
      #expect(made.map { $0.count == bytes.count } ?? true)
    }
  }
}
