import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct MentionTextTests {
  @Test(arguments: [
    ("- [ ] see [[Ring records]] today", "see Ring records today"),
    ("> as in [[Ring records|the records]]", "as in the records"),
    ("## A [site](https://example.org) and ![map](map.png)", "A site and map"),
    ("plain [brackets] and a[0](x", "plain [brackets] and a[0](x"),
    ("**bold** and *it*, _so_, ~~no~~, ==yes== and `let x`", "bold and it, so, no, yes and let x"),
    ("![[pic.png|100]] and [[A#b]]<br>html <b>x</b>, 1 < 2", "pic.png and A#b html x, 1 < 2"),
    ("<https://x.org> if a < b > c", "<https://x.org> if a < b > c"),
    ("2 * 3 * 4, snake_case_name, a**b", "2 * 3 * 4, snake_case_name, a**b"), ("   ", ""),
  ])
  func `a line is shown by its words`(line: String, shown: String) {
    #expect(MentionText.shown(line) == shown)
  }
}
