import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Settings
import TerminalFixtures
import TerminalLayers
import TerminalUI
import TestSupport
import Workbench

/// The whole application over a store in memory: keys go in, screens come out.
///
/// The wall clock stands at 2026-01-01 00:00:00 UTC until it is moved, ids repeat, and nothing
/// happens between `type(_:)` and the end of all work.
@MainActor final class ApplicationFixture {
  let client: LocalClient
  let store: MarfaStore
  let host = TestHost()
  let clock: ManualWallClock
  let application: Application
  let folder: TemporaryDirectory
  var size: Size
  private let refreshClock = ManualClock()
  private let monotonic = MonotonicTime()

  /// The time that never goes back, which each key of `press(_:)` moves.
  private final class MonotonicTime {
    var now = Duration.zero
  }

  /// Creates the application at its first frame.
  ///
  /// - Parameters:
  ///   - columns: The terminal's width.
  ///   - rows: The terminal's height.
  ///   - environment: Variables beyond the directories.
  ///   - isUnicode: Whether the terminal shows more than ASCII.
  ///   - notes: Bodies of notes to begin with; each is a minute younger than the one before.
  ///   - remembered: What the last run left.
  ///   - configuration: The text of `config.yaml`.
  ///   - isPlain: Whether the screen is for a screen reader.
  ///   - stored: The notes, in place of a store in memory.
  /// - Throws: What the store or the file system has against it.
  init(
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], isUnicode: Bool = true,
    notes: [String] = [], remembered: RememberedState? = nil, configuration: String? = nil,
    isPlain: Bool = false, sdk stored: LocalStore? = nil
  ) async throws {
    size = Size(columns: columns, rows: rows)
    folder = try TemporaryDirectory()
    clock = ManualWallClock(MarfaSDKTest.start)
    let sdk = try stored ?? MarfaSDKTest.makeInMemoryStore(clock: clock)
    client = LocalClient(store: sdk)
    store = MarfaStore(store: sdk, clock: refreshClock)
    for body in notes {
      try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["body": .string(body)]))
      clock.advance(byMilliseconds: 60_000)
    }
    var variables = environment
    variables["MARFA_CONFIG"] = folder.path + "/config"
    variables["MARFA_DATA"] = folder.path + "/data"
    variables["MARFA_STATE"] = folder.path + "/state"
    let directories = ApplicationDirectories(environment: variables)
    if let remembered { try StateFile(directories: directories).save(remembered) }
    if let configuration { try folder.write(configuration, to: "config/config.yaml") }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let settings = ApplicationSettings(
      directories: directories, environment: variables, executable: "/nowhere/marfa",
      isUnicode: isUnicode, calendar: calendar, isPlain: isPlain)
    let clock = clock
    application = Application(
      context: Context(
        client: client, store: store, host: host, settings: settings,
        now: { Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1000) },
        elapsed: { [monotonic] in
          monotonic.now + .milliseconds(clock.now.milliseconds - MarfaSDKTest.start.milliseconds)
        }),
      requestFrame: { [host] in Task { @MainActor in host.requestFrame() } })
    await settle()
  }

  /// Presses keys as `keys.yaml` names them, separated by spaces, and waits for all that they
  /// cause; 200 ms pass before each.
  func press(_ keys: String) async {
    for name in keys.split(separator: " ") {
      guard let chord = KeyChord(parsing: name) else {
        preconditionFailure("There is no key \(name).")
      }
      monotonic.now += .milliseconds(200)
      application.handle(.key(chord.event))
      await settle()
    }
  }

  /// Types text, character by character, as fast as it comes.
  func type(_ text: String) async {
    for character in text {
      application.handle(.key(KeyEvent(character == "\n" ? .enter : .character(character))))
    }
    await settle()
  }

  /// Waits until all work, all reads and all refreshes have ended, and the frame shows them.
  func settle() async {
    for _ in 0..<6 {
      _ = application.render(size: size)
      await application.context.work.finish()
      await application.context.files.finish()
      await application.workspace.note.finishLoading()
      await application.actions.quitting.finish()
      await application.context.upkeep.finish()
      refreshClock.advance(by: .seconds(1))
      await store.settle()
    }
  }

  /// Lets the time of all delays pass: autosave, the which-key box.
  func passDelays() async {
    host.fireAll()
    await settle()
  }

  /// Waits until the screen shows a text: draws when a frame is asked for, and lets everything else
  /// happen meanwhile.
  func waitForScreen(with text: String) async {
    await waitForFrame(in: { screen.contains(text) })
  }

  /// Waits until a frame is asked for in which something holds; queries that wait for their time
  /// get it meanwhile.
  func waitForFrame(in which: @MainActor () -> Bool) async {
    let time = Task { [refreshClock] in
      while true {
        try await refreshClock.waitForSleepers(1)
        refreshClock.advance(by: .seconds(1))
      }
    }
    defer { time.cancel() }
    await host.waitForFrame(in: which)
  }

  /// The present frame.
  var frame: Surface { application.render(size: size) }

  /// The present screen as lines of text, without trailing spaces.
  var screen: String {
    frame.textRows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// Shows the files that wait in a connected store, and the uploads that the test reports.
  func showUploads() async -> BlobUploadProgressQuery {
    application.context.sync.begin(in: store)
    await settle()
    let query = BlobUploadProgressQuery()
    application.context.sync.uploads.follow(query)
    return query
  }

  /// Creates a notebook, within another one or at the top; its id.
  func notebook(_ title: String, in parent: String? = nil) async throws -> String {
    let item = try await client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": .string(title)]))
    if let parent { _ = try await client.store.move(id: item.id, toNotebook: parent) }
    return item.id
  }

  /// The ids of the notes in the list, by title.
  func id(titled title: String) async throws -> String? {
    try await client.store.linkedItem(title, as: .name, from: nil)
  }
}
