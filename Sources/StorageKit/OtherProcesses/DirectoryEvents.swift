import Dispatch
import Glibc

/// The names of the files that change in one directory, as the kernel reports them.
///
/// A commit writes many pages, and each wakes who waits for it. Hence nobody waits for some
/// milliseconds from the first one on: the rest of the commit is in the same batch.
///
/// Uses inotify, see <https://man7.org/linux/man-pages/man7/inotify.7.html>. The directory
/// outlives the log file, which the last connection to close removes.
final class DirectoryEvents: Sendable {
  // A dispatch source is safe to cancel from any thread; its type does not say so.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// How long the events of one batch are gathered, in milliseconds.
  private static let gathering = 5

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - queue: Where the handler is called; serial.
  ///   - handler: Receives the names of the files of one batch; `nil` when the kernel has lost
  ///     some.
  /// - Throws: ``StorageError`` with `.cannotOpen`.
  init(
    path: String, queue: DispatchQueue, handler: @escaping @Sendable (Set<String>?) -> Void
  ) throws(StorageError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw Self.failure() }
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)
    guard inotify_add_watch(descriptor, path, mask) >= 0 else {
      let error = Self.failure()
      close(descriptor)
      throw error
    }
    // As above: a dispatch source may be used from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      source.suspend()
      queue.asyncAfter(deadline: .now() + .milliseconds(Self.gathering)) {
        // The descriptor is closed on this queue, and only once the source goes on.
        if !source.isCancelled { handler(Self.readNames(from: descriptor)) }
        source.resume()
      }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = source
  }

  deinit {
    source.cancel()
  }

  private static func failure() -> StorageError {
    StorageError(
      .cannotOpen, while: "watching the database's folder", detail: String(cString: strerror(errno))
    )
  }

  /// Reads all waiting events; `nil` when the kernel's queue had overflowed.
  private static func readNames(from descriptor: Int32) -> Set<String>? {
    var names: Set<String> = []
    var isComplete = true
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 16 * 1024, alignment: MemoryLayout<inotify_event>.alignment)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return isComplete ? names : nil }
      var offset = 0
      let headSize = MemoryLayout<inotify_event>.size
      while offset + headSize <= count {
        let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isComplete = false }
        let name = buffer[(offset + headSize)..<(offset + headSize + Int(event.len))]
        // The kernel pads the name with NUL bytes.
        names.insert(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        offset += headSize + Int(event.len)
      }
    }
  }
}
