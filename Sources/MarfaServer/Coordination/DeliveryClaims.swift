import Synchronization

/// Gives a webhook's delivery to one process at a time, so that none is sent twice at once.
///
/// A claim of a process that dies must lapse by itself; its delivery is due then, and sent again.
public protocol DeliveryClaiming: Sendable {
  /// Takes a delivery.
  ///
  /// - Parameters:
  ///   - id: The delivery.
  ///   - webhook: The id of its webhook.
  ///   - room: How many deliveries of the webhook all processes together may have.
  /// - Returns: Whether it is the caller's now; no when it is somebody's, or there is no room.
  func claim(_ id: String, ofWebhook webhook: String, room: Int) async -> Bool
  /// Gives a delivery back once its row says what became of it.
  func release(_ id: String, ofWebhook webhook: String) async
  /// Whether any delivery is somebody's.
  func hasClaims() async -> Bool
}

/// The claims of the one process that there is: they end with it.
public final class DeliveryClaims: DeliveryClaiming {
  /// Deliveries by webhook.
  private let held = Mutex<[String: Set<String>]>([:])

  /// Nothing is claimed.
  public init() {}

  /// Takes a delivery.
  ///
  /// - Parameters:
  ///   - id: The delivery.
  ///   - webhook: The id of its webhook.
  ///   - room: How many deliveries of the webhook there may be.
  /// - Returns: Whether it is the caller's now.
  public func claim(_ id: String, ofWebhook webhook: String, room: Int) -> Bool {
    held.withLock { held in
      let own = held[webhook, default: []]
      guard own.count < room, !own.contains(id) else { return false }
      held[webhook, default: []].insert(id)
      return true
    }
  }

  /// Gives a delivery back.
  public func release(_ id: String, ofWebhook webhook: String) {
    held.withLock { held in
      held[webhook]?.remove(id)
      if held[webhook]?.isEmpty == true { held[webhook] = nil }
    }
  }

  /// Whether any delivery is claimed.
  public func hasClaims() -> Bool { held.withLock { !$0.isEmpty } }
}
