import MarfaModel
import NIOCore

/// Reads a tar archive from bytes as they come, one file after the other.
struct TarReader<Source: AsyncIteratorProtocol> where Source.Element == ByteBuffer {
  private var source: Source
  private var buffer = ByteBuffer()
  private var rest: Int64 = 0
  private var padding = 0

  init(_ source: Source) {
    self.source = source
  }

  /// The next file; nil at the end.
  ///
  /// What was not read of the one before is passed over, and so are folders.
  mutating func next() async throws -> TarHeader? {
    while let header = try await nextHeader() {
      if !header.isFolder { return header }
    }
    return nil
  }

  private mutating func nextHeader() async throws -> TarHeader? {
    while try await nextPiece() != nil {}
    try await skip(padding)
    padding = 0
    let block = try await read(TarHeader.blockSize)
    if block.readableBytesView.allSatisfy({ $0 == 0 }) { return nil }
    guard let header = TarHeader(block: block) else { throw Self.damaged }
    rest = header.size
    padding = header.padding
    return header
  }

  /// The next bytes of the file; nil at its end.
  mutating func nextPiece() async throws -> ByteBuffer? {
    guard rest > 0 else { return nil }
    if buffer.readableBytes == 0 { try await fill() }
    let count = Int(min(rest, Int64(buffer.readableBytes)))
    guard let piece = buffer.readSlice(length: count) else { throw Self.damaged }
    rest -= Int64(count)
    return piece
  }

  private mutating func read(_ count: Int) async throws -> ByteBuffer {
    while buffer.readableBytes < count { try await fill() }
    guard let block = buffer.readSlice(length: count) else { throw Self.damaged }
    return block
  }

  private mutating func skip(_ count: Int) async throws {
    guard count > 0 else { return }
    _ = try await read(count)
  }

  private mutating func fill() async throws {
    guard let piece = try await source.next() else { throw Self.damaged }
    buffer.discardReadBytes()
    buffer.writeImmutableBuffer(piece)
  }

  private static var damaged: ValidationError {
    ValidationError(
      code: ErrorCode.invalidRequest, message: "The archive is damaged or ends too early.")
  }
}
