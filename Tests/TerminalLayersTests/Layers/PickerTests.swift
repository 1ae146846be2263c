import MarfaSDK
import TerminalLayers
import TerminalUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct PickerTests {
  /// Rows that are the typed text and a second one; it counts what it is asked.
  private final class CountingRows: PickerSource {
    private(set) var reads = 0
    private(set) var previewed: [String] = []
    private(set) var chosen: [String] = []
    private var text = ""

    var rows: [PickerRow] {
      reads += 1
      return [PickerRow(id: text + "1", title: text), PickerRow(id: text + "2", title: text)]
    }

    func update(text: String) { self.text = text }
    func preview(_ row: PickerRow) { previewed.append(row.id) }

    func choose(_ row: PickerRow, text: String) -> PickerOutcome {
      chosen.append(row.id)
      return .close()
    }
  }

  private func makePicker(_ rows: CountingRows) throws -> (Picker, LayerFixture) {
    let fixture = try LayerFixture()
    let picker = Picker(context: fixture.context, title: "Test", source: rows)
    return (picker, fixture)
  }

  private func type(_ text: String, into picker: Picker) {
    for character in text { _ = picker.handle(.key(KeyEvent(.character(character)))) }
  }

  @Test func `keys that come before a frame read no rows`() throws {
    let rows = CountingRows()
    let (picker, _) = try makePicker(rows)
    let before = rows.reads

    type("reed", into: picker)

    #expect(rows.reads == before)
    #expect(rows.previewed.isEmpty)
  }

  @Test func `moving begins at the best row for the text as it is now`() throws {
    let rows = CountingRows()
    let (picker, _) = try makePicker(rows)

    type("reed", into: picker)
    picker.move(.down(1))

    #expect(rows.previewed == ["reed1", "reed2"])
  }

  @Test func `Enter chooses the best row for the text as it is now`() throws {
    let rows = CountingRows()
    let (picker, _) = try makePicker(rows)
    picker.move(.down(1))

    type("reed", into: picker)
    _ = picker.activate()

    #expect(rows.chosen == ["reed1"])
  }

  // MARK: - What there is to see of a row

  /// A note and a tag.
  private final class NoteAndTag: PickerSource {
    let id: String
    let hasPreview = true
    init(id: String) { self.id = id }

    var rows: [PickerRow] {
      [PickerRow(id: id, title: "Rye bread"), PickerRow(id: "#bread", title: "#bread")]
    }

    func update(text: String) {}
    func noteId(of row: PickerRow) -> String? { row.id == id ? id : nil }
    func choose(_ row: PickerRow, text: String) -> PickerOutcome { .stay }
  }

  private func screen(
    _ picker: Picker, _ fixture: LayerFixture, columns: Int
  ) async -> String {
    let settings = fixture.context.settings
    let frame = Frame(
      theme: settings.theme, glyphs: settings.glyphs, now: fixture.context.now(),
      calendar: settings.calendar)
    var surface = Surface(size: Size(columns: columns, rows: 30))
    let place = picker.placement(in: surface.bounds)
    picker.update(in: place, frame)
    await picker.finishPreview()
    picker.update(in: place, frame)
    picker.render(in: place, on: &surface, frame)
    return surface.dump()
  }

  @Test func `the selected note is seen next to the rows where there is room`() async throws {
    let fixture = try LayerFixture()
    let note = try await fixture.context.client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["body": "# Rye bread\n\nFlour and *water*"]))
    let picker = Picker(
      context: fixture.context, title: "Test", source: NoteAndTag(id: note.id))

    let wide = await screen(picker, fixture, columns: 120)
    #expect(wide.contains("Flour and water"))
    #expect(wide.components(separatedBy: "Rye bread").count == 2)
    #expect(await !screen(picker, fixture, columns: 80).contains("Flour"))

    picker.move(.down(1))
    #expect(await !screen(picker, fixture, columns: 120).contains("Flour"))
  }
}
