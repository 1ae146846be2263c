import Crypto

/// A SHA-256 that knows how far it has read, so that it can be carried from writer to writer.
public struct ContentHasher: Sendable {
  /// Bytes of the content, from its start, that are in the hash.
  public private(set) var count: Int64 = 0
  private var function = SHA256()

  /// A hasher that has read nothing.
  public init() {}

  /// Reads the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    function.update(bufferPointer: bytes)
    count += Int64(bytes.count)
  }

  /// The address of content that ends here.
  public var hash: BlobHash { BlobHash(function.finalize()) }
}
