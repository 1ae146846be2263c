import Dispatch
import Glibc

/// Tells when files in a directory were written, created, renamed into place or removed.
///
/// Watching the directory, not the file, survives editors that write a new file and rename it over
/// the old one (<https://man7.org/linux/man-pages/man7/inotify.7.html>).
package final class DirectoryWatcher: Sendable {
  // Unsafe only in name: a Dispatch source may be cancelled from any thread.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// Begins to watch; ends when the watcher is released or cancelled.
  ///
  /// - Parameters:
  ///   - directory: An existing directory.
  ///   - queue: The queue on which changes are reported.
  ///   - onChange: Gets the names, without the directory, of the files that changed since the last
  ///     call; an empty set says that the kernel lost count, so look at everything.
  /// - Throws: `DirectoryWatcherError` with the system's number.
  package init(
    directory: String, queue: DispatchQueue,
    onChange: @escaping @Sendable (Set<String>) -> Void
  ) throws(DirectoryWatcherError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw DirectoryWatcherError(code: errno, directory: directory) }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM)
    guard inotify_add_watch(descriptor, directory, events) >= 0 else {
      let code = errno
      close(descriptor)
      throw DirectoryWatcherError(code: code, directory: directory)
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      if let names = Self.drain(descriptor) { onChange(names) }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  /// Ends the watch; no call begins after the queue has run what it holds.
  package func cancel() { source.cancel() }

  /// The names in everything that waits, or nil when there was nothing.
  private static func drain(_ descriptor: Int32) -> Set<String>? {
    var names: Set<String> = []
    var isOverflowing = false
    var hasRead = false
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { break }
      hasRead = true
      for event in InotifyEvents(bytes: bytes[0..<count]) {
        if event.isOverflow { isOverflowing = true } else { names.insert(event.name) }
      }
    }
    guard hasRead else { return nil }
    return isOverflowing ? [] : names
  }
}

/// A directory that cannot be watched.
package struct DirectoryWatcherError: Error, Hashable, Sendable {
  /// The system's error number.
  package let code: Int32
  /// The directory.
  package let directory: String

  package init(code: Int32, directory: String) {
    self.code = code
    self.directory = directory
  }
}

/// Walks the records `{int wd; uint32 mask, cookie, len; char name[len]}` of inotify(7).
private struct InotifyEvents: Sequence, IteratorProtocol {
  struct Event {
    var isOverflow: Bool
    var name: String
  }

  private var bytes: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func next() -> Event? {
    guard bytes.count >= 16 else { return nil }
    let mask = number(at: 4)
    let length = Int(number(at: 12))
    let name = bytes.dropFirst(16).prefix(length).prefix { $0 != 0 }
    bytes = bytes.dropFirst(16 + length)
    return Event(
      isOverflow: mask & UInt32(IN_Q_OVERFLOW) != 0, name: String(decoding: name, as: UTF8.self))
  }

  private func number(at offset: Int) -> UInt32 {
    bytes.dropFirst(offset).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }
}
