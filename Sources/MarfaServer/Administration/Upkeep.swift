import Hummingbird
import Logging
import MarfaModel
import ServiceLifecycle

/// Purges old trash, old events and old deliveries, every few minutes: what nobody bounds between
/// two rounds is what a minute can write.
///
/// After an upgrade it shortens the history of older builds.
struct Upkeep: Service {
  let environment: ServerEnvironment
  let documents: DocumentService

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await sweep()
        } catch is CancellationError {
      await finish()
          return
        } catch {
          // The next round tries again.
          environment.logger.error("upkeep failed", metadata: ["error": "\(error)"])
        }
        do {
          try await environment.timer.sleep(for: .seconds(300))
        } catch {
          return
        }
      }
    }
  }

  /// When the oldest event happened that is kept; nil without any.
  private func oldestEvent() async throws -> Timestamp? {
    guard let oldest = try await environment.store.eventBounds().oldest else { return nil }
    return try await environment.store.events(after: oldest - 1, limit: 1).first?.createdAt
  }

  /// One round; each transaction is small, so that requests come between.
  func sweep() async throws {
    let store = environment.store
    while try await store.purgeTrash(limit: 100) > 0 { try Task.checkCancellation() }
    let settings = environment.settings
    let horizon = environment.clock.now.adding(days: -settings.eventRetentionDays)
    try await store.pruneEvents(before: horizon, keepingNewest: settings.eventRetentionCount)
    try await store.pruneAudit(
      before: environment.clock.now.adding(days: -settings.auditRetentionDays))
    try await store.pruneBytes(settings.logLimits)
    try await store.pruneDeliveries(before: horizon)
    try await documents.sweep()
    try await documents.pruneTexts(before: max(horizon, oldestEvent() ?? horizon))
    try await store.shortenOlderVersions(settings.recordLimits)
  }
}
    try await store.pruneDeletedWebhooks()
