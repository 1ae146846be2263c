import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct LinkTests {
  @Test(arguments: [
    ("see [[My ▌Note]] x", EditorLink.Kind.note, "My Note"),
    ("see [[Note#Part|sh▌own]]", .note, "Note"),
    ("a [t▌ext](http://x.org/a \"T\") b", .target, "http://x.org/a"),
    ("a [t](▌b.md) b", .target, "b.md"), ("▌<https://x.org>", .target, "https://x.org"),
    ("at https://x.▌org/a?b=c, ok", .target, "https://x.org/a?b=c"),
    ("a #ta▌g/sub b", .tag, "tag/sub"), ("#▌タグ x", .tag, "タグ"),
  ])
  func `following a link asks the application to open it`(
    marked: String, kind: EditorLink.Kind, target: String
  ) {
    var driver = EditorDriver(marked)
    driver.press("gf<cr>")
    let links = driver.effects.compactMap {
      if case .followLink(let link) = $0 { link } else { nil }
    }

    #expect(links.map(\.kind) == [kind, kind])
    #expect(links.map(\.target) == [target, target])
  }

  @Test(arguments: [
    "a ▌b", "`[[co▌de]]`", "# He▌ading", "a#▌b", "#1▌2", "\\[[a▌]]", "```\n[[a▌]]\n```",
  ])
  func `text that is no link is not followed`(marked: String) {
    var driver = EditorDriver(marked)
    driver.press("gf")

    #expect(!driver.effects.contains { if case .followLink = $0 { true } else { false } })
  }
}
