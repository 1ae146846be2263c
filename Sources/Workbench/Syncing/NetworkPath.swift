import Foundation
import MarfaSDK
import Operations
import Synchronization

/// Whether there may be a way to a server, as the operating system says; no request leaves the
/// machine.
///
/// An address without a default route counts as a way: the server may be in the local network.
package struct NetworkPath: PathMonitor {
  private static let ownNames: Set<String> = ["localhost", "::1", "[::1]"]

  private let network: any NetworkObserver

  /// The way that a network gives.
  package init(_ network: any NetworkObserver) { self.network = network }

  /// The way to a server; the one to this machine is always there.
  ///
  /// - Parameters:
  ///   - url: The server's address.
  ///   - network: What knows the network; started where it is needed.
  /// - Returns: The way.
  package static func to(
    _ url: URL, network: () -> any NetworkObserver = { NWPathMonitorObserver.startingShared() }
  ) -> any PathMonitor {
    let host = url.host ?? ""
    return ownNames.contains(host) || host.hasPrefix("127.")
      ? ConstantPath() : NetworkPath(network())
  }

  package var paths: AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Asked and said in one step: the newest status is the last that is said.
    let turn = Mutex(())
    let say = { @Sendable [network] in
      turn.withLock { _ in
        _ = continuation.yield(network.currentStatus >= .requiresConnection)
      }
    }
    let subscription = network.subscribe { _ in say() }
    continuation.onTermination = { _ in subscription.cancel() }
    say()
    return stream
  }
}
