import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct ShellWordsTests {
  @Test(arguments: [
    ("", []), ("  ", []), ("vi", ["vi"]), (" a  b\tc ", ["a", "b", "c"]),
    ("emacsclient -c -a ''", ["emacsclient", "-c", "-a", ""]),
    ("\"/opt/my editor/ed\" -x", ["/opt/my editor/ed", "-x"]), ("a'b c'd", ["ab cd"]),
    ("a\\ b", ["a b"]), ("'a\\b'", ["a\\b"]), ("\"a\\\"b\\c\"", ["a\"b\\c"]),
    ("$HOME ~", ["$HOME", "~"]),
  ])
  func `words are split as a shell does`(line: String, words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test func `a quotation that does not end is an error`() {
    #expect(throws: ShellWords.Failure.openQuote("'")) { try ShellWords.split("vi 'x") }
    #expect(throws: ShellWords.Failure.openQuote("\"")) { try ShellWords.split("\"") }
    #expect(throws: ShellWords.Failure.openEscape) { try ShellWords.split("vi \\") }
  }
}
