/// Lets one request at a time have an upload; a newer one sends the older away.
///
/// A client that lost its connection resumes long before the server notices the loss. The older
/// request's connection is closed, it keeps what it has, and the newer one goes on from there.
package actor UploadLocks {
  private struct Holder {
    var leave: @Sendable () -> Void
    var waiting: [(leave: @Sendable () -> Void, continuation: CheckedContinuation<Void, Never>)] =
      []
  }

  private var holders: [String: Holder] = [:]

  /// Runs a function while nobody else has the upload.
  ///
  /// `id`: The upload.
  /// `leave`: Makes the function end soon; called when somebody else wants the upload.
  package nonisolated func holding<Value: Sendable>(
    _ id: String, leave: @escaping @Sendable () -> Void, _ body: () async throws -> Value
  ) async throws -> Value {
    await acquire(id, leave)
    do {
      let value = try await body()
      await release(id)
      return value
    } catch {
      await release(id)
      throw error
    }
  }

  private func acquire(_ id: String, _ leave: @escaping @Sendable () -> Void) async {
    guard let holder = holders[id] else {
      holders[id] = Holder(leave: leave)
      return
    }
    holder.leave()
    await withCheckedContinuation { holders[id]?.waiting.append((leave, $0)) }
  }

  private func release(_ id: String) {
    guard var holder = holders[id] else { return }
    guard !holder.waiting.isEmpty else {
      holders[id] = nil
      return
    }
    let next = holder.waiting.removeFirst()
    holder.leave = next.leave
    holders[id] = holder
    next.continuation.resume()
    // Who waits behind the new holder wants it gone as well.
    if !holder.waiting.isEmpty { next.leave() }
  }
}
