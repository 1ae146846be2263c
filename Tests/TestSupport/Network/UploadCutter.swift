import Dispatch
import Foundation
import Glibc
import Synchronization

/// Relays between devices and a server on this machine; bytes of files pass as a test lets them,
/// and connections are cut where it says.
public final class UploadCutter: Sendable {
  private struct State {
    /// After how many bytes the next piece of a file is cut; nil where none is.
    var nextCut: Int?
    /// Where pieces were cut, in order.
    var pieceCuts: [Int] = []
    var isDown = false
    var open: [Int: Int32] = [:]
    var next = 0
    var cuts = 0
    /// How many bytes of files may pass, and have passed.
    var limit = Int.max
    var passed = 0
    /// Connections that may not go on, and who waits for one to stop.
    var stalled: [DispatchSemaphore] = []
    var readers: [AsyncStream<Void>.Continuation] = []
  }

  /// Bytes of a connection that are not of a file: requests without one always pass.
  private static let heading = 100_000
  /// What requests begin with.
  private static let methods = ["DELETE ", "GET ", "HEAD ", "PATCH ", "POST ", "PUT "].map {
    Array($0.utf8)
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  /// The text is not an address.
  public struct Failure: Error {}

  /// Where devices reach the server.
  public let url: URL
  private let shared: Shared
  private let listener: LoopbackServer

  /// Forwards to a port.
  ///
  /// - Throws: `POSIXError` when there is no port.
  public init(port: Int) throws {
    let shared = Shared()
    listener = try LoopbackServer { connection in
      guard !shared.state.withLock({ $0.isDown }),
        let server = LoopbackSocket.connect(to: port)
      else { return }
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

  deinit { letPass(nil) }

  /// How often all connections were cut.
  public var cuts: Int { shared.state.withLock { $0.cuts } }

  /// After how many bytes of its request each piece of a file was cut, in order.
  public var pieceCuts: [Int] { shared.state.withLock { $0.pieceCuts } }

  /// Cuts each piece of a file from now on one byte later than the one before, from its first on.
  public func cutPieces() { shared.state.withLock { $0.nextCut = 0 } }

  /// Cuts all that is open now.
  public func cutAll() {
    let open = shared.state.withLock { state in
      state.cuts += 1
      return Array(state.open.values)
    }
    for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// Cuts all that is open now, and takes nothing until `mend`.
  public func takeDown() {
    shared.state.withLock { $0.isDown = true }
    cutAll()
  }

  /// Takes connections again.
  public func mend() { shared.state.withLock { $0.isDown = false } }

  /// Lets that many more bytes of files pass, the first time from none; all when nil.
  public func letPass(_ bytes: Int?) {
    let stalled = shared.state.withLock { state in
      state.limit = bytes.map { $0 + (state.limit == .max ? state.passed : state.limit) } ?? .max
      defer { state.stalled = [] }
      return state.stalled
    }
    for connection in stalled { connection.signal() }
  }

  /// Whether a connection may not go on.
  public var isStalled: Bool { shared.state.withLock { !$0.stalled.isEmpty } }

  /// Waits until a connection may not go on.
  public func untilStalled() async {
    let (stalls, reader) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let isStalled = shared.state.withLock { state in
      if state.stalled.isEmpty { state.readers.append(reader) }
      return !state.stalled.isEmpty
    }
    if isStalled { return }
    for await _ in stalls { return }
  }

  /// Waits until bytes of a file may pass.
  private static func wait(toPass count: Int, _ shared: Shared) {
    while true {
      let (stall, readers) = shared.state.withLock {
        state -> (DispatchSemaphore?, [AsyncStream<Void>.Continuation]) in
        if state.passed < state.limit {
          state.passed += count
          return (nil, [])
        }
        let stall = DispatchSemaphore(value: 0)
        state.stalled.append(stall)
        defer { state.readers = [] }
        return (stall, state.readers)
      }
      for reader in readers { reader.yield() }
      guard let stall else { return }
      stall.wait()
    }
  }

  /// Bytes of a piece that may pass before it is cut.
  private struct Piece {
    /// After how many it is.
    let cut: Int
    var passed = 0

    /// How many of some more bytes pass; nil for all.
    mutating func part(of count: Int) -> Int? {
      defer { passed += count }
      return passed + count > cut ? cut - passed : nil
    }
  }

  /// What is done with the request that bytes of a device belong to.
  private static func follow(_ bytes: [UInt8], _ piece: inout Piece?, _ shared: Shared) {
    guard methods.contains(where: { bytes.starts(with: $0) }) else { return }
    piece = nil
    // The change of an item after its files is a PATCH as well.
    guard bytes.starts(with: Array("PATCH /blobs/".utf8)) else { return }
    piece = shared.state.withLock { state in
      guard let cut = state.nextCut else { return nil }
      state.nextCut = cut + 1
      return Piece(cut: cut)
    }
  }

  /// Carries bytes both ways until one side ends, or a piece is cut.
  private static func forward(
    _ device: LoopbackServer.Connection, _ server: Int32, _ shared: Shared
  ) {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var sent = 0
      var piece: Piece?
      while let bytes = try? device.read() {
        follow(bytes, &piece, shared)
        let rest = piece?.part(of: bytes.count)
        if let rest, let cut = piece?.cut {
          _ = LoopbackSocket.send(Array(bytes.prefix(rest)), to: server)
          shared.state.withLock { $0.pieceCuts.append(cut) }
          break
        }
        sent += bytes.count
        if sent > heading { wait(toPass: bytes.count, shared) }
        guard LoopbackSocket.send(bytes, to: server) else { break }
      }
      shutdown(server, Int32(SHUT_RDWR))
      isOver.signal()
    }
    while let bytes = LoopbackSocket.receive(from: server) {
      guard (try? device.write(bytes)) != nil else { break }
    }
    device.hangUp()
    shutdown(server, Int32(SHUT_RDWR))
    isOver.wait()
  }
}
