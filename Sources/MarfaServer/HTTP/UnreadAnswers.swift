import Hummingbird
import MarfaModel
import NIOCore
import Synchronization

/// Bytes of long answers that clients have not taken yet, of each key and of all.
///
/// An answer is in memory until its client has read it, and nobody can make a client read.
final class UnreadAnswers: Sendable {
  /// Bytes of an answer, counted until nobody holds this.
  final class Share: Sendable {
    private let giveBack: @Sendable () -> Void

    fileprivate init(_ giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

    deinit { giveBack() }
  }

  /// Shorter answers are not counted: a connection has one at a time.
  static let least = 64 << 10

  private struct State {
    var bytes: [String: Int] = [:]
    var all = 0
  }

  private let limits: UnreadLimits
  private let state = Mutex(State())

  init(_ limits: UnreadLimits) { self.limits = limits }

  /// Bytes of a key that are not taken yet.
  func bytes(of key: String) -> Int { state.withLock { $0.bytes[key, default: 0] } }

  /// Looks whether a key may have another long answer.
  ///
  /// - Throws: `APIError` with status 429 when the key has as many bytes as may be, and 503 when
  ///   all keys together have.
  func check(_ key: String) throws { _ = try take(0, of: key, isSure: false) }

  /// Counts an answer.
  ///
  /// - Parameters:
  ///   - bytes: How long it is.
  ///   - key: Whose it is. The first long answer of a key is as long as it likes.
  ///   - isSure: Whether it is counted also where there is no room.
  /// - Returns: To be held until the client has the answer.
  /// - Throws: `APIError` as `check`.
  func take(_ bytes: Int, of key: String, isSure: Bool = false) throws -> Share {
    try state.withLock { state in
      let own = state.bytes[key, default: 0]
      if !isSure {
        guard own == 0 || own + bytes < limits.perKey else {
          throw Self.refusal(429, limits.perKey)
        }
        guard state.all == 0 || state.all + bytes < limits.all else {
          throw Self.refusal(503, limits.all)
        }
      }
      state.bytes[key] = own + bytes
      state.all += bytes
    }
    return Share { [self] in giveBack(bytes, of: key) }
  }

  private func giveBack(_ bytes: Int, of key: String) {
    state.withLock { state in
      let left = state.bytes[key, default: 0] - bytes
      state.bytes[key] = left > 0 ? left : nil
      state.all -= bytes
    }
  }

  private static func refusal(_ status: Int, _ limit: Int) -> APIError {
    APIError(
      code: ErrorCode.rateLimited,
      message: "Answers of \(limit) bytes wait to be read; read them, and send the request again.",
      status: status, details: ["limit": .integer(Int64(limit)), "retry_after": 1])
  }
}

extension ServerEnvironment {
  /// An answer of the store on its way to a client.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - key: The id of the client's key.
  ///   - isDone: Whether it reports a change, which is made: it is short then where there is no
  ///     room.
  /// - Returns: The response.
  /// - Throws: `APIError` with status 429 or 503 when too much is not read yet.
  func response(
    _ answer: StoreAnswer, to key: String, isDone: Bool = false
  ) throws -> Response {
    let whole = answer.encoded
    let count = whole.body.count
    guard count > UnreadAnswers.least else { return Response(whole) }
    do {
      return Response(whole, holding: try unread.take(count, of: key))
    } catch  where isDone {
      let short = answer.short.encoded
      return Response(
        short, holding: try unread.take(short.body.count, of: key, isSure: true))
    }
  }
}

extension ResponseBody {
  /// Bytes that are counted until they are on their way.
  init(_ bytes: [UInt8], holding share: UnreadAnswers.Share) {
    let buffer = ByteBuffer(bytes: bytes)
    self.init(contentLength: buffer.readableBytes) { writer in
      try await writer.write(buffer)
      // Not before the client has taken what was written.
      try await writer.finish(nil)
      withExtendedLifetime(share) {}
    }
  }
}
