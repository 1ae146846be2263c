import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct AttachmentMergeTests {
  private func files(_ names: String) -> [MarfaModel.Attachment] {
    names.map { name in
      MarfaModel.Attachment(
        blobRef: "sha256:\(name)", mimeType: "text/plain", title: String(name))
    }
  }

  @Test(arguments: [
    // Mine, theirs, what they may have begun with, and the result.
    ("a", "b", [""], "ba"),
    ("ab", "ac", ["a"], "acb"),
    ("", "ab", ["a"], "b"),
    ("ab", "", ["a"], "b"),
    ("ba", "ab", ["ab"], "ba"),
    ("ab", "ba", ["ab"], "ba"),
    ("a", "a", [""], "a"),
    ("ab", "bc", [], "bca"),
    // The first file is on its way, and the second one was added meanwhile.
    ("ab", "", ["", "a"], "ab"),
    ("ab", "a", ["", "a"], "ab"),
    ("ab", "ac", ["", "a"], "acb"),
    // A file is on its way, and was taken away meanwhile.
    ("", "a", ["", "a"], ""),
    ("", "ac", ["", "a"], "c"),
    // A removal is on its way, and the file was added again meanwhile.
    ("a", "", ["a", ""], "a"),
    ("a", "c", ["a", ""], "ca"),
  ])
  func `what one side added or took away is so on both`(
    mine: String, theirs: String, bases: [String], merged: String
  ) {
    let result = AttachmentMerge.merged(
      mine: files(mine), theirs: files(theirs), bases: bases.map(files))

    #expect(result == files(merged))
  }

  @Test func `an entry that both changed is as the other side has it`() {
    let base = files("ab")
    var (mine, theirs) = (base, base)
    mine[0].title = "my title"
    theirs[0].title = "their title"
    theirs[1].title = "only they changed this"

    #expect(AttachmentMerge.merged(mine: mine, theirs: theirs, bases: [base]) == theirs)
    #expect(
      AttachmentMerge.merged(mine: mine, theirs: base + files("c"), bases: [base])
        == [base[1]] + files("c") + [mine[0]])
  }
}
