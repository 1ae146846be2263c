import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A connection between its set-up and its handling.
///
/// One that comes while the server ends may be let go by Hummingbird before it is handled. What
/// NIO made of it must be used up all the same: it ends the program when it is thrown away.
final class AcceptedConnection: ServerChildChannelValue {
  typealias Parts = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  let channel: any Channel
  private let parts: Mutex<Parts?>

  init(_ parts: Parts) {
    channel = parts.channel
    self.parts = Mutex(parts)
  }

  /// The connection for its one handler; nil the second time.
  func take() -> Parts? { parts.withLock { $0.take() } }

  deinit {
    guard let parts = take() else { return }
    Task {
      // Nobody is left to learn that it was already closed.
      try? await parts.executeThenClose { _, _ in }
    }
  }
}
