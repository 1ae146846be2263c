import Dispatch
import Synchronization

/// Hashes pieces in their order on a thread of its own, while the next one comes.
final class PieceHasher: Sendable {
  private let hasher: Mutex<BlobHasher>
  private let queue = DispatchQueue(label: "marfa.blob.hash")
  /// The pieces that may wait, so that two threads on busy cores need not take turns after each
  /// piece; no more of a file is in memory.
  private let room = DispatchSemaphore(value: 16)

  /// Goes on after what was hashed before.
  init(_ hasher: BlobHasher) { self.hasher = Mutex(hasher) }

  /// Takes the next piece; waits where many are before it.
  func update(_ piece: [UInt8]) {
    room.wait()
    queue.async { [self] in
      hasher.withLock { hasher in piece.withUnsafeBytes { hasher.update($0) } }
      room.signal()
    }
  }

  /// The hash of all pieces; waits for those that are not in it yet.
  var result: BlobHasher { queue.sync { hasher.withLock { $0 } } }
}
