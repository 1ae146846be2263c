import TerminalUI
import Testing

@testable import TerminalDriver

@Suite(.timeLimit(.minutes(20))) struct PictureTests {
  private let one = Picture(form: .png, byteCount: 3, payload: Array("QUJD".utf8))
  private let photo = Picture(form: .jpeg, byteCount: 3, payload: Array("REVG".utf8))

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func rect(row: Int = 2, column: Int = 4) -> Rect {
    Rect(column: column, row: row, columns: 10, rows: 3)
  }

  /// What a frame writes.
  private struct Written: Equatable {
    var before = ""
    var after = ""
    var rows: [Int] = []
  }

  private func changes(
    _ painter: inout PicturePainter, _ pictures: [PlacedPicture], cleared: Bool = false
  ) -> Written {
    let changes = painter.changes(to: pictures, afterClearing: cleared)
    return Written(
      before: text(changes.before), after: text(changes.after), rows: changes.overwrittenRows)
  }

  // MARK: - Asking

  @Test(arguments: [
    ("\u{1b}_Gi=31;OK\u{1b}\\", PictureProtocol.kitty),
    ("\u{1b}]1337;ReportCellSize=17.0;8.0\u{1b}\\", .iTerm),
    ("\u{1b}]1337;ReportCellSize=17.0;8.0;2.0\u{7}", .iTerm),
    ("\u{1b}[?62;4;22c", .sixel), ("\u{1b}[?4c", .sixel),
  ])
  func `an answer says how pictures are shown`(bytes: String, form: PictureProtocol) {
    var decoder = KeyDecoder()

    #expect(decoder.decode(Array(bytes.utf8)) == [.pictures(form)])
  }

  @Test(arguments: [
    "\u{1b}_Gi=31;ENOTSUPPORTED:no\u{1b}\\", "\u{1b}_Gi=5;OK\u{1b}\\", "\u{1b}_Gi=310;OK\u{1b}\\",
    "\u{1b}]1337;Other\u{7}", "\u{1b}_Xi=31;OK\u{1b}\\", "\u{1b}PGi=31;OK\u{1b}\\",
    "\u{1b}[?62;22c", "\u{1b}[?44;14c", "\u{1b}[>4;4;4c", "\u{1b}[4c", "\u{1b}[?4:1c",
  ])
  func `other answers say nothing`(bytes: String) {
    var decoder = KeyDecoder()

    #expect(decoder.decode(Array(bytes.utf8)) == [])
  }

  @Test func `a terminal that would print the question, or a multiplexer, is not asked`() {
    #expect(PictureSequences.mayBeAsked(["TERM": "xterm-kitty"]))
    #expect(PictureSequences.mayBeAsked(["TERM": "xterm-256color"]))
    #expect(!PictureSequences.mayBeAsked(["TERM": "linux"]))
    #expect(!PictureSequences.mayBeAsked(["TERM": "tmux-256color"]))
    #expect(
      !PictureSequences.mayBeAsked(["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"]))
    #expect(!PictureSequences.mayBeAsked(["TERM": "xterm", "STY": "1.pts"]))
  }

  // MARK: - Painting

  @Test func `a terminal that has not answered gets nothing`() {
    var painter = PicturePainter()

    let changes = changes(&painter, [PlacedPicture(one, in: rect())])

    #expect(changes == Written())
  }

  @Test func `kitty gets a picture once, and its places`() {
    var painter = PicturePainter()
    painter.adopt(.iTerm)
    painter.adopt(.kitty)
    painter.adopt(.iTerm)
    let number = one.number

    let first = changes(&painter, [PlacedPicture(one, in: rect())])
    let same = changes(&painter, [PlacedPicture(one, in: rect())])
    let moved = changes(&painter, [PlacedPicture(one, in: rect(row: 1))])
    let gone = changes(&painter, [])
    let again = changes(&painter, [PlacedPicture(one, in: rect())])

    #expect(
      first.after
        == "\u{1b}7\u{1b}_Ga=t,f=100,t=d,i=\(number),q=2,m=0;QUJD\u{1b}\\\u{1b}[3;5H"
        + "\u{1b}_Ga=p,i=\(number),p=8197,c=10,r=3,C=1,q=2\u{1b}\\\u{1b}8")
    #expect(same == Written())
    #expect(
      moved
        == Written(
          before: "\u{1b}_Ga=d,d=i,i=\(number),p=8197,q=2\u{1b}\\",
          after: "\u{1b}7\u{1b}[2;5H\u{1b}_Ga=p,i=\(number),p=4101,c=10,r=3,C=1,q=2\u{1b}\\"
            + "\u{1b}8"))
    #expect(gone == Written(before: "\u{1b}_Ga=d,d=i,i=\(number),p=4101,q=2\u{1b}\\"))
    #expect(!again.after.contains("a=t") && again.after.contains("a=p"))
    #expect(text(painter.removeAll()) == "\u{1b}_Ga=d,d=I,i=\(number),q=2\u{1b}\\")
    #expect(text(painter.removeAll()) == "")
  }

  @Test func `kitty gets large pictures in pieces, and no JPEG`() {
    var painter = PicturePainter()
    painter.adopt(.kitty)
    let large = Picture(
      form: .png, byteCount: 7_500, payload: Array(String(repeating: "A", count: 10_000).utf8))

    let changes = changes(
      &painter,
      [PlacedPicture(large, in: rect()), PlacedPicture(photo, in: rect(row: 8))])

    let pieces = changes.after.split(separator: "\u{1b}_G").dropFirst()
    #expect(pieces.map { $0.filter { $0 == "A" }.count } == [4096, 4096, 1808, 0])
    #expect(
      pieces.map { $0.prefix { $0 != ";" } }.prefix(3) == [
        "a=t,f=100,t=d,i=\(large.number),q=2,m=1", "q=2,m=1", "q=2,m=0",
      ])
    #expect(!changes.after.contains("REVG"))
  }

  @Test func `iTerm2 gets pictures as cells, again when their rows are written`() {
    var painter = PicturePainter()
    painter.adopt(.iTerm)
    let left = PlacedPicture(one, in: rect())
    let right = PlacedPicture(photo, in: rect(row: 4, column: 30))

    let first = changes(&painter, [left, right])
    let gone = changes(&painter, [right])
    let cleared = changes(&painter, [right], cleared: true)

    let image =
      "\u{1b}]1337;File=inline=1;size=3;width=10;height=3;preserveAspectRatio=1;doNotMoveCursor=1:"
    #expect(
      first.after
        == "\u{1b}7\u{1b}[3;5H\(image)QUJD\u{7}\u{1b}[5;31H\(image)REVG\u{7}\u{1b}8")
    #expect(gone.rows == [2, 3, 4])
    #expect(gone.after == "\u{1b}7\u{1b}[5;31H\(image)REVG\u{7}\u{1b}8")
    #expect(cleared == Written(after: gone.after))
  }

  @Test func `sixels are sent as they are, and their rows are written when they go`() {
    var painter = PicturePainter()
    painter.adopt(.sixel)
    let drawn = Picture(form: .sixel, byteCount: 3, payload: Array("SIX".utf8))
    let placed = PlacedPicture(drawn, in: rect())

    let first = changes(&painter, [placed, PlacedPicture(one, in: rect(row: 20))])
    let same = changes(&painter, [placed])
    let gone = changes(&painter, [])
    painter.adopt(.kitty)
    let other = changes(&painter, [placed])

    #expect(first == Written(after: "\u{1b}7\u{1b}[3;5HSIX\u{1b}8"))
    #expect(same == Written())
    #expect(gone == Written(rows: [2, 3, 4]))
    #expect(other == Written())
  }

  @Test func `the pictures that kitty keeps are bounded, and those in sight stay`() {
    var painter = PicturePainter()
    painter.adopt(.kitty)
    let pictures = (0..<5).map { _ in Picture(form: .png, byteCount: 9 << 20, payload: [0x41]) }
    var forgotten: [String] = []

    for picture in pictures {
      forgotten.append(changes(&painter, [PlacedPicture(picture, in: rect())]).after)
    }

    #expect(forgotten[2].contains("d=I") == false)
    #expect(forgotten[3].hasSuffix("a=d,d=I,i=\(pictures[0].number),q=2\u{1b}\\"))
    #expect(forgotten[4].hasSuffix("a=d,d=I,i=\(pictures[1].number),q=2\u{1b}\\"))
  }
}

