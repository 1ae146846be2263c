extension OperationStore {
  /// Subscribes to the store; the subscription ends when the returned value is released.
  ///
  /// The current state is delivered first, with ``OperationDelivery/immediate`` before this
  /// returns. The first subscriber starts a run if the store is stale and may run automatically;
  /// the end of the last subscription cancels that run, and no other.
  ///
  /// - Parameters:
  ///   - handler: The closures to call; never called with a lock held.
  ///   - delivery: Where they are called.
  /// - Returns: The subscription.
  public func subscribe(
    with handler: OperationEventHandler<State>, delivery: OperationDelivery = .immediate
  ) -> OperationSubscription {
    let mailbox = Mailbox(handler: handler, delivery: delivery, scope: nil)
    let (id, isFirst) = guarded.withLock { guarded in
      let machine = guarded.machine
      mailbox.put(StoreEmission(.stateChanged(machine.state), context: machine.context))
      guarded.subscriberCount += 1
      guarded.idleSince = nil
      return (guarded.add(mailbox), guarded.subscriberCount == 1)
    }
    let subscription = OperationSubscription { [weak self] in
      mailbox.cancel()
      self?.endSubscription(id)
    }
    mailbox.deliver()
    subscriberCountChanged()
    if isFirst { startSubscriptionRun() }
    return subscription
  }

  private func startSubscriptionRun() {
    guard isAutomaticRunningEnabled, isStale, let task = runTask() else { return }
    let isWanted = guarded.withLock { guarded in
      guard guarded.subscriberCount > 0, guarded.subscriptionRun == nil else { return false }
      guarded.subscriptionRun = task.core
      return true
    }
    if !isWanted { task.cancel() }
    task.start()
  }

  private func endSubscription(_ id: Int) {
    let context = context
    let now = (context.storeLifetimeClock ?? context.operationClock).now()
    let cancelled = guarded.withLock { guarded -> OperationTaskCore? in
      guard guarded.remove(id) else { return nil }
      guarded.subscriberCount -= 1
      guard guarded.subscriberCount == 0 else { return nil }
      guarded.idleSince = now
      defer { guarded.subscriptionRun = nil }
      return guarded.subscriptionRun
    }
    cancelled?.cancel()
    tellClientIfUnused()
    subscriberCountChanged()
  }

  /// Lets the client drop the store in time, if nobody uses it.
  func tellClientIfUnused() {
    let (date, client) = guarded.withLock { guarded in
      (
        guarded.machine.hasActiveTasks ? nil : guarded.idleSince,
        guarded.machine.context.weakOperationClient
      )
    }
    guard let date, let client = client?.client else { return }
    client.storeBecameUnused(OpaqueOperationStore(self), at: date)
  }

  // MARK: - Handlers

  /// Adds a mailbox that is not counted as a subscriber.
  func add(_ mailbox: Mailbox) -> Int {
    guarded.withLock { $0.add(mailbox) }
  }

  func remove(_ id: Int) {
    guarded.withLock { _ = $0.remove(id) }
  }

  /// Calls a closure with the number of subscribers whenever it may have changed.
  func observeSubscriberCount(
    _ observe: @escaping @Sendable (Int) -> Void
  ) -> OperationSubscription {
    let id = guarded.withLock { guarded in
      guarded.nextMailbox += 1
      guarded.countObservers.append((guarded.nextMailbox, observe))
      return guarded.nextMailbox
    }
    return OperationSubscription { [weak self] in
      _ = self?.guarded.withLock { guarded in
        exchange(
          &guarded.countObservers, with: guarded.countObservers.filter { $0.id != id })
      }
    }
  }

  private func subscriberCountChanged() {
    let (count, observers) = guarded.withLock { ($0.subscriberCount, $0.countObservers) }
    for observer in observers { observer.observe(count) }
  }
}

extension OperationStore.Guarded {
  mutating func add(_ mailbox: Mailbox) -> Int {
    nextMailbox += 1
    mailboxes.append((nextMailbox, mailbox))
    return nextMailbox
  }

  /// Removes a mailbox; ids grow, so it is found by bisection.
  mutating func remove(_ id: Int) -> Bool {
    var (low, high) = (0, mailboxes.count)
    while low < high {
      let middle = (low + high) / 2
      if mailboxes[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < mailboxes.count, mailboxes[low].id == id else { return false }
    mailboxes.remove(at: low)
    return true
  }
}
