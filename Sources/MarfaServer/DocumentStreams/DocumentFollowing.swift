import Logging
import MarfaModel
import ServiceLifecycle
import Synchronization

/// Keeps items and documents together while the server runs: bound properties follow what is typed,
/// and watchers hear of changes that came through the item.
///
/// It sleeps only while somebody has typed something that an item lacks.
struct DocumentFollowing: Service {
  /// How often it is looked whether a property is due, while one is not up to date.
  static let step = Duration.milliseconds(500)

  private let service: DocumentService
  private let clock: any Clock<Duration>
  private let logger: Logger
  /// Watched items that have changed.
  private let items: AsyncStream<String>
  private let following: EventFollowing

  /// Hears of changes from here on, and does something about them in `run`.
  init(
    service: DocumentService, bus: any EventBus, clock: any Clock<Duration>, logger: Logger
  ) {
    self.service = service
    self.clock = clock
    self.logger = logger
    let (items, changed) = AsyncStream<String>.makeStream(
      // A client gets a change that is lost here with the next one, or when it syncs.
      bufferingPolicy: .bufferingNewest(10_000))
    self.items = items
    following = bus.follow { [hub = service.hub] committed in
      for event in committed?.events ?? []
      where !event.itemId.isEmpty && !hub.documents(ofItem: event.itemId).isEmpty {
        changed.yield(event.itemId)
      }
    }
  }

  func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await item in items.cancelOnGracefulShutdown() { await publish(item) }
      }
      group.addTask {
        await cancelWhenGracefulShutdown { await followEdits() }
      }
      await group.next()
      group.cancelAll()
    }
    withExtendedLifetime(following) {}
  }

  private func publish(_ item: String) async {
    do {
      let numbers = service.hub.documents(ofItem: item)
      let notices = try await service.store.snapshot(.lookup) { [desk = service.desk] in
        try desk.present(numbers, in: $0)
      }
      for notice in notices { service.hub.publish(notice) }
    } catch {
      // Watchers see it at their next sync.
      logger.error("documents cannot be read", metadata: ["error": "\(error)"])
    }
  }

  private func followEdits() async {
    // What an earlier process left is looked at without being told.
    await flush()
    for await _ in service.edits.heard {
      await flush()
      if Task.isCancelled { return }
    }
  }

  /// Goes on until every bound property is up to date.
  private func flush() async {
    do {
      while try await service.flush(logger) { try await clock.sleep(for: Self.step) }
    } catch is CancellationError {
      return
    } catch {
      // The next edit tries again.
      logger.error("documents cannot be written", metadata: ["error": "\(error)"])
    }
  }
}
