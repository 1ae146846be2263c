import Foundation

extension OperationClient {
  /// Drops the stores whose path begins with the given one; all for `[]`.
  public func clearStores(matching path: OperationPath = []) {
    let removed = guarded.withLock { guarded in
      let entries = guarded.registry.entries(matching: path)
      for entry in entries { guarded.registry.remove(entry.store.path) }
      return entries.map(\.store)
    }
    notify(added: [], removed: removed)
  }

  /// Drops the store of exactly that path.
  public func clearStore(with path: OperationPath) {
    let removed = guarded.withLock { $0.registry.remove(path) }
    notify(added: [], removed: removed.map { [$0] } ?? [])
  }

  /// Drops the stores that nobody has subscribed to for the client's store lifetime.
  ///
  /// The client does this itself whenever it is asked for stores.
  public func evictUnused() {
    let evicted = guarded.withLock { $0.evictUnused() }
    notify(added: [], removed: evicted)
  }

  /// A store says that nobody uses it any more.
  func storeBecameUnused(_ store: OpaqueOperationStore, at date: Date) {
    guarded.withLock { guarded in
      let entry = guarded.registry[store.path]
      guard entry?.store.base === store.base else { return }
      guarded.schedule.add(entry, of: guarded.registry, at: date)
    }
  }

  /// Drops the stores without subscribers that allow it at a level of memory pressure.
  func evict(under pressure: MemoryPressure) {
    // The contexts are read outside the lock of the client; a store may gain a subscriber
    // meanwhile, which the second look under the lock sees.
    let allowed = entries(matching: []).map(\.store).filter {
      !$0.context.evictableMemoryPressure.isDisjoint(with: pressure)
    }
    let evicted = guarded.withLock { guarded in
      allowed.filter { store in
        guard store.subscriberCount == 0, guarded.registry[store.path]?.store.base === store.base
        else { return false }
        guarded.registry.remove(store.path)
        return true
      }
    }
    notify(added: [], removed: evicted)
  }
}

extension OperationClient.Guarded {
  /// Drops the stores that have been unused for too long, and returns them.
  mutating func evictUnused() -> [OpaqueOperationStore] {
    schedule.evict(from: &registry, now: defaultContext.operationClock.now())
  }
}
