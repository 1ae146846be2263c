/// Lets one request at a time have an upload.
///
/// A client that lost its connection asks how far its upload is long before the server notices the
/// loss. That sends away a request which is adding to the upload: its connection is closed, and it
/// keeps what it has. Of two that add, the one that came first goes on, and the other is refused:
/// otherwise each could end the one before it, and none would get an answer.
public actor UploadLocks {
  /// What somebody wants the upload for.
  public enum Purpose: Sendable {
    /// A moment of its own, once the request that adds to it has ended.
    case moment
    /// To add bytes that are yet to come; `leave` makes that end soon.
    case adding(leave: @Sendable () -> Void)

    fileprivate var leave: (@Sendable () -> Void)? {
      if case .adding(let leave) = self { leave } else { nil }
    }
  }

  private struct Holder {
    var leave: (@Sendable () -> Void)?
    var waiting:
      [(leave: (@Sendable () -> Void)?, continuation: CheckedContinuation<Void, Never>)] = []

    var isAdding: Bool { leave != nil || waiting.contains { $0.leave != nil } }
  }

  private var holders: [String: Holder] = [:]

  /// Locks that nobody holds.
  public init() {}

  /// Runs a function while nobody else has the upload.
  ///
  /// - Parameters:
  ///   - id: The upload.
  ///   - purpose: What for.
  ///   - body: The function.
  /// - Returns: What the function returns.
  /// - Throws: `UploadRefusal.locked` when both it and another are adding; whatever the body
  ///   throws.
  public nonisolated func holding<Value: Sendable>(
    _ id: String, for purpose: Purpose, _ body: () async throws -> Value
  ) async throws -> Value {
    try await acquire(id, purpose.leave)
    do {
      let value = try await body()
      await release(id)
      return value
    } catch {
      await release(id)
      throw error
    }
  }

  private func acquire(_ id: String, _ leave: (@Sendable () -> Void)?) async throws(UploadRefusal) {
    guard let holder = holders[id] else {
      holders[id] = Holder(leave: leave)
      return
    }
    guard leave == nil || !holder.isAdding else { throw .locked }
    if leave == nil { holder.leave?() }
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
    // The next in the queue wants the new holder gone as well.
    if !holder.waiting.isEmpty { next.leave?() }
  }
}
