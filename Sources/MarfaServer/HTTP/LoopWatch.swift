import NIOCore
import NIOPosix

/// Reports where work on many bytes is done: on a connection's thread it would hold up everybody
/// whose connection is on that thread.
enum LoopWatch {
  /// What is done with the bytes.
  enum Work: String, Sendable {
    /// JSON is read.
    case parsing
    /// A body is compressed or decompressed.
    case compressing
    /// The content of a blob is hashed.
    case hashing
    /// A piece of an upload is on its way to the disk.
    case carrying
  }

  /// Called with each piece of work, its bytes, and whether it is on a connection's thread; for
  /// tests.
  @TaskLocal static var observer: (@Sendable (Work, Int, Bool) -> Void)?

  /// Notes a piece of work where it is done.
  static func note(_ work: Work, bytes: Int) {
    guard let observer else { return }
    observer(work, bytes, MultiThreadedEventLoopGroup.currentEventLoop != nil)
  }
}
