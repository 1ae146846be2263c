import Foundation
import TerminalDriver
import TerminalUI

/// Shows the last event and a list, and obeys a few keys.
///
/// j and k move, q quits, r redraws, e runs a program that upsets the modes, s one that stops, t
/// one that waits, d one that ignores signals, h leaves what is typed in the terminal until the
/// size changes, n one that does not exist, x traps, w gives the terminal back and goes on, Ctrl-Z
/// suspends, Ctrl-L repaints. u asks its own process to end, as another one might; o quits at the
/// next turn of other work, with 4 where more than 8,192 events come before it.
@MainActor final class ProbeApplication {
  private static var running: ProbeApplication?
  private let terminal: Terminal
  private let loop: MainLoop
  private var status = ""
  private var eventCount = 0
  private var selection = 0
  private var isRunning = false
  /// The code to end with when the program that runs has ended.
  private var exitCode: Int32?
  /// Shown where the terminal can.
  private let picture =
    ProcessInfo.processInfo.environment["PROBE_PICTURE"] == "sixel"
    ? Picture(form: .sixel, byteCount: 16, payload: Array("\u{1b}Pq\"1;1;1;6~\u{1b}\\".utf8))
    : Picture(form: .png, byteCount: 3, payload: Array("QUJD".utf8))

  static func start() {
    do {
      running = try ProbeApplication()
    } catch {
      FileHandle.standardError.write(Data("probe: \(error)\n".utf8))
      exit(3)
    }
  }

  private init() throws {
    let environment = ProcessInfo.processInfo.environment
    var options = TerminalOptions(environment: environment)
    options.isTitleEnabled = environment["PROBE_TITLE"] != nil
    options.asksBackground = environment["PROBE_BACKGROUND"] != nil
    options.asksPictures = environment["PROBE_PICTURE"] != nil
    options.asksEmoji = environment["PROBE_EMOJI"] != nil
    options.color = environment["PROBE_COLOR"].flatMap(ColorPolicy.Choice.init) ?? .automatic
    terminal = try Terminal.open(options)
    loop = MainLoop(screen: terminal)
    loop.onEvent = { [unowned self] in handle($0) }
    loop.onFrame = { [unowned self] in frame($0) }
    loop.onBackgroundColor = { [unowned self] in status = "background \($0) \($1) \($2)" }
    loop.onPictures = { [unowned self] in
      let cell = terminal.cellPixels
      status = "pictures \($0) \(cell?.columns ?? 0)x\(cell?.rows ?? 0)"
    }
    terminal.onTermination = { [unowned self] in
      if isRunning { exitCode = $0.exitCode } else { quit($0.exitCode) }
    }
    terminal.setTitle("probe \u{1b}]2;evil\u{7}")
    loop.start()
  }

  private func quit(_ code: Int32) {
    loop.stop()
    terminal.stop()
    if let farewell = ProcessInfo.processInfo.environment["PROBE_FAREWELL"] {
      terminal.sayAfterwards { FileHandle.standardError.write(Data(farewell.utf8)) }
    }
    exit(code)
  }

  private func handle(_ event: InputEvent) {
    guard case .key(let key) = event else {
      eventCount += 1
      status = "event \(eventCount) \(Self.name(event))"
      terminal.setInput(isTaken: true)
      return
    }
    switch (key.key, key.modifiers) {
    case (.character("q"), []): quit(0)
    case (.character("j"), []): selection += 1
    case (.character("k"), []): selection -= 1
    case (.character("r"), []): break
    case (.character("e"), []): run(["sh", "-c", "stty sane; printf '\\033[?25l'; exit 7"])
    case (.character("s"), []): run(["sh", "-c", "kill -STOP $$; exit 5"])
    case (.character("t"), []): run(["sh", "-c", "echo at work; read line"])
    case (.character("d"), []): run(["sh", "-c", "trap '' TERM HUP; echo deaf; read line"])
    case (.character("n"), []): run(["no-such-program"])
    case (.character("x"), []): trap()
    case (.character("h"), []):
      terminal.setInput(isTaken: false)
      status = "held"
    case (.character("u"), []): kill(getpid(), SIGTERM)
    case (.character("o"), []):
      let before = eventCount
      DispatchQueue.main.async { [unowned self] in quit(eventCount - before > 8_192 ? 4 : 0) }
    case (.character("w"), []):
      terminal.retire()
      loop.channel.post(.redraw)
    case (.character("z"), .control): terminal.suspend()
    case (.character("l"), .control): terminal.invalidate()
    default:
      eventCount += 1
      status = "event \(eventCount) \(Self.name(event))"
    }
  }

  private static func name(_ event: InputEvent) -> String {
    switch event {
    case .key(let key): "key \(key.key) \(key.modifiers.rawValue)"
    case .paste(let text): "paste \(text.utf8.count)"
    case .mouse(let mouse): "mouse \(mouse.action)"
    case .focus(let isFocused): "focus \(isFocused)"
    case .resize(let size): "resize \(size.columns)x\(size.rows)"
    }
  }

  /// Other traps say nothing in an optimized program.
  private func trap() { fatalError("the probe traps") }

  private func run(_ arguments: [String]) {
    isRunning = true
    Task {
      do {
        status = "child \(try await terminal.run(ChildCommand(arguments)))"
      } catch {
        status = "child failed"
      }
      isRunning = false
      if let exitCode { quit(exitCode) }
      loop.channel.post(.redraw)
    }
  }

  /// A text that leads somewhere else with each selected row, and at the third nowhere.
  private func drawLink(on surface: inout Surface) {
    let column = surface.draw("site", at: Point(column: 60, row: 0), style: Style(modifiers: .bold))
    guard selection < 2, let link = Hyperlink("https://example.org/\(selection)") else { return }
    surface.link(Rect(column: 60, row: 0, columns: column - 60, rows: 1), to: link)
  }

  private func frame(_ size: Size) -> Surface {
    var surface = Surface(size: size)
    let (top, body) = surface.bounds.splitTop(3)
    let green = Style(foreground: .ansi(2), modifiers: .bold)
    surface.draw(
      StyledText("probe \(size.columns)x\(size.rows) \(terminal.terminalName)", style: green),
      in: top.line(0))
    let warm = Style(foreground: .rgb(red: 200, green: 100, blue: 0))
    surface.draw(StyledText("漢字é🇩🇪👨‍👩‍👧❤️\u{1fae8}|ready", style: warm), in: top.line(1))
    let text = ProcessInfo.processInfo.environment["PROBE_TEXT"]
    surface.draw(StyledText(status.isEmpty ? text ?? "" : status), in: top.line(2))
    if ProcessInfo.processInfo.environment["PROBE_LINK"] != nil { drawLink(on: &surface) }
    drawRows(in: body, on: &surface)
    if ProcessInfo.processInfo.environment["PROBE_PICTURE"] != nil, selection < 2 {
      surface.place(picture, in: Rect(column: 60, row: 5 + selection, columns: 10, rows: 4))
    }
    return surface
  }

  /// A hundred rows, scrolled so that the selected one is seen; the cursor is on it.
  private func drawRows(in body: Rect, on surface: inout Surface) {
    guard !body.isEmpty else { return }
    let top = max(0, selection - body.rows + 1)
    for row in top..<min(100, top + body.rows) {
      let line = body.line(row - top)
      let style = row == selection ? Style(modifiers: .bold) : .plain
      surface.fill(line, style: style)
      surface.draw(
        StyledText("\(row == selection ? "▌" : " ")row \(row)"), in: line, style: style)
    }
    surface.cursor = Point(column: body.minColumn, row: body.minRow + selection - top)
  }
}
