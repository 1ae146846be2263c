import CTerminalGuard
import Glibc

/// Takes what ncurses writes during one frame, so that it is sent shorter and at once.
///
/// ncurses writes to a descriptor. While a frame is painted that descriptor is a file in memory;
/// at all other times it is the terminal.
@MainActor final class FrameCapture {
  private let descriptor: Int32
  private let terminal: Int32
  private let memory: Int32

  /// Prepares the capture; nil where the kernel has no files in memory.
  ///
  /// - Parameters:
  ///   - descriptor: Where ncurses writes to.
  ///   - terminal: The same terminal under another descriptor.
  init?(descriptor: Int32, terminal: Int32) {
    memory = marfa_memory_file()
    guard memory >= 0 else { return nil }
    (self.descriptor, self.terminal) = (descriptor, terminal)
  }

  deinit { close(memory) }

  /// Does what makes ncurses write, and gives what it wrote; nothing of it reaches the terminal.
  func bytes(of painting: () -> Void) -> [UInt8] {
    guard marfa_redirect(descriptor, memory) >= 0 else {
      painting()
      return []
    }
    painting()
    marfa_redirect(descriptor, terminal)
    defer {
      ftruncate(memory, 0)
      lseek(memory, 0, SEEK_SET)
    }
    let count = Int(max(0, lseek(memory, 0, SEEK_CUR)))
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(memory, buffer.baseAddress, count, 0))
    }
  }
}
