import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport

/// Relays between devices and a server on this machine, and cuts connections after some bytes of a
/// device.
final class UploadCutter: Sendable {
  private struct State {
    /// After how many bytes of the device each of the next connections that get so far ends.
    var budgets: [Int] = []
    var open: [Int: Int32] = [:]
    var next = 0
    var cuts = 0
    /// How many bytes of files may pass, and have passed.
    var limit = Int.max
    var passed = 0
    /// Connections that may not go on, and who waits for one to stop.
    var stalled: [DispatchSemaphore] = []
    var readers: [CheckedContinuation<Void, Never>] = []
  }

  /// Bytes of a connection that are not of a file: requests without one always pass.
  private static let heading = 100_000

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  /// The address is none.
  struct Failure: Error {}

  let url: URL
  private let shared: Shared
  private let listener: TestSupport.LoopbackServer

  /// Forwards to a port.
  init(port: Int) throws {
    let shared = Shared()
    listener = try TestSupport.LoopbackServer { connection in
      guard let server = LoopbackSocket.connect(to: port) else { return }
      let number = shared.state.withLock { state in
        state.next += 1
        state.open[state.next] = server
        return state.next
      }
      UploadCutter.forward(connection, server, shared)
      shared.state.withLock { _ = $0.open.removeValue(forKey: number) }
      close(server)
    }
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else { throw Failure() }
    (self.url, self.shared) = (url, shared)
  }

  /// How many connections were cut.
  var cuts: Int { shared.state.withLock { $0.cuts } }

  /// Cuts the next connections on which a device sends so much, each at its number of bytes.
  func cut(after budgets: [Int]) { shared.state.withLock { $0.budgets = budgets } }

  /// Cuts all that is open now.
  func cutAll() {
    let open = shared.state.withLock { state in
      state.cuts += 1
      return Array(state.open.values)
    }
    for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// Lets that many more bytes of files pass, the first time from none; all when nil.
  func letPass(_ bytes: Int?) {
    let stalled = shared.state.withLock { state in
      state.limit = bytes.map { $0 + (state.limit == .max ? state.passed : state.limit) } ?? .max
      defer { state.stalled = [] }
      return state.stalled
    }
    for connection in stalled { connection.signal() }
  }

  /// Waits until a connection may not go on.
  func untilStalled() async {
    await withCheckedContinuation { reader in
      let isStalled = shared.state.withLock { state in
        if state.stalled.isEmpty { state.readers.append(reader) }
        return !state.stalled.isEmpty
      }
      if isStalled { reader.resume() }
    }
  }

  /// Waits until bytes of a file may pass.
  private static func wait(toPass count: Int, _ shared: Shared) {
    while true {
      let (stall, readers) = shared.state.withLock {
        state -> (DispatchSemaphore?, [CheckedContinuation<Void, Never>]) in
        if state.passed < state.limit {
          state.passed += count
          return (nil, [])
        }
        let stall = DispatchSemaphore(value: 0)
        state.stalled.append(stall)
        defer { state.readers = [] }
        return (stall, state.readers)
      }
      for reader in readers { reader.resume() }
      guard let stall else { return }
      stall.wait()
    }
  }

  /// Carries bytes both ways until one side ends, or the device has sent that many bytes.
  private static func forward(
    _ device: TestSupport.LoopbackServer.Connection, _ server: Int32, _ shared: Shared
  ) {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var sent = 0
      while let bytes = try? device.read() {
        // Only what carries a file is cut: a budget is used up by a connection that gets so far.
        let rest = shared.state.withLock { state -> Int? in
          guard let budget = state.budgets.first, sent + bytes.count > budget else { return nil }
          state.budgets.removeFirst()
          state.cuts += 1
          return max(0, budget - sent)
        }
        sent += bytes.count
        if sent > heading { wait(toPass: bytes.count, shared) }
        guard LoopbackSocket.send(Array(bytes.prefix(rest ?? bytes.count)), to: server), rest == nil
        else { break }
      }
      shutdown(server, Int32(SHUT_RDWR))
      isOver.signal()
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(server, &buffer, buffer.count, 0)
      guard count > 0, (try? device.write(Array(buffer[..<count]))) != nil else { break }
    }
    device.hangUp()
    shutdown(server, Int32(SHUT_RDWR))
    isOver.wait()
  }
}

/// A clock whose waits are a hundredth of what is asked for: a test of many attempts is short.
struct HastyClock: Clock {
  typealias Duration = Swift.Duration
  typealias Instant = ContinuousClock.Instant

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(for: (deadline - now) / 100)
  }
}
