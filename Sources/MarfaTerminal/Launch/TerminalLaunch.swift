import Dispatch
import Foundation
import MarfaSDK
import NoteEditing
import NoteFiles
import Settings
import TerminalDriver
import TerminalLayers
import TerminalUI
import Workbench

/// Starts the application in the terminal, and ends it.
@MainActor package final class TerminalLaunch {
  /// What the command line and the environment say.
  package struct Options: Sendable {
    /// The process's variables.
    package var environment: [String: String]
    /// The absolute path of the running program.
    package var executable: String
    /// Whether only ASCII is drawn, whatever the locale.
    package var isASCII = false
    /// Whether the screen is for a screen reader.
    package var isPlain = false
    /// Which colours were asked for.
    package var color = ColorPolicy.Choice.automatic
    /// The theme to show instead of the configured one; nil for that.
    package var theme: String?
    /// The name of an action that is done once the first frame is shown; nil for none.
    package var action: String?
    /// Prints a line to standard error after the end; nothing in it can act on a terminal.
    package var report: @Sendable (String) -> Void

    /// The defaults for a process.
    package init(
      environment: [String: String], executable: String,
      report: @escaping @Sendable (String) -> Void
    ) {
      self.environment = environment
      self.executable = executable
      self.report = report
    }
  }

  private let options: Options
  private let terminal: Terminal
  private let loop: MainLoop
  private let application: Application
  private var monitor: SettingsMonitor?
  private let runMark: RunMark
  private var isEnding = false
  /// Ends the program when the engine does not stop in time.
  private var lastResort: (any ScheduledAction)?

  /// How long the first frame waits for what it shows; a slow disk must not leave the screen blank.
  private static let firstScreenLimit = Duration.milliseconds(60)
  /// How long the shell waits for the engine to stop, when the screen is the shell's again.
  private static let stopLimit = Duration.milliseconds(300)

  /// Opens notes and terminal, and shows the first frame.
  ///
  /// - Parameter options: What the command line says.
  /// - Returns: The running application; it must be kept.
  /// - Throws: `StorageError` or a file error for the notes, `TerminalError` for the terminal. The
  ///   terminal is as it was.
  package static func start(_ options: Options) async throws -> TerminalLaunch {
    let directories = ApplicationDirectories(
      environment: options.environment,
      currentDirectory: FileManager.default.currentDirectoryPath,
      accountHome: ApplicationDirectories.accountHome)
    try directories.createBesideNotes()
    // The settings are read here while the notes are opened on another thread.
    async let opening = openNotes(in: directories)
    let settings = try readSettings(options, directories)
    let client = try await opening
    return try TerminalLaunch(options, settings, client: client, store: client.makeStore())
  }

  private nonisolated static func openNotes(
    in directories: ApplicationDirectories
  ) async throws -> LocalClient {
    let environment = StoreEnvironment(
      device: ConfigurationStore(directories: directories).deviceLabel, wordUpkeep: .inPauses)
    let client = try await LocalClient.open(
      path: NotesFile.path(in: directories),
      configuration: ClientConfiguration(environment: environment))
    try await Welcome.createIfNew(in: client, directories: directories)
    return client
  }

  private static func readSettings(
    _ options: Options, _ directories: ApplicationDirectories
  ) throws -> ApplicationSettings {
    let isUnicode = !options.isASCII && Locale.isUTF8(options.environment)
    var settings = ApplicationSettings(
      directories: directories, environment: options.environment,
      executable: options.executable, isUnicode: isUnicode, calendar: .autoupdatingCurrent,
      isPlain: options.isPlain)
    // Loads what is known of time zones, which takes milliseconds, before it is waited for.
    _ = settings.calendar.startOfDay(for: Date())
    guard let theme = options.theme else { return settings }
    let names = settings.themeNames
    guard names.contains(theme) else {
      throw CommandFailure(
        .usage, "Unknown theme “\(theme)”; available: \(names.joined(separator: ", ")).")
    }
    settings.override(theme: theme)
    return settings
  }

  private init(
    _ options: Options, _ chosen: ApplicationSettings, client: LocalClient, store: MarfaStore
  ) throws {
    self.options = options
    var settings = chosen
    runMark = RunMark(directories: settings.directories)
    let terminalOptions = TerminalOptions(options, settings.configuration)
    terminal = try Terminal.open(terminalOptions)
    if terminal.colorDepth == .monochrome { settings.override(theme: "mono") }
    if terminalOptions.asksPictures, ProgramPath.find("chafa", in: options.environment) != nil {
      settings.halfBlocksFound(CellPicture.Colors(terminal.colorDepth))
    }
    let channel = MainLoopChannel()
    let start = ContinuousClock.now
    loop = MainLoop(screen: terminal, channel: channel)
    let quitter = Quitter()
    let host = TerminalHost(
      screen: terminal, channel: channel,
      clipboard: Clipboard(
        method: settings.configuration.clipboard, environment: options.environment),
      quit: { quitter.quit() })
    application = Application(
      context: Context(
        client: client, store: store, host: host, settings: settings, now: { Date() },
        elapsed: { ContinuousClock.now - start }),
      requestFrame: { channel.post(.redraw) })
    connect()
    quitter.launch = self
    if terminal.isFallback { tellFallback() }
    showFirstScreen()
  }

  /// What the host calls when the application wants to end; the launch is made after the host.
  @MainActor private final class Quitter {
    weak var launch: TerminalLaunch?
    func quit() { launch?.end(code: 0) }
  }

  /// Draws the first frame when what it shows has been read, or has taken too long.
  private func showFirstScreen() {
    loop.holdFrames()
    loop.start()
    Task { [weak self, application, loop, size = terminal.size] in
      await application.readFirstScreen(size: size)
      loop.releaseFrames()
      self?.beginUpkeep()
    }
    Task { [weak self] in self?.prepareBesideReading() }
    _ = application.context.host.schedule(after: Self.firstScreenLimit) { [loop] in
      loop.releaseFrames()
    }
  }

  /// Does what reads no notes: such a read would open another connection next to that of the first
  /// screen.
  private func prepareBesideReading() {
    watchFiles()
    if let action = options.action { application.run(action) }
    LastRuns(context: application.context).check(brokenRuns: runMark.set())
  }

  private func beginUpkeep() {
    application.context.upkeep.stored()
    SyncLaunch(context: application.context, queue: .main).begin()
    application.backup.beginSoon()
  }

  private func connect() {
    loop.onEvent = { [application, terminal] event in
      if case .resize = event {
        application.context.settings.cellsMeasured(terminal.cellPixels)
      }
      application.handle(event)
    }
    loop.onFrame = { [application] in application.render(size: $0) }
    loop.onBackgroundColor = { [application] red, green, blue in
      let luminance = ContrastLint.luminance(.rgb(red: red, green: green, blue: blue)) ?? 0
      application.context.settings.backgroundChanged(luminance > 0.18 ? .light : .dark)
    }
    loop.onPictures = { [application, terminal] form in
      application.context.settings.cellsMeasured(terminal.cellPixels)
      application.context.settings.picturesFound(form)
      application.context.host.requestFrame()
    }
    terminal.onTermination = { [weak self] reason in self?.terminated(reason) }
  }

  private func tellFallback() {
    let name = TextWidth.visible(options.environment["TERM"] ?? "")
    application.context.messages.notice(
      "Unknown terminal \(name); treating it as \(terminal.terminalName).")
  }

  // MARK: - Files

  /// Reads configuration, keys and themes again when one of them is saved.
  private func watchFiles() {
    let monitor = SettingsMonitor(directories: application.context.settings.directories) {
      [channel = loop.channel, weak self] in
      channel.perform { self?.filesChanged() }
    }
    monitor.restart()
    monitor.watchSignal()
    self.monitor = monitor
    if let problem = monitor.problem {
      application.context.messages.error(
        "Changes to the configuration will not be noticed: \(ErrorText.sentence(for: problem))")
    }
    application.actions.session.tellDiagnostics()
  }

  private func filesChanged() {
    let wantedMouse = application.context.settings.configuration.isMouseEnabled
    application.context.settings.reload()
    let wantsMouse = application.context.settings.configuration.isMouseEnabled
    if wantsMouse != wantedMouse { application.actions.session.setMouse(wantsMouse) }
    application.actions.session.tellDiagnostics()
    loop.channel.post(.redraw)
  }

  // MARK: - The end

  private func terminated(_ reason: TerminationReason) {
    // A large text takes its time, and the terminal need not wait for it.
    terminal.retire()
    let quitting = application.actions.quitting
    quitting.end { [self] in
      // The terminal may be gone: there is nobody to tell, and nothing else to try.
      try? await quitting.rescueUnsaved()
      end(code: reason.exitCode)
    }
  }

  private func tellRest() {
    for path in application.actions.quitting.rescued {
      options.report("A note could not be saved; its text is kept in \(path).")
    }
    let uploads = application.actions.quitting.interruptedUploads
    guard uploads > 0 else { return }
    let files = uploads == 1 ? "1 upload goes" : "\(uploads) uploads go"
    options.report(
      application.actions.quitting.sendsInBackground
        ? "\(files) on in the background; `marfa uploads --watch` shows how far."
        : "\(files) on at the next start, or now with `marfa sync --wait`.")
  }

  /// Ends the process; what it leaves to another one is begun then, as only one works with the
  /// server.
  private func leave(with status: Int32) -> Never {
    application.context.sync.giveUpConnecting()
    if application.actions.quitting.sendsInBackground { sendInBackground() }
    exit(status)
  }

  /// Starts a process that sends the rest, for an hour at most; without it the next start does.
  private func sendInBackground() {
    let process = Process()
    process.executableURL = URL(filePath: options.executable)
    process.arguments = ["sync", "--wait", "--timeout", "3600", "--quiet"]
    process.environment = options.environment
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    do {
      try process.run()
    } catch {
      options.report("The background process cannot be started: \(ErrorText.sentence(for: error))")
    }
  }

  private func end(code: Int32) {
    guard !isEnding else { return }
    isEnding = true
    application.workspace.note.leave()
    loop.stop()
    terminal.stop()
    runMark.remove()
    terminal.sayAfterwards { tellRest() }
    let status =
      application.actions.quitting.rescued.isEmpty ? code : max(code, ExitStatus.failure.rawValue)
    let sync = application.context.sync
    guard sync.hasEngine else { leave(with: status) }
    // What is on its way then is sent again at the next start, under the same key.
    lastResort = application.context.host.schedule(after: Self.stopLimit) { [self] in
      leave(with: status)
    }
    Task {
      await sync.stop()
      leave(with: status)
    }
  }
}
