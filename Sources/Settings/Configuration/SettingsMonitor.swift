import Dispatch
import Foundation
import Glibc

/// Reports when a file of the settings was saved, also in a directory that is created later.
///
/// Watches the configuration directory, its `themes` and its nearest existing ancestor: whenever a
/// directory on the way appears or disappears, it looks again.
@MainActor
package final class SettingsMonitor {
  private let directories: ApplicationDirectories
  private let onChange: @MainActor () -> Void
  private var watchers: [DirectoryWatcher] = []
  private var signalSource: (any DispatchSourceSignal)?
  /// Why a directory cannot be watched; nil while all that there are can.
  package private(set) var problem: DirectoryWatcherError?

  /// Does not watch yet; `restart` does.
  ///
  /// - Parameters:
  ///   - directories: Where the files are.
  ///   - onChange: Called when one of them may have changed, on the main actor.
  package init(directories: ApplicationDirectories, onChange: @escaping @MainActor () -> Void) {
    self.directories = directories
    self.onChange = onChange
  }

  /// Begins to watch the directories that there are, in place of those watched before.
  package func restart() {
    watchers = []
    problem = nil
    let themes = name(of: directories.themes)
    let profiles = name(of: directories.profileConfigurations)
    watchAbove(directories.configuration)
    // What is made in a directory once it is watched is noticed, so the outer ones come first.
    watch(directories.configuration) { [weak self] names in
      if names.isEmpty || names.contains(themes) || names.contains(profiles) { self?.restart() }
      let files: Set = ["config.yaml", "keys.yaml", themes]
      if names.isEmpty || !names.isDisjoint(with: files) { self?.onChange() }
    }
    if let file = directories.profileConfigurationFile.map(name) {
      watch(directories.profileConfigurations) { [weak self] names in
        if names.isEmpty || names.contains(file) { self?.onChange() }
      }
    }
    watch(directories.themes) { [weak self] names in
      if names.isEmpty || names.contains(where: { $0.hasSuffix(".yaml") }) { self?.onChange() }
    }
  }

  /// Ends the watch.
  package func stop() {
    watchers = []
    signalSource?.cancel()
    signalSource = nil
  }

  /// Takes SIGUSR1, too, for the whole process, as a sign to look.
  package func watchSignal() {
    // A Dispatch source sees the signal only where it is not delivered (dispatch_source_create(3)).
    Glibc.signal(SIGUSR1, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
    source.setEventHandler { [weak self] in
      // The source's queue is the main one, which is the main actor's.
      MainActor.assumeIsolated { self?.onChange() }
    }
    source.activate()
    signalSource = source
  }

  /// Watches for the next directory on the way to a path, whether it exists or not.
  private func watchAbove(_ path: String) {
    var child = path
    var parent = URL(filePath: path).deletingLastPathComponent().path
    while parent.count > 1, !FileManager.default.fileExists(atPath: parent) {
      child = parent
      parent = URL(filePath: parent).deletingLastPathComponent().path
    }
    let name = name(of: child)
    watch(parent) { [weak self] names in
      guard names.isEmpty || names.contains(name) else { return }
      self?.restart()
      self?.onChange()
    }
    // It may have come before the watch began.
    if child != path, FileManager.default.fileExists(atPath: child) { restart() }
  }

  private func name(of path: String) -> String { URL(filePath: path).lastPathComponent }

  private func watch(
    _ directory: String, changed: @escaping @MainActor @Sendable (Set<String>) -> Void
  ) {
    guard FileManager.default.fileExists(atPath: directory) else { return }
    do {
      let watcher = try DirectoryWatcher(directory: directory, queue: .main) { names in
        // The watcher's queue is the main one, which is the main actor's.
        MainActor.assumeIsolated { changed(names) }
      }
      watchers.append(watcher)
    } catch {
      problem = error
    }
  }
}
