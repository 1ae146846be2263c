import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport

/// Stands between devices and a server on this machine, and cuts each connection at a byte that a seed
/// decides, until it is healed.
final class CuttingProxy: Sendable {
  private struct State {
    var numbers: SplitMix64
    var isHealed = false

    /// After how many bytes of the server a connection ends.
    mutating func budget() -> Int {
      isHealed ? .max : Int.random(in: 100...20_000, using: &numbers)
    }
  }

  /// What the threads of connections share.
  private final class Shared: Sendable {
    let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }
  }

  /// The address is none.
  struct Failure: Error {}

  let url: URL
  private let shared: Shared
  private let listener: TestSupport.LoopbackServer

  init(port: Int, seed: UInt64) throws {
    let shared = Shared(State(numbers: SplitMix64(seed: seed)))
    listener = try TestSupport.LoopbackServer { connection in
      guard let server = CuttingProxy.connect(to: port) else { return }
      CuttingProxy.forward(connection, server, shared.state.withLock { $0.budget() })
      close(server)
    }
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else { throw Failure() }
    (self.url, self.shared) = (url, shared)
  }

  /// Cuts no further connection.
  func heal() { shared.state.withLock { $0.isHealed = true } }

  private static func connect(to port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isConnected { return descriptor }
    close(descriptor)
    return nil
  }

  /// Carries bytes both ways until one side ends, or the server has said so many bytes.
  private static func forward(
    _ device: TestSupport.LoopbackServer.Connection, _ server: Int32, _ budget: Int
  ) {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while let bytes = try? device.read(), send(bytes, to: server) {}
      shutdown(server, Int32(SHUT_RDWR))
      isOver.signal()
    }
    var left = budget
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while left > 0 {
      let count = recv(server, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      let taken = min(count, left)
      left -= taken
      guard (try? device.write(Array(buffer[..<taken]))) != nil else { break }
    }
    device.hangUp()
    shutdown(server, Int32(SHUT_RDWR))
    isOver.wait()
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
