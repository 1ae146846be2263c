import Synchronization

/// Writes the bytes of a blob where they are received; they are hashed on another thread meanwhile.
final class BlobReceiver: DownloadReceiver {
  private struct State {
    var hasher: BlobHasher
    /// Nil until an answer has begun that has the bytes which are missing.
    var writer: PartialBlob.Writer?
    /// What has come and is not written: libcurl gives 16 KiB at a time.
    var gathered: [UInt8] = []
    var total: Int64 = 0
    /// Where the blob was when that was reported last.
    var reported: Int64 = 0
  }

  /// Bytes that are written at a time: as many as the heap gives again without asking the system.
  private static let piece = 112 << 10

  /// The blob.
  var hash: String { partial.hash }
  /// Its bytes in all; 0 where the server does not say.
  var total: Int64 { state.withLock { $0.total } }

  private let partial: PartialBlob
  private let start: Int64
  private let largestKept: Int64
  private let onProgress: @Sendable (Int64) -> Void
  private let state: Mutex<State>

  /// Receives what comes after some first bytes.
  ///
  /// - Parameters:
  ///   - partial: Where they are, and the others go.
  ///   - start: How many there are.
  ///   - hasher: What is known of them.
  ///   - largestKept: The most bytes of a blob that is going to be placed.
  ///   - onProgress: Called with the number of bytes there are now, whenever some were written.
  init(
    _ partial: PartialBlob, from start: Int64, _ hasher: BlobHasher, largestKept: Int64,
    onProgress: @escaping @Sendable (Int64) -> Void
  ) {
    (self.partial, self.start, self.onProgress) = (partial, start, onProgress)
    self.largestKept = largestKept
    state = Mutex(State(hasher: hasher))
  }

  func begin(status: Int, headers: [String: String]) throws -> Bool {
    let range = headers["content-range"].flatMap(ContentRange.init)
    let offset: Int64
    switch status {
    case 206 where range?.start == start: offset = start
    case 200: offset = 0
    default: return false
    }
    let total = range?.total ?? headers["content-length"].flatMap { Int64($0) } ?? 0
    try partial.files.checkRoom(for: max(0, total - offset))
    try state.withLock { state in
      state.total = total
      state.reported = offset
      state.writer = try partial.writer(
        at: offset, state.hasher, isKept: total <= largestKept)
      state.gathered.reserveCapacity(Self.piece)
    }
    return true
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws {
    let reached: Int64? = try state.withLock { state in
      if state.gathered.count + bytes.count > Self.piece { try Self.write(&state) }
      state.gathered.append(contentsOf: bytes)
      if state.gathered.count >= Self.piece { try Self.write(&state) }
      guard let offset = state.writer?.offset, offset > state.reported else { return nil }
      state.reported = offset
      return offset
    }
    if let reached { onProgress(reached) }
  }

  /// Writes what is left.
  ///
  /// - Returns: How many bytes there are, and their hash so far; nil where no bytes were to come.
  /// - Throws: `BlobFileError`.
  func end() throws -> (offset: Int64, hasher: BlobHasher)? {
    try state.withLock { state in
      guard state.writer != nil else { return nil }
      try Self.write(&state)
      return state.writer.map { ($0.offset, $0.hasher) }
    }
  }

  private static func write(_ state: inout State) throws {
    guard !state.gathered.isEmpty else { return }
    let piece = state.gathered
    // The thread that hashes has the old one now.
    state.gathered = []
    state.gathered.reserveCapacity(Self.piece)
    try state.writer?.append(piece)
  }
}
