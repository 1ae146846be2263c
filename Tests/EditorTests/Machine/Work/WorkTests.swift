import Editor
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct WorkTests {
  private func work(of driver: EditorDriver) throws -> EditorWork {
    try #require(
      driver.effects.compactMap { if case .work(let work) = $0 { work } else { nil } }.last)
  }

  /// A macro, to be played with a count that takes longer than a key may.
  private func macro() -> EditorDriver {
    var driver = EditorDriver("▌a")
    driver.press("qqax<esc>q")
    driver.effects = []
    return driver
  }

  @Test func `a count is typed as one change`() {
    var driver = EditorDriver("▌")
    driver.press("99999999ihello<esc>")

    #expect(driver.editor.buffer.byteCount == 500_000)
    #expect(driver.editor.isWorking == false)
    driver.press("u")
    #expect(driver.editor.text == "")
  }

  @Test func `work that takes longer than a key is the application's to do`() async throws {
    var driver = macro()
    let before = driver.editor.text
    driver.press("99999@q")

    #expect(driver.editor.isWorking)
    #expect(driver.editor.text == before)

    let result = try #require(await work(of: driver).run(steps: 50_000))
    driver.effects = driver.editor.finish(result, at: driver.time)

    #expect(driver.effects == [.message(.tooMuchWork), .bell])
    #expect(driver.editor.text == before)
    #expect(driver.editor.isWorking == false)
  }

  @Test(arguments: ["<esc>", "<c-c>"])
  func `a key ends the work and leaves what was there before`(key: String) async throws {
    var driver = macro()
    let before = driver.editor.text
    driver.press("99999@q")
    let work = try work(of: driver)
    driver.effects = []
    driver.press(key)

    #expect(driver.effects == [.endWork])
    #expect(driver.editor.text == before)

    let late = try #require(await work.run(steps: 1000))

    #expect(driver.editor.finish(late, at: driver.time).isEmpty)
  }

  @Test func `keys wait for the work's end`() async throws {
    var options = EditorOptions()
    options.stepsPerEvent = 200
    var driver = EditorDriver("▌a\nb", options: options)
    driver.press("qqax<esc>q40@q")
    #expect(driver.editor.isWorking)
    driver.press("jdd")
    #expect(driver.editor.text == "ax\nb")

    let result = try #require(await work(of: driver).run())
    driver.effects += driver.editor.finish(result, at: driver.time)

    #expect(driver.editor.text == "a" + String(repeating: "x", count: 41))
    #expect(driver.editor.isWorking == false)
  }

  @Test func `a change made elsewhere has the work done again`() async throws {
    var options = EditorOptions()
    options.stepsPerEvent = 200
    var driver = EditorDriver("▌a", options: options)
    driver.press("qqax<esc>q40@q")
    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "new\n"))
    let stale = try #require(await work(of: driver).run())
    driver.effects = driver.editor.finish(stale, at: driver.time)
    #expect(driver.editor.isWorking)

    let result = try #require(await work(of: driver).run())
    driver.effects = driver.editor.finish(result, at: driver.time)

    #expect(driver.editor.text == "new\na" + String(repeating: "x", count: 41))
  }

  @Test func `a text that has no room is refused, and nothing changes`() {
    var driver = EditorDriver("▌" + String(repeating: "x", count: 1000) + "\n")
    driver.press("yy")
    driver.effects = []
    driver.press("99999p")

    #expect(driver.effects.contains(.message(.tooLarge)))
    #expect(driver.editor.buffer.byteCount == 1001)
    #expect(driver.editor.history.canUndo == false)
  }

  @Test func `keys make a megabyte of a text, a paste and changes from elsewhere more`() {
    let quarter = String(repeating: "x", count: (256 << 10) - 1) + "\n"
    var driver = EditorDriver("▌" + quarter)
    driver.press("yy2p")
    #expect(driver.editor.buffer.byteCount == 3 * quarter.utf8.count)
    driver.effects = []
    driver.press("2p")
    #expect(driver.effects.contains(.message(.tooLarge)))

    driver.press("i")
    driver.effects = driver.editor.paste(quarter + quarter, at: driver.time)
    driver.effects += driver.editor.edit(
      [TextChange(range: 0..<0, replacement: quarter)], at: driver.time)

    #expect(!driver.effects.contains(.message(.tooLarge)))
    #expect(driver.editor.buffer.byteCount == 6 * quarter.utf8.count)
  }

  @Test func `keys make a note that was opened long an eighth longer`() {
    let line = String(repeating: "x", count: (128 << 10) - 1) + "\n"
    var driver = EditorDriver("▌" + String(repeating: line, count: 24))
    driver.press("yy3p")
    #expect(driver.editor.buffer.byteCount == 27 * line.utf8.count)
    driver.effects = []
    driver.press("p")

    #expect(driver.effects.contains(.message(.tooLarge)))
    // What was cut can be put where it belongs.
    driver.press("ddp")
    #expect(driver.editor.buffer.byteCount == 27 * line.utf8.count)
    #expect(driver.editor.history.canUndo)
  }

  @Test(arguments: [
    "99999o- x<esc>", "99999@a", "999999J", "99999gqip", "99999>>", "99999)", "99999~", "99999.",
    "99999u", "99999aw", "v99999iw", "99999gx", "99999g~~", "99999<c-e>", "99999gj",
  ])
  func `a large count is short, or the application's to do`(keys: String) async throws {
    var options = EditorOptions()
    options.stepsPerEvent = 1000
    let text = String(repeating: "- one two. Three\n", count: 50)
    var driver = EditorDriver("▌" + text, options: options)
    driver.press("qaAx<esc>q")
    driver.press(keys)
    if driver.editor.isWorking {
      let result = try #require(await work(of: driver).run(steps: 2_000))
      _ = driver.editor.finish(result, at: driver.time)
    }

    #expect(driver.editor.isWorking == false)
    expectInvariants(driver.editor, keys)
  }

  @Test func `a macro that calls itself ends`() {
    var driver = EditorDriver("▌a")
    driver.press("qqax<esc>@q@qq@q")

    #expect(driver.editor.buffer.byteCount < 100)
    #expect(driver.editor.isWorking == false)
  }

  @Test func `recording stops at the limit of a macro`() {
    var driver = EditorDriver("▌")
    driver.press("qai")
    driver.paste(String(repeating: "x", count: 20_000))

    #expect(driver.effects.contains(.message(.macroTooLong)))
    #expect(driver.editor.recordingRegister == nil)
    #expect(driver.editor.buffer.byteCount == 20_000)
  }

  @Test func `typing far is done again as one`() {
    let text = String(repeating: "wide ", count: 400)
    var driver = EditorDriver("▌")
    driver.press("i" + text + "<bs>!<esc>.")

    #expect(driver.editor.buffer.byteCount == 4000)
  }
}
