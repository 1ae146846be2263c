/// What the keys of open streams may see, looked up once a beat for each key and not for each
/// stream.
package actor StreamAccess {
  /// Finds the access of a key by its id; nil when it was revoked.
  package typealias Lookup = @Sendable (_ keyId: String) async throws -> (any StoreAccess)?

  private let lookup: Lookup
  private var beat = 0
  /// As many as there are keys with streams; each is waited for by all streams of its key.
  private var answers: [String: Task<(any StoreAccess)?, any Error>] = [:]

  package init(lookup: @escaping Lookup) {
    self.lookup = lookup
  }

  /// The access of a key, as it is at a beat or later.
  ///
  /// - Throws: What the lookup throws.
  package func access(ofKey id: String, at beat: Int) async throws -> (any StoreAccess)? {
    if beat > self.beat {
      self.beat = beat
      answers = [:]
    }
    if let answer = answers[id] { return try await answer.value }
    let answer = Task { [lookup] in try await lookup(id) }
    answers[id] = answer
    return try await answer.value
  }
}
