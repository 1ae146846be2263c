import Hummingbird
import MarfaModel
import NIOCore

/// gzip of answers and requests.
enum Compression {
  /// Answers smaller than this, in bytes, are sent as they are.
  static let smallestAnswer = 1024

  /// Compresses an answer when the client understands gzip and it pays.
  ///
  /// What has an entity tag is sent as it is: a strong one means these very bytes (RFC 9110,
  /// section 8.8.1).
  static func compress(_ response: inout Response, for request: Request) {
    let length = response.body.contentLength
    guard length.map({ $0 >= smallestAnswer }) ?? true,
      response.headers[.contentEncoding] == nil, response.headers[.eTag] == nil,
      isCompressible(response.headers[.contentType])
    else { return }
    response.headers[.vary] = "Accept-Encoding"
    guard accepts(request.headers[.acceptEncoding]) else { return }
    response.headers[.contentEncoding] = "gzip"
    response.headers[.contentLength] = nil
    let body = response.body
    guard length ?? .max > LargeBody.size else {
      response.body = ResponseBody { writer in
        try await body.write(GzipBodyWriter(parent: writer))
      }
      return
    }
    response.body = ResponseBody { writer in
      let gzip = GzipBodyWriter(parent: writer)
      // Not on the connection's thread, which others wait for.
      try await withTaskExecutorPreference(globalConcurrentExecutor) {
        try await body.write(gzip)
      }
    }
  }

  /// Whether an `Accept-Encoding` header allows gzip (RFC 9110, section 12.5.3).
  static func accepts(_ header: String?) -> Bool {
    for entry in (header ?? "").split(separator: ",") {
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard parts.first == "gzip" || parts.first == "*" else { continue }
      let isRefused = parts.dropFirst().contains {
        ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0)
      }
      return !isRefused
    }
    return false
  }

  private static func isCompressible(_ type: String?) -> Bool {
    guard let type else { return false }
    return type.hasPrefix("application/json") || type.hasPrefix("text/plain")
      || type.hasPrefix("application/openapi") || type.hasPrefix("application/x-ndjson")
  }

  /// The request with its body decompressed as it is read, when it came compressed.
  ///
  /// - Parameter request: The request.
  /// - Returns: The same request, or one with another body.
  /// - Throws: `APIError` with status 415 for an encoding that is not gzip.
  static func decompressed(_ request: Request) throws -> Request {
    switch request.headers[.contentEncoding]?.lowercased() {
    case nil, "identity": return request
    case "gzip", "x-gzip":
      var result = request
      result.body = RequestBody(asyncSequence: GunzippedBody(base: request.body))
      return result
    default:
      throw APIError(
        code: ErrorCode.validationError, message: "The only content encoding is gzip.",
        status: 415, details: ["field": "Content-Encoding"])
    }
  }
}

/// Compresses what is written through it.
private struct GzipBodyWriter: ResponseBodyWriter {
  var parent: any ResponseBodyWriter
  var stream: GzipStream?

  init(parent: any ResponseBodyWriter) {
    self.parent = parent
  }

  mutating func write(_ buffer: ByteBuffer) async throws {
    try await push(buffer, isLast: false)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    var writer = self
    try await writer.push(ByteBuffer(), isLast: true)
    try await writer.parent.finish(trailingHeaders)
  }

  private mutating func push(_ buffer: ByteBuffer, isLast: Bool) async throws {
    LoopWatch.note(.compressing, bytes: buffer.readableBytes)
    let stream = try self.stream ?? GzipStream(.compress)
    self.stream = stream
    var input = buffer
    var isFull = false
    repeat {
      let (piece, full) = try stream.step(&input, isLast: isLast)
      isFull = full
      if piece.readableBytes > 0 { try await parent.write(piece) }
    } while isFull || input.readableBytes > 0
  }
}

/// A body that came compressed, as its plain bytes.
///
/// At most 64 KiB of plain bytes exist at a time, so that a small body which grows without end
/// stops at the reader's limit.
struct GunzippedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let base: RequestBody

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: RequestBody.AsyncIterator
    var stream: GzipStream?
    var input = ByteBuffer()
    var isFull = false

    mutating func next() async throws -> ByteBuffer? {
      while true {
        if isFull || input.readableBytes > 0 {
          let piece = try plainPiece()
          if piece.readableBytes > 0 { return piece }
          continue
        }
        guard let piece = try await base.next() else {
          guard stream?.isAtEnd != false else { throw Self.damaged }
          return nil
        }
        input = piece
      }
    }

    private mutating func plainPiece() throws -> ByteBuffer {
      do {
        let stream = try self.stream ?? GzipStream(.decompress)
        self.stream = stream
        let (piece, full) = try stream.step(&input, isLast: false)
        isFull = full
        return piece
      } catch is GzipStream.Failure {
        throw Self.damaged
      }
    }

    private static var damaged: ValidationError {
      ValidationError(
        message: "The body is not gzip, or ends too early.",
        details: ["field": "Content-Encoding"])
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator())
  }
}
