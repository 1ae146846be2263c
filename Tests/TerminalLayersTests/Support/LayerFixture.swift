import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Settings
import TerminalFixtures
import TerminalLayers
import TestSupport
import Workbench

/// What a layer knows of the application around it, over a store in memory; there is no screen.
@MainActor struct LayerFixture {
  let host = TestHost()
  let context: Context
  private let folder: TemporaryDirectory

  /// A context without notes, at 2026-01-01 00:00:00 UTC.
  ///
  /// - Throws: What the store or the file system has against it.
  init() throws {
    folder = try TemporaryDirectory()
    let clock = ManualWallClock(MarfaSDKTest.start)
    let store = try MarfaSDKTest.makeInMemoryStore(clock: clock)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let variables = [
      "MARFA_CONFIG": folder.path + "/config", "MARFA_DATA": folder.path + "/data",
      "MARFA_STATE": folder.path + "/state",
    ]
    let settings = ApplicationSettings(
      directories: ApplicationDirectories(environment: variables), environment: variables,
      executable: "/nowhere/marfa", isUnicode: true, calendar: calendar)
    context = Context(
      client: LocalClient(store: store), store: MarfaStore(store: store, clock: ManualClock()),
      host: host, settings: settings,
      now: { Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1000) },
      elapsed: { .zero })
  }
}
