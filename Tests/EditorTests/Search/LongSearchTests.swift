import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct LongSearchTests {
  /// A long text for an editor of whose texts a key searches 4 KiB; the needles are farther away.
  private static let filler = String(repeating: "some line of text\n", count: 300)
  private static let text = "▌start\n" + filler + "Needle one\n" + filler + "needle two\n" + filler
  private static let first = 6 + filler.utf8.count
  private static let second = first + 11 + filler.utf8.count

  private func driver() -> EditorDriver {
    var options = EditorOptions()
    options.searchedBytes = 4096
    return EditorDriver(Self.text, options: options)
  }

  @Test func `a far match is shown when it is found, and typing does not wait for it`() async {
    var driver = self.driver()
    driver.press("/needle")
    #expect(driver.editor.isSearching)
    #expect(driver.editor.prompt?.matches?.isComplete == false)

    await driver.finishSearches()

    #expect(driver.editor.prompt?.matches?.total == 2)
    #expect(driver.editor.prompt?.matches?.current == 1)
    #expect(driver.editor.prompt?.matches?.isComplete == true)
    driver.press("<cr>")
    #expect(!driver.editor.isSearching)
    #expect(driver.editor.cursor == Self.first)
  }

  @Test func `Enter waits for a far match`() async {
    var driver = self.driver()
    driver.press("/needle t<cr>")
    #expect(driver.editor.cursor == 0)
    #expect(driver.editor.mode == .prompt)

    await driver.finishSearches()

    #expect(driver.editor.cursor == Self.second)
    #expect(driver.editor.mode == .normal)
  }

  @Test func `a text that is nowhere in a long note is reported once all was read`() async {
    var driver = self.driver()
    driver.press("/nowhere<cr>")
    #expect(!driver.effects.contains(.bell))

    await driver.finishSearches()

    #expect(driver.effects.contains(.message(.patternNotFound("nowhere"))))
    #expect(driver.editor.cursor == 0)
  }

  @Test(arguments: [("n", 0), ("2n", 1), ("N", 0), ("*", 1)])
  func `a motion to a far match is done when it is found`(keys: String, found: Int) async {
    var driver = self.driver()
    driver.press("/needle<cr>")
    await driver.finishSearches()
    driver.effects = []

    driver.press(keys)
    #expect(driver.editor.isSearching)
    await driver.finishSearches()

    #expect(driver.editor.cursor == [Self.second, Self.first][found])
  }

  @Test func `an operator takes the text up to a far match`() async {
    var driver = self.driver()
    driver.press("d/needle two<cr>")
    await driver.finishSearches()

    #expect(driver.editor.cursor == 0)
    #expect(driver.editor.buffer.byteCount == 11 + Self.filler.utf8.count)
    #expect(driver.editor.buffer.lineText(0) == "needle two")

    driver.press("u")
    #expect(driver.editor.buffer.byteCount == Self.second + 11 + Self.filler.utf8.count)
  }

  @Test func `backwards the last match is found first`() async {
    var driver = self.driver()
    driver.press("?needle<cr>")
    await driver.finishSearches()

    #expect(driver.editor.cursor == Self.second)
  }

  @Test func `Escape ends the waiting and then closes the line`() async {
    var driver = self.driver()
    driver.press("/needle<cr><esc>")
    #expect(!driver.editor.isSearching)
    #expect(driver.editor.mode == .prompt)
    #expect(driver.effects.contains(.endSearch))

    driver.press("<esc>")
    #expect(driver.editor.mode == .normal)
    #expect(driver.editor.cursor == 0)
  }

  @Test func `a search through a text that changed is done again`() async throws {
    var driver = self.driver()
    driver.press("/needle<cr>")
    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "more "))

    await driver.finishSearches()

    #expect(driver.editor.cursor == Self.first + 5)
  }

  @Test func `expressions and letters beyond ASCII are looked for in a long text`() async {
    for (pattern, place) in [("<a-r>needle t[a-z]o", Self.second), ("ÄÖ", -1)] {
      var driver = self.driver()
      driver.press("/\(pattern)<cr>")
      await driver.finishSearches()
      #expect(driver.editor.cursor == max(0, place))
    }
  }

  @Test func `keys that come faster than frames cost one search`() {
    var driver = self.driver()
    driver.isSlow = false
    driver.press("/needle two<bs><bs><bs>o")
    #expect(driver.editor.previews == 0)
    #expect(!driver.editor.isSearching)

    driver.effects += driver.editor.catchUp()

    #expect(driver.editor.previews == 1)
    #expect(driver.editor.isSearching)
    #expect(driver.editor.catchUp().isEmpty)
    #expect(driver.editor.previews == 1)
  }

  @Test func `a pattern that is entered before a frame is not previewed`() async {
    var driver = self.driver()
    driver.isSlow = false
    driver.press("/nee<cr>")
    await driver.finishSearches()
    #expect(driver.editor.cursor == Self.first)
    driver.press("g/start<cr>")
    driver.effects += driver.editor.catchUp()

    #expect(driver.editor.prompt?.kind == .replacement)
    #expect(driver.editor.prompt?.matches?.total == 1)
  }

  @Test func `a search ends with the first key that changes its pattern`() {
    var driver = self.driver()
    driver.press("/needle")
    driver.effects = []
    driver.isSlow = false
    driver.press("s")

    #expect(driver.effects == [.endSearch])
    #expect(!driver.editor.isSearching)
  }

  @Test(arguments: ["(a*)*\\1b", "(?:a|aa|aaa)+$", "(?:a?){40}b", "[ä-ü]*ö"])
  func `an expression that a frame has no time for is looked for elsewhere`(
    pattern: String
  ) async {
    let lines = String(repeating: String(repeating: "aä", count: 30) + "c\n", count: 60)
    var options = EditorOptions()
    options.stepsPerEvent = 300
    var driver = EditorDriver("▌" + lines + "aaöb\naa", options: options)
    driver.press("/<a-r>")
    driver.paste(pattern)
    #expect(driver.editor.isSearching)
    #expect(driver.editor.prompt?.matches?.isComplete == false)

    await driver.finishSearches()
    let found = driver.editor.prompt?.matches
    options.stepsPerEvent = 100_000_000
    var patient = EditorDriver("▌" + lines + "aaöb\naa", options: options)
    patient.press("/<a-r>")
    patient.paste(pattern)

    #expect(!patient.editor.isSearching)
    #expect(found == patient.editor.prompt?.matches)
  }

  @Test func `a search that is cancelled finds nothing`() async throws {
    var driver = self.driver()
    driver.press("/needle")
    let jobs = driver.effects.compactMap { if case .search(let job) = $0 { job } else { nil } }
    let job = try #require(jobs.last)

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await job.run()
    }

    #expect(await task.value == nil)
    driver.press("<esc>")
    #expect(driver.editor.cursor == 0)
  }
}
