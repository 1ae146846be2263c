import MarfaSDK
import NoteFiles

/// How far a first exchange is.
extension SyncMonitor {
  /// Counts what a first exchange brings, here or of another process, four times a second while it
  /// lasts.
  func followCatchingUp() {
    guard connection == .catchingUp || connection == .elsewhere(.catchingUp) else {
      if received != nil { received = nil }
      return
    }
    guard counting == nil else { return }
    counting = host.schedule(after: .milliseconds(250)) { [weak self] in
      Task { [weak self] in await self?.countReceived() }
    }
  }

  private func countReceived() async {
    received = await readReceived()
    counting = nil
    host.requestFrame()
  }
}
