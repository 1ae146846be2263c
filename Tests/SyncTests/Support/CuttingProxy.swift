import Foundation
import Synchronization
import TestSupport

/// Stands between devices and a server on this machine, and cuts each connection at a byte that a
/// seed decides, until it is healed.
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

  private let shared: Shared
  private let proxy: ForwardingProxy

  /// Where devices reach it.
  var url: URL { proxy.url }

  init(port: Int, seed: UInt64) throws {
    let shared = Shared(State(numbers: SplitMix64(seed: seed)))
    self.shared = shared
    proxy = try ForwardingProxy(port: port, budget: { shared.state.withLock { $0.budget() } })
  }

  /// Cuts no further connection.
  func heal() { shared.state.withLock { $0.isHealed = true } }
}
