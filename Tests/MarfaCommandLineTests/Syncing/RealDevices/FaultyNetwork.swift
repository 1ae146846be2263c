import Foundation
import Glibc
import Synchronization
import TestSupport

/// The network between a device and a server on this machine: while it is faulty a seed decides
/// what becomes of each connection.
final class FaultyNetwork: Sendable {
  private struct State {
    var numbers: SplitMix64
    var isFaulty = false
    let endsSilence: Bool
    /// The program that is killed after sending this number of bytes, or when nobody answers it.
    var victim: Victim?
  }

  /// A running device.
  private struct Victim {
    let run: ProgramRun
    /// How many bytes it may still send; nil for one that lives.
    var bytes: Int?
  }

  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }

  private let shared: Shared
  private let proxy: ForwardingProxy

  /// Where the device reaches the server.
  var url: String { proxy.url.absoluteString }

  /// - Parameters:
  ///   - port: The server's port.
  ///   - seed: Decides what goes wrong.
  ///   - endsSilence: Whether a device that gets no answer is killed; else it waits as long as it
  ///     does.
  /// - Throws: `POSIXError` when there is no port.
  init(port: Int, seed: UInt64, endsSilence: Bool) throws {
    let shared = Shared(State(numbers: SplitMix64(seed: seed), endsSilence: endsSilence))
    self.shared = shared
    proxy = try ForwardingProxy(
      port: port, treatment: { Self.treatment(shared) },
      sent: { bytes in shared.state.withLock { Self.count(bytes.count, &$0) } })
  }

  /// Begins to go wrong.
  func fail() { shared.state.withLock { $0.isFaulty = true } }

  /// Lets everything through from now on.
  func heal() { shared.state.withLock { ($0.isFaulty, $0.victim) = (false, nil) } }

  /// A device is about to speak.
  ///
  /// - Parameters:
  ///   - run: The device.
  ///   - bytes: The number of sent bytes after which it is killed; nil lets it live.
  func watch(_ run: ProgramRun, killedAfter bytes: Int?) {
    shared.state.withLock { $0.victim = Victim(run: run, bytes: bytes) }
  }

  private static func count(_ count: Int, _ state: inout State) {
    guard let left = state.victim?.bytes else { return }
    state.victim?.bytes = left - count
    if left <= count { state.victim?.run.signal(SIGKILL) }
  }

  private static func treatment(_ shared: Shared) -> ForwardingProxy.Treatment {
    shared.state.withLock { state in
      guard state.isFaulty else { return .forward(bytes: .max) }
      switch Int.random(in: 0..<16, using: &state.numbers) {
      case 0: return answer("500 Internal Server Error", body: "")
      case 1:
        return answer(
          "429 Too Many Requests", ["Retry-After: 1"],
          body: #"{"error":{"code":"rate_limited","message":"Slowly."}}"#)
      case 2:
        return answer(
          "401 Unauthorized", body: #"{"error":{"code":"unauthorized","message":"Who?"}}"#)
      case 3: return answer(body: "<html>Sign in</html>")
      case 4:
        return .answer((0..<200).map { _ in UInt8.random(in: 0...255, using: &state.numbers) })
      case 5:
        if state.endsSilence { state.victim?.run.signal(SIGKILL) }
        return .silence
      case 6...10: return .forward(bytes: Int.random(in: 0...8_000, using: &state.numbers))
      default: return .forward(bytes: .max)
      }
    }
  }

  private static func answer(
    _ status: String = "200 OK", _ fields: [String] = [], body: String
  ) -> ForwardingProxy.Treatment {
    .answer(Array(LoopbackServer.answer(status, fields, body: body).utf8))
  }
}
