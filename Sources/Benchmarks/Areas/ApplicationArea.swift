import Foundation
import MarfaSDK
import MarfaTerminal
import NoteEditing
import Settings
import TerminalDriver
import TerminalLayers
import TerminalUI

/// The whole application without a terminal: from a key to the frame it makes, with all notes in
/// the store.
enum ApplicationArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let stores = try await setting.stores()
    let screen = try await Screen(stores.client, home: setting.path("home"))
    let size = Size(columns: 120, rows: 40)
    try await screen.settle(size)
    for size in [Size(columns: 80, rows: 24), size] {
      let name = "application on an open store, first frame, \(size.columns)×\(size.rows)"
      try await report.row(
        samples: 30, .median(seconds: 0.05),
        ours: Action(name) {
          let other = try await Screen(stores.client, home: setting.path("home"))
          await other.showFirst(size)
        })
    }
    try await report.row(
      samples: 500, .p95(seconds: 0.005),
      ours: Action("key j to its frame, 120×40") { await screen.press("j", size) })
    try await report.row(
      samples: 200, .p95(seconds: 0.005),
      ours: Action("burst of 100 keys j, one frame") {
        await screen.press(String(repeating: "j", count: 100), size)
      })
    try await report.row(
      samples: 200, .p95(seconds: 0.005),
      ours: Action("a frame with nothing changed, 120×40") { await screen.press("", size) })
  }
}

/// A terminal that nobody sees, with the application in it.
@MainActor private final class Screen: ApplicationHost {
  private final class Nothing: ScheduledAction {
    func cancel() {}
  }

  private let store: MarfaStore
  private var application: Application?

  init(_ client: LocalClient, home: String) async throws {
    store = MarfaStore(store: client.store)
    let environment = ["HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    let settings = ApplicationSettings(
      directories: ApplicationDirectories(environment: environment), environment: environment,
      executable: "/usr/bin/marfa", isUnicode: true, calendar: Calendar(identifier: .gregorian))
    let start = ContinuousClock.now
    application = Application(
      context: Context(
        client: client, store: store, host: self, settings: settings, now: { Date() },
        elapsed: { ContinuousClock.now - start }),
      requestFrame: {})
  }

  /// Draws the first frame as the program does: whole, once it is read what it shows.
  func showFirst(_ size: Size) async {
    await application?.readFirstScreen(size: size)
    _ = application?.render(size: size)
  }

  /// Draws until every query shows what is stored.
  func settle(_ size: Size) async throws {
    _ = application?.render(size: size)
    await store.settle()
    _ = application?.render(size: size)
  }

  /// Sends keys in one go and draws the frame after them.
  func press(_ keys: String, _ size: Size) {
    for key in keys { application?.handle(.key(KeyEvent(key))) }
    _ = application?.render(size: size)
  }

  func requestFrame() {}

  func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledAction { Nothing() }

  func redrawEverything() {}
  func setInput(isTaken: Bool) {}
  func setMouse(isEnabled: Bool) {}
  func suspend() {}
  func quit() {}
  func runProgram(_ arguments: [String], environment: [String: String]?) async throws -> Int32 { 0 }
  func start(_ arguments: [String]) async -> String? { nil }
  func copy(_ text: String) async -> String? { nil }
  func alert(_ kind: AlertKind) {}
  func setTitle(_ title: String) {}
  func paste() async -> String? { nil }
}
