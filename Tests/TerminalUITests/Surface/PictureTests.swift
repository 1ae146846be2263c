import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct PictureTests {
  private let picture = Picture(form: .png, byteCount: 3, payload: [0x41])
  private let rect = Rect(column: 2, row: 1, columns: 4, rows: 2)

  @Test func `a picture takes cells, which are blank and keep their style`() {
    var surface = Surface(size: Size(columns: 10, rows: 4))
    surface.fill(surface.bounds, with: "x", style: Style(background: .ansi(4)))

    surface.place(picture, in: rect)

    #expect(surface.pictures == [PlacedPicture(picture, in: rect)])
    #expect(surface.text() == "xxxxxxxxxx\nxx    xxxx\nxx    xxxx\nxxxxxxxxxx")
    #expect(surface[3, 1].style.background == .ansi(4))
  }

  @Test func `text drawn over a picture hides it, a style and text next to it do not`() {
    var surface = Surface(size: Size(columns: 10, rows: 4))
    surface.place(picture, in: rect)

    surface.draw("ab", at: Point(column: 0, row: 1))
    surface.restyle(surface.bounds, Style(modifiers: .bold))
    #expect(surface.pictures.count == 1)

    var cleared = surface
    cleared.clear(Rect(column: 5, row: 2, columns: 9, rows: 1))
    surface.draw("c", at: Point(column: 2, row: 2))
    #expect(cleared.pictures.isEmpty)
    #expect(surface.pictures.isEmpty)
  }

  @Test func `a picture that is not wholly on the surface is not shown`() {
    var surface = Surface(size: Size(columns: 10, rows: 4))

    surface.place(picture, in: Rect(column: 8, row: 1, columns: 4, rows: 2))
    surface.place(picture, in: Rect(column: 0, row: -1, columns: 4, rows: 2))

    #expect(surface.pictures.isEmpty)
  }

  @Test func `a linked cell of a picture keeps both`() throws {
    var surface = Surface(size: Size(columns: 10, rows: 4))
    surface.place(picture, in: rect)

    surface.link(rect, to: try #require(Hyperlink("https://example.org")))

    #expect(surface.pictures.count == 1)
    #expect(surface.hyperlinks(inRow: 1).map(\.columns) == [2..<6])
  }
}
