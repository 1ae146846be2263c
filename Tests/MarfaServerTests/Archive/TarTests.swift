import MarfaModel
import NIOCore
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct TarTests {
  private func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, content) in files {
      let header = TarHeader(name: name, size: Int64(content.count))
      bytes += header.block.readableBytesView
      bytes += content + [UInt8](repeating: 0, count: header.padding)
    }
    return bytes + TarHeader.end.readableBytesView
  }

  private func read(_ bytes: [UInt8], piece: Int) async throws -> [String: [UInt8]] {
    let pieces = stride(from: 0, to: bytes.count, by: piece).map {
      ByteBuffer(bytes: bytes[$0..<min($0 + piece, bytes.count)])
    }
    let stream = AsyncStream { continuation in
      for piece in pieces { continuation.yield(piece) }
      continuation.finish()
    }
    var reader = TarReader(stream.makeAsyncIterator())
    var files: [String: [UInt8]] = [:]
    while let header = try await reader.next() {
      files[header.name] = []
      guard header.name != "passed over" else { continue }
      while let piece = try await reader.nextPiece() {
        files[header.name, default: []] += piece.readableBytesView
      }
    }
    return files
  }

  @Test(arguments: [1, 7, 512, 5000])
  func `files come back whatever the pieces`(piece: Int) async throws {
    let content = (0..<1500).map { UInt8($0 % 251) }

    let files = try await read(
      archive([("a", []), ("b", content), ("passed over", content), ("c", [1])]), piece: piece)

    #expect(files == ["a": [], "b": content, "passed over": [], "c": [1]])
  }

  @Test(arguments: [0, 1, (1 << 33) - 1, 1 << 33, 1 << 40, .max] as [Int64])
  func `a tar header keeps any size`(size: Int64) throws {
    let header = TarHeader(name: "a", size: size)

    #expect(try #require(TarHeader(block: header.block)) == header)
  }

  @Test func `a folder, as tar packs one, is passed over`() async throws {
    var folder = Array(TarHeader(name: "blobs/", size: 0).block.readableBytesView)
    folder[156] = UInt8(ascii: "5")
    folder.replaceSubrange(148..<156, with: [UInt8](repeating: 32, count: 8))
    let sum = String(folder.reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = String(repeating: "0", count: 6 - sum.count) + sum
    folder.replaceSubrange(148..<156, with: Array("\(digits)\0 ".utf8))

    let files = try await read(folder + archive([("blobs/a", [1])]), piece: 512)

    #expect(files == ["blobs/a": [1]])
  }

  @Test func `an archive that ends too early is refused`() async {
    let bytes = archive([("a", [UInt8](repeating: 1, count: 600))])

    await #expect(throws: ValidationError.self) {
      try await read(Array(bytes.prefix(900)), piece: 512)
    }
  }

  @Test func `a header with a wrong sum is refused`() async {
    var bytes = archive([("a", [1])])
    bytes[0] = 0x62

    await #expect(throws: ValidationError.self) { try await read(bytes, piece: 512) }
  }
}
