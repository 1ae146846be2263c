/// The credential of a transport, which is asked for again when the server does not know it.
///
/// A key may end while a program runs: one that a command prints, or one that was replaced
/// elsewhere. Of several requests that are answered with 401 at once, one asks for the next key.
///
/// ```swift
/// let credential = TransportCredential(key) { try await printedKey() }
/// let transport = CurlTransport(url: address, credential: credential)
/// ```
public actor TransportCredential {
  /// The key that requests carry.
  package private(set) var key: String
  private let renew: (@Sendable () async throws -> String?)?
  private var renewal: Task<String?, Never>?

  /// Keeps a key.
  ///
  /// - Parameters:
  ///   - key: The key, such as `marfa_k1_…`.
  ///   - renew: Gives the key of now, once for each key that the server does not know; nil when
  ///     there is no other one.
  public init(_ key: String, renewing renew: (@Sendable () async throws -> String?)? = nil) {
    self.key = key
    self.renew = renew
  }

  /// The key in place of one that the server does not know.
  ///
  /// - Parameter rejected: The key that was sent.
  /// - Returns: Another key; nil when there is none.
  func key(after rejected: String) async -> String? {
    guard key == rejected else { return key }
    guard let renew else { return nil }
    if let renewal { return await renewal.value }
    let task = Task { () -> String? in
      // Where there is no key the server's answer is kept.
      guard let next = try? await renew(), next != rejected else { return nil }
      return next
    }
    renewal = task
    let next = await task.value
    renewal = nil
    if let next { key = next }
    return next
  }
}

extension TransportCredential: CustomReflectable {
  /// Nothing: a key is in no log.
  public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
