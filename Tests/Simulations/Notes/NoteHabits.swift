import MarfaServer
import TestSupport

/// How people edit notes as documents, and what goes wrong with that.
struct NoteHabits {
  /// The devices that never open a document.
  var plainDevices: Set<Int> = []
  /// Notes that stay attached to a device which has none open.
  var kept = 2
  /// Whether processes go on when everything heals; else they start again.
  var goesOn = false
  /// The server forgets the clients of documents; one in that many steps, never for 0.
  var forgetting = 0
  /// The server's process ends, and another one starts.
  var serverEnd = 0
  /// A wrong executor, for tests of the simulation itself.
  var fault = NoteFault.none
  /// Counts the notes that were opened.
  var opened = 0
  /// Whether the server is to look what waits for its item.
  var isFlushDue = false

  /// The habits of a history.
  static func drawn(seed: UInt64, devices: Int) -> NoteHabits {
    var numbers = SplitMix64(seed: seed &* 131 &+ 7)
    var habits = NoteHabits()
    if Bool.random(using: &numbers) { habits.plainDevices = [devices - 1] }
    habits.kept = [0, 1, 500].randomElement(using: &numbers) ?? 1
    habits.goesOn = Bool.random(using: &numbers)
    habits.forgetting = [0, 60, 200].randomElement(using: &numbers) ?? 0
    habits.serverEnd = [0, 0, 150].randomElement(using: &numbers) ?? 0
    return habits
  }

  /// A server that stores, trims and compacts documents after few changes.
  var settings: ServerSettings {
    var settings = ServerSettings()
    settings.documents.snapshotThreshold = 6
    settings.documents.snapshotInterval = 4
    settings.documents.compactionChanges = 3
    return settings
  }
}
