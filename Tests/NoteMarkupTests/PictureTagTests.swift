import NoteMarkup
import Testing

@Suite(.timeLimit(.minutes(20))) struct PictureTagTests {
  @Test func `the address of each tag is found with its place`() {
    let text = "é <IMG alt='x' src=\"a b.png\"> <img\n src = 'c.png'/>"

    let tags = PictureTag.all(in: text)

    #expect(tags.map { String($0.address) } == ["a b.png", "c.png"])
    #expect(
      tags.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
        == ["a b.png", "c.png"])
  }

  @Test(arguments: ["<image src='a'>", "<img alt='src'>", "<img src=a>", "img src='a'", "<img"])
  func `anything else is no tag`(text: String) {
    #expect(PictureTag.all(in: text).isEmpty)
  }
}
