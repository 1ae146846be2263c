import Settings
import Testing

@Suite(.timeLimit(.minutes(20))) struct RowFormatTextTests {
  @Test(arguments: ["%-N %T %D %F", "%C%I 100 %%", "no part"])
  func `parts and percent signs are known`(text: String) {
    #expect(RowFormatText.problem(in: text) == nil)
  }

  @Test(arguments: [("%T %d", "%d"), ("%-x", "%-x"), ("%-%", "%-%"), ("50%", "%")])
  func `a letter without a meaning is named`(text: String, part: String) {
    let problem = RowFormatText.problem(in: text)

    #expect(problem == "has the unknown part '\(part)'; known are %F %N %T %D %C %I and %%")
  }
}