/// Pictures on a real terminal that plays a script.
@Suite(
  .serialized, .timeLimit(.minutes(20)))
struct PictureTerminalTests {
  private let question =
    "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}]1337;ReportCellSize\u{7}"

  @Test func `a terminal that answers gets the picture, moved and removed with the frame`() throws {
    let terminal = try PseudoTerminal(environment: ["PROBE_PICTURE": "1"])
    #expect(terminal.take(through: question) != nil)
    #expect(terminal.take(through: "row 20")?.contains("a=t") == false)

    terminal.type("\u{1b}_Gi=31;OK\u{1b}\\")
    let first = try #require(terminal.take(through: "C=1,q=2\u{1b}\\\u{1b}8"))
    #expect(first.contains("\u{1b}_Ga=t,f=100,t=d,i=1,q=2,m=0;QUJD\u{1b}\\\u{1b}[6;61H"))
    #expect(first.contains("pictures kitty"))

    terminal.type("j")
    let moved = try #require(terminal.take(through: "C=1,q=2\u{1b}\\\u{1b}8"))
    #expect(moved.contains("\u{1b}_Ga=d,d=i,i=1,p=20541,q=2\u{1b}\\"))
    #expect(moved.contains("\u{1b}[7;61H\u{1b}_Ga=p,i=1,p=24637,c=10,r=4"))
    #expect(!moved.contains("a=t"))

    terminal.type("j")
    #expect(terminal.take(through: "\u{1b}_Ga=d,d=i,i=1,p=24637,q=2\u{1b}\\") != nil)

    terminal.type("q")
    #expect(terminal.take(through: "\u{1b}_Ga=d,d=I,i=1,q=2\u{1b}\\") != nil)
    #expect(terminal.ending() == .exited(0))
  }

