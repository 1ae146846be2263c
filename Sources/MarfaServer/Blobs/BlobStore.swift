import MarfaModel
import NIOCore

/// Where the bytes of blobs are, addressed by their hash.
///
/// Nothing but bytes: which blobs the space has, and their media types, is the `ServerStore`'s.
/// Files are the first implementation; an object store fits the same calls.
///
/// - Throws: Each method: `BlobStoreError`, `diskFull` or `failed` where the storage fails.
public protocol BlobStore: Sendable {
  /// Makes the store usable and removes what an interrupted process left of unnamed content.
  func prepare() async throws
  /// Begins content that is either sealed or vanishes.
  func makeWriter() async throws -> any BlobWriter
  /// Continues content that outlives its writer, until it is sealed or removed.
  ///
  /// A store of large parts keeps what is less than a part next to them until the part is full.
  ///
  /// `partial`: A name of letters, digits and `-`.
  /// `offset`: The size in bytes at which an earlier writer was synchronized, or 0; whatever is
  ///   beyond, as after a crash, is cut off.
  /// `hasher`: The state after some first part of it; a new one is always right.
  ///
  /// - Throws: `BlobStoreError.Code.notFound` when fewer bytes are kept.
  func makeWriter(
    partial: String, offset: Int64, hasher: ContentHasher
  ) async throws -> any BlobWriter
  /// Forgets partial content; nothing happens when there is none.
  func removePartial(_ partial: String) async throws
  /// The names of all partial content, in no order.
  func partials() async throws -> [String]
  /// How many bytes of partial content are kept, whether or not they survive a power loss; nil for
  /// none.
  func size(ofPartial partial: String) async throws -> Int64?
  /// Opens content for reading; nil when there is none.
  func reader(of hash: BlobHash) async throws -> (any BlobReader)?
  /// Removes content; nothing happens when there is none.
  func remove(_ hash: BlobHash) async throws
  /// Takes content away that is not what its hash says, and keeps it for the administrator.
  func putAside(_ hash: BlobHash) async throws
  /// The addresses that have content and whose first byte is this one, in no order: a 256th of
  /// the store.
  func hashes(beginningWith byte: UInt8) async throws -> [BlobHash]
  /// A place where a client reads content from the store itself; nil of a store without such.
  func address(of hash: BlobHash, until end: Timestamp) async throws -> BlobAddress?
}

extension BlobStore {
  /// None: the content is read through the server.
  public func address(of hash: BlobHash, until end: Timestamp) async throws -> BlobAddress? { nil }
}

/// A place where content can be read for a while, without a key.
public struct BlobAddress: Hashable, Sendable {
  /// The place.
  public var url: String
  /// Until when.
  public var end: Timestamp

  /// Takes each part as it is.
  public init(url: String, end: Timestamp) {
    self.url = url
    self.end = end
  }
}

/// Content on its way in; a value with one owner.
///
/// - Throws: Each method: `BlobStoreError`, `diskFull` or `failed` where the storage fails.
public protocol BlobWriter: Sendable {
  /// Bytes taken so far, those before a resumption included.
  var size: Int64 { get }
  /// The hash so far, to be handed to the writer that continues.
  var hasher: ContentHasher { get }
  /// Takes bytes in order; keeps at most a megabyte of them in memory.
  mutating func append(_ bytes: ByteBuffer) async throws
  /// The hash of all that was taken.
  mutating func contentHash() async throws -> BlobHash
  /// Makes all that was taken survive a power loss.
  mutating func synchronize() async throws
  /// Names the content by its hash, durably; idempotent for equal content.
  ///
  /// `expected`: The hash that the sender gave.
  ///
  /// - Throws: `BlobStoreError.Code.mismatch`; the content is then gone.
  mutating func seal(expecting expected: BlobHash?) async throws -> BlobHash
  /// Forgets the content; nothing happens after `seal`.
  mutating func discard() async
}

extension BlobReader {
  /// The hash of the content as it is now.
  ///
  /// Must not be called on a thread that serves connections: gigabytes take seconds.
  ///
  /// - Throws: What reading throws, or `CancellationError`.
  func hash() async throws -> BlobHash {
    var hasher = ContentHasher()
    while hasher.count < size {
      try Task.checkCancellation()
      let bytes = try await read(at: hasher.count, count: 1 << 20)
      // It was cut short under us, and its hash is another then.
      guard bytes.readableBytes > 0 else { break }
      LoopWatch.note(.hashing, bytes: bytes.readableBytes)
      bytes.withUnsafeReadableBytes { hasher.update($0) }
    }
    return hasher.hash
  }
}

/// Content that can be read at any place.
///
/// - Throws: Each method: `BlobStoreError`, `diskFull` or `failed` where the storage fails.
public protocol BlobReader: Sendable {
  /// Size in bytes.
  var size: Int64 { get }
  /// Reads up to a count of bytes; fewer only at the end of the content.
  func read(at offset: Int64, count: Int) async throws -> ByteBuffer
}
