import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct CompletionTests {
  private static func requests(_ effects: [EditorEffect]) -> [String] {
    effects.compactMap {
      switch $0 {
      case .requestCompletion(let request): "\(request.kind) \(request.query)"
      case .endCompletion: "end"
      default: nil
      }
    }
  }

  @Test(arguments: [
    ("i[[No", ["link ", "link N", "link No"]), ("i#ta", ["tag ", "tag t", "tag ta"]),
    ("i# h", ["tag ", "end"]), ("ia#b", []), ("i[[a]", ["link ", "link a", "end"]),
    ("i[[a<bs>", ["link ", "link a", "link "]),
    ("i[[a<esc>", ["link ", "link a", "end"]), ("i[a", []), ("i(#x", []),
    ("i[[a<left><left><left>", ["link ", "link a", "link ", "end"]),
  ])
  func `names are asked for while they are typed`(keys: String, expected: [String]) {
    var driver = EditorDriver("▌")
    driver.press(keys)

    #expect(Self.requests(driver.effects) == expected)
  }

  @Test(arguments: [
    ("▌", "i[[No", "Notes", "[[Notes]]▌"), ("▌]]", "i[[No", "Notes", "[[Notes]]▌"),
    ("▌", "i#ta", "tag", "#tag▌"), ("x ▌y", "i[[", "A B", "x [[A B]]▌y"),
  ])
  func `a choice takes the place of what was typed`(
    before: String, keys: String, choice: String, after: String
  ) {
    var driver = EditorDriver(before)
    driver.press(keys)
    driver.effects += driver.editor.acceptCompletion(choice, at: driver.time)

    #expect(driver.marked == after)
    #expect(driver.effects.last == .endCompletion)
    #expect(driver.editor.completion == nil)
  }

  @Test(arguments: [
    ("▌", "]]", "[[Notes]]▌"), ("▌", "] ]", "[[Notes]] ]▌"), ("▌", "]]]", "[[Notes]]]▌"),
    ("▌]]", "]]", "[[Notes]]▌"), ("▌", "a]]", "[[Notes]]a]]▌"),
    ("▌", "<left><right>]", "[[Notes]]]▌"), ("▌", "<esc>a]", "[[Notes]]]▌"),
  ])
  func `the brackets that a choice closed may be typed as well`(
    before: String, keys: String, after: String
  ) {
    var driver = EditorDriver(before)
    driver.press("i[[No")
    _ = driver.editor.acceptCompletion("Notes", at: driver.time)
    driver.press(keys)

    #expect(driver.marked == after)
  }

  @Test func `a tag has no brackets to type over, and the dot repeats a link's once`() {
    var driver = EditorDriver("▌\nb")
    driver.press("i#ta")
    _ = driver.editor.acceptCompletion("tag", at: driver.time)
    driver.press("] [[N")
    _ = driver.editor.acceptCompletion("Notes", at: driver.time)
    driver.press("]]<esc>j.")

    #expect(driver.editor.text.hasPrefix("#tag] [[Notes]]\n"))
    #expect(!driver.editor.text.contains("]]]"))
  }

  @Test func `the dot repeats a completed name`() {
    var driver = EditorDriver("▌a\nb")
    driver.press("A [[N")
    _ = driver.editor.acceptCompletion("Notes", at: driver.time)
    driver.press("<esc>j.")

    #expect(driver.editor.text == "a [[Notes]]\nb [[Notes]]")
  }
}