  @Test func `a terminal that does not answer shows no picture, and no byte of one is sent`() throws
  {
    let terminal = try PseudoTerminal(environment: ["PROBE_PICTURE": "1"])
    #expect(terminal.take(through: question) != nil)

    terminal.type("jjq")

    #expect(terminal.ending() == .exited(0))
    #expect(!terminal.hasWritten("\u{1b}_Ga="))
    #expect(!terminal.hasWritten("File="))
  }

  @Test func `a terminal that says what it is gets sixels, moved with the frame`() throws {
    let terminal = try PseudoTerminal(environment: ["PROBE_PICTURE": "sixel"])
    #expect(terminal.take(through: question + "\u{1b}[c") != nil)

    terminal.type("\u{1b}[?62;4;22c")
    let first = try #require(terminal.take(through: "\u{1b}Pq\"1;1;1;6~\u{1b}\\\u{1b}8"))
    #expect(first.contains("pictures sixel 8x16"))
    #expect(first.contains("\u{1b}7\u{1b}[6;61H\u{1b}Pq"))

    terminal.type("j")
    #expect(terminal.take(through: "\u{1b}7\u{1b}[7;61H\u{1b}Pq") != nil)
    terminal.type("q")
    #expect(terminal.ending() == .exited(0))
  }

  @Test(arguments: [["TERM": "tmux-256color"], ["TMUX": "x"], ["TERM": "linux"]])
  func `tmux and consoles are only asked what they are`(environment: [String: String]) throws {
    let terminal = try PseudoTerminal(
      environment: environment.merging(["PROBE_PICTURE": "1"]) { $1 })

    terminal.type("q")

    #expect(terminal.ending() == .exited(0))
    #expect(!terminal.hasWritten("\u{1b}_G"))
    #expect(terminal.hasWritten("\u{1b}[c"))
  }
}
