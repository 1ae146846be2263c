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
  /// The items whose purge an earlier process did not finish.
  let purges: [String]
  /// The restores that it did not finish.
  let restores: UnfinishedRestores

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await finish()
      while !Task.isCancelled {
        do {
          try await sweep()
        } catch is CancellationError {
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

  /// Finishes what an earlier process began.
  private func finish() async {
    do {
      let limits = environment.settings.recordLimits
      try await environment.store.finishPurges(of: purges, limits)
      try await restores.finish(limits) { reason in
        environment.logger.error("a restore is not finished", metadata: ["reason": "\(reason)"])
      }
    } catch is CancellationError {
      // The next start goes on.
    } catch {
      // The next start goes on then, too; a client that asks again finishes it at once.
      environment.logger.error(
        "what was begun before is not finished", metadata: ["error": "\(error)"])
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
    try await store.payResync()
    while try await store.purgeTrash(limit: 100) > 0 { try Task.checkCancellation() }
    let settings = environment.settings
    let horizon = environment.clock.now.adding(days: -settings.eventRetentionDays)
    try await store.pruneEvents(before: horizon, keepingNewest: settings.eventRetentionCount)
    try await store.pruneAudit(
      before: environment.clock.now.adding(days: -settings.auditRetentionDays))
    try await store.pruneBytes(settings.logLimits)
    try await store.pruneDeliveries(before: horizon)
    try await store.pruneDeletedWebhooks()
    try await documents.sweep()
    try await documents.pruneTexts(before: max(horizon, oldestEvent() ?? horizon))
    try await store.shortenOlderVersions(settings.recordLimits)
  }
}
