import CZlib
import NIOCore

/// One running gzip compression or decompression (RFC 1952), through zlib.
///
/// The compressed data may have several members, one after the other (section 2.2).
///
/// Not thread-safe: its owner calls it from one task at a time.
final class GzipStream {
  /// Which way.
  enum Direction {
    /// To gzip.
    case compress
    /// From gzip.
    case decompress
  }

  /// The input is no gzip, or zlib is out of memory.
  struct Failure: Error, Hashable {
    /// zlib's own number.
    let code: Int32
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let direction: Direction
  /// Whether the end of the compressed data, or of one of its members, was reached.
  private(set) var isAtEnd = false

  /// Starts a stream.
  init(_ direction: Direction, level: Int32 = 1) throws {
    self.direction = direction
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code =
      direction == .compress ? marfa_deflate_start(stream, level) : marfa_inflate_start(stream)
    // What is thrown here runs `deinit`, because every property is set.
    guard code == Z_OK else { throw Failure(code: code) }
  }

  deinit {
    if direction == .compress { deflateEnd(stream) } else { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Takes as much of the input as fits into one piece of output.
  ///
  /// Called again while the input has bytes or the piece was full.
  ///
  /// - Parameters:
  ///   - input: The next bytes; those that were taken are gone from it. May be empty.
  ///   - isLast: Whether no more come, so that a compression is finished.
  /// - Returns: What came out, at most 64 KiB, and whether more may wait.
  /// - Throws: `Failure` when the input is damaged.
  func step(_ input: inout ByteBuffer, isLast: Bool) throws -> (piece: ByteBuffer, isFull: Bool) {
    if isAtEnd {
      guard input.readableBytes > 0 else { return (ByteBuffer(), false) }
      try beginMember()
    }
    var piece = ByteBufferAllocator().buffer(capacity: Self.pieceSize)
    var code: Int32 = Z_OK
    let taken = input.withUnsafeMutableReadableBytes { bytes in
      stream.pointee.next_in = bytes.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_in = UInt32(bytes.count)
      code = run(into: &piece, isLast: isLast)
      stream.pointee.next_in = nil
      return bytes.count - Int(stream.pointee.avail_in)
    }
    input.moveReaderIndex(forwardBy: taken)
    if code == Z_STREAM_END { isAtEnd = true }
    guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
      throw Failure(code: code)
    }
    return (piece, !isAtEnd && stream.pointee.avail_out == 0)
  }

  private func beginMember() throws {
    guard direction == .decompress, inflateReset(stream) == Z_OK else {
      throw Failure(code: Z_DATA_ERROR)
    }
    isAtEnd = false
  }

  private static let pieceSize = 65_536

  private func run(into piece: inout ByteBuffer, isLast: Bool) -> Int32 {
    var code: Int32 = Z_OK
    piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceSize) { bytes in
      stream.pointee.next_out = bytes.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(Self.pieceSize)
      code =
        direction == .compress
        ? deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH) : inflate(stream, Z_NO_FLUSH)
      return Self.pieceSize - Int(stream.pointee.avail_out)
    }
    return code
  }
}
