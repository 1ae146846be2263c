import Foundation
import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct InflateTests {
  /// Made by zlib 1.2: codes of their own, the fixed ones, none, and a long run.
  private static let samples: [(String, [UInt8])] = [
    (
      "7ZK7DYIxDAZ7pmAE8k4GokD6xf4lQrlDSioGSGXF8eOzfdfr/bw/btfXhGnyNANnnTaWaRPvzH8lvJOdCMed"
        + "27Qt4ieK6Mp7WJ30piT+C/5hd0Wq2X/8hfxOG8pH1HT8hfBIm+5QDkNe4N1pX5VBnUR+sB9qUNUp0yjffKfN"
        + "bnHmWaeuXeyqClWpMmxTOJVTOrVbcCtuya31dafu+LfzsN2krjfzht7UG3vzujERV2IkSKLSypv8yWPaeJXf"
        + "scBN8gH/gH/AP+Af8A/4f4H/AQ==",
      Array((0..<300).map { "line \($0 * $0 % 97)\n" }.joined().utf8)
    ),
    ("C6pMVUgqSk1M0VEowsLU4wIA", Array("Rye bread, rye bread, rye bread.\n".utf8)),
    (
      "ASEA3v9SeWUgYnJlYWQsIHJ5ZSBicmVhZCwgcnllIGJyZWFkLgo=",
      Array("Rye bread, rye bread, rye bread.\n".utf8)
    ),
    (
      "7cExAQAAAMKg9U9tBn+g" + String(repeating: "A", count: 257)
        + "IDXAA==", [UInt8](repeating: 0, count: 200_000)
    ),
  ]

  private func inflate(_ packed: [UInt8], by piece: Int, most: Int = .max) throws -> [UInt8] {
    struct TooLong: Error {}
    var (output, rest): ([UInt8], ArraySlice<UInt8>) = ([], packed[...])
    try Inflate.run {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    } take: {
      output += $0
      if output.count > most { throw TooLong() }
    }
    return output
  }

  @Test(arguments: [1, 7, 65_536])
  func `zlib's output is inflated again, in pieces of any size`(piece: Int) throws {
    for (packed, expected) in Self.samples {
      let packed = Array(try #require(Data(base64Encoded: packed)))

      #expect(try inflate(packed, by: piece) == expected)
    }
  }

  @Test func `data that ends early fails at every byte`() throws {
    for (packed, _) in Self.samples {
      let packed = Array(try #require(Data(base64Encoded: packed)))
      for count in 0..<packed.count {
        #expect(throws: Inflate.Failure.self, "\(count)") {
          try inflate(Array(packed.prefix(count)), by: 64)
        }
      }
    }
  }

  @Test func `changed bytes fail or come out otherwise, and nothing traps`() throws {
    var numbers = SplitMix64(seed: 11)
    for (packed, _) in Self.samples {
      let packed = Array(try #require(Data(base64Encoded: packed)))
      for _ in 0..<500 {
        var changed = packed
        for _ in 0...Int(numbers.next() % 3) {
          changed[Int(numbers.next() % UInt64(changed.count))] = UInt8(
            truncatingIfNeeded: numbers.next())
        }
        let output = try? inflate(changed, by: 64, most: 400_000)
        #expect((output?.count ?? 0) <= 400_000)
      }
    }
  }
}
