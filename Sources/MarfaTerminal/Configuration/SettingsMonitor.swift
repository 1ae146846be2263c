import Dispatch

/// Reads the settings again whenever one of their files is saved.
///
/// Watches the configuration directory and its `themes`; a directory that is missing is not watched
/// until `restart`.
@MainActor
package final class SettingsMonitor {
  /// What the settings are read from; a change takes effect at the next reading.
  package var sources: Settings.Sources
  private let onChange: @MainActor (Settings) -> Void
  private var watchers: [DirectoryWatcher] = []

  /// Creates a monitor that does not watch yet.
  ///
  /// - Parameters:
  ///   - sources: What the settings are read from.
  ///   - onChange: Gets the new settings, on the main actor.
  package init(sources: Settings.Sources, onChange: @escaping @MainActor (Settings) -> Void) {
    self.sources = sources
    self.onChange = onChange
  }

  /// Begins to watch the directories that there are, in place of those watched before.
  package func restart() {
    watchers = []
    let directories = sources.directories
    watch(directories.configuration) { names in
      names.isEmpty || !names.isDisjoint(with: ["config.yaml", "keys.yaml", "themes"])
    }
    watch(directories.themes) { names in
      names.isEmpty || names.contains { $0.hasSuffix(".yaml") }
    }
  }

  /// Ends the watch.
  package func stop() { watchers = [] }

  /// Reads the settings now, as at SIGUSR1.
  package func reload() { onChange(Settings.load(sources)) }

  private func watch(
    _ directory: String, isRelevant: @escaping @Sendable (Set<String>) -> Bool
  ) {
    do {
      let watcher = try DirectoryWatcher(directory: directory, queue: .main) { [weak self] names in
        guard isRelevant(names) else { return }
        // The watcher's queue is the main one, which is the main actor's.
        MainActor.assumeIsolated { self?.reload() }
      }
      watchers.append(watcher)
    } catch {
      // Without the directory there is nothing to reload.
    }
  }
}
