import Logging

/// The background reads of a repository: at most one for an id, all cancelled with their owner.
actor Revalidations {
  private var tasks: [String: Task<Void, Never>] = [:]

  deinit {
    for task in tasks.values { task.cancel() }
  }

  /// Starts a read unless one of the same id is under way.
  func start(_ id: String, _ read: @escaping @Sendable () async throws -> Void) {
    guard tasks[id] == nil else { return }
    tasks[id] = Task { [weak self] in
      do {
        try await read()
      } catch {
        Logger(label: "StorageKit").warning(
          "An entity could not be read again", metadata: ["error": "\(error)"])
      }
      await self?.finish(id)
    }
  }

  /// Waits until no read is under way.
  func waitUntilIdle() async {
    while let task = tasks.values.first { await task.value }
  }

  private func finish(_ id: String) {
    tasks[id] = nil
  }
}
