/// Takes the body of an answer as it comes, on the thread of libcurl.
///
/// It holds that thread up: bytes that were just received are still in the processor's own memory,
/// and what is slow slows the connection down.
package protocol HTTPReceiver: Sendable {
  /// The answer has begun.
  ///
  /// - Parameter head: Its status and header fields.
  /// - Returns: Whether the body is taken; that of another answer is collected as an explanation.
  /// - Throws: What ends the request.
  func begin(_ head: HTTPResponseHead) throws -> Bool

  /// Takes the next bytes, not none.
  ///
  /// - Throws: What ends the request.
  func receive(_ bytes: UnsafeRawBufferPointer) throws
}
