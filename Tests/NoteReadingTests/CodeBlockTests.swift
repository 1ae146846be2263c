import NoteReading
import Settings
import TerminalUI
import Testing

/// Code in fences: its background, its label and its words.
@Suite(.timeLimit(.minutes(20))) struct CodeBlockTests {
  private static let theme = ThemeLibrary(directories: []).load("nord").theme

  private func block(_ language: String, _ code: String, width: Int = 30) -> RenderedDocument {
    rendered("```\(language)\n\(code)\n```", width: width) {
      $0.styles = MarkdownStyles(Self.theme.style)
    }
  }

  /// The words of code that are in the style of a scope.
  private func words(_ scope: String, _ language: String, _ code: String) -> [String] {
    let block = Self.theme.style(for: "markup.code.block")
    let style = block.overlaid(with: Self.theme.style(for: "markup.code.\(scope)"))
    return self.block(language, code, width: 200).lines.flatMap(\.runs)
      .filter { $0.style == style }.map(\.text)
  }

  @Test func `code is on a background from edge to edge, with its language at the right`() {
    let document = block("swift", "let x = 1\n\nlet y = 2", width: 20)
    let ground = Self.theme.style(for: "markup.code.block").background

    #expect(
      document.lines.map(\.text) == [
        "              swift ", " let x = 1          ", "                    ",
        " let y = 2          ",
      ])
    #expect(document.lines.flatMap(\.runs).allSatisfy { $0.style.background == ground })
  }

  @Test func `a line that is too long keeps its words' styles`() {
    let document = block("js", "const a = \"one two three\"", width: 16)

    #expect(
      document.lines.map(\.text) == ["             js ", " const a = \"one ", " ┊  two three\"  "])
    #expect(words("string", "js", "const a = \"one two three\"") == ["\"one two three\""])
  }

  @Test(arguments: [
    ("swift", "func f() -> Int { return 42 } // done", ["func", "return"], ["42"], ["// done"]),
    ("python", "def f(x):\n  return x + 1.5 # add", ["def", "return"], ["1.5"], ["# add"]),
    ("js", "const x = 0xff; /* hex */", ["const"], ["0xff"], ["/* hex */"]),
    ("TS", "interface A { readonly b: number }", ["interface", "readonly", "number"], [], []),
    ("java", "public class A { int x = 1; }", ["public", "class", "int"], ["1"], []),
    ("kotlin", "fun main() { val x = 3 } // k", ["fun", "val"], ["3"], ["// k"]),
    ("c", "#include <stdio.h>\nint x = 7; /* a */", ["#include", "int"], ["7"], ["/* a */"]),
    ("c++", "template <typename T> class A {};", ["template", "typename", "class"], [], []),
    ("c#", "namespace N { sealed class A {} }", ["namespace", "sealed", "class"], [], []),
    ("go", "func main() { x := 5 } // go", ["func"], ["5"], ["// go"]),
    ("rust", "fn f<'a>(x: &'a str) -> u8 { 9 } // r", ["fn", "str", "u8"], ["9"], ["// r"]),
    ("ruby", "def f\n  puts 3 # r\nend", ["def", "end"], ["3"], ["# r"]),
    ("php", "function f() { return 1; } # p", ["function", "return"], ["1"], ["# p"]),
    (
      "bash", "if [ $x = 1 ]; then\n  exit 2 # bye\nfi", ["if", "then", "exit", "fi"],
      ["1", "2"], ["# bye"]
    ),
    ("sql", "SELECT a FROM t WHERE b = 4 -- all", ["SELECT", "FROM", "WHERE"], ["4"], ["-- all"]),
    ("html", "<p class=\"x\">y</p> <!-- z -->", ["p", "p"], [], ["<!-- z -->"]),
    ("css", "a {\n  color: red; /* r */\n}", ["color"], [], ["/* r */"]),
    ("json", "{\"a\": true, \"b\": 12}", ["true"], ["12"], []),
    ("yaml", "name: x # y\n- on: 3", ["name", "on"], ["3"], ["# y"]),
    ("toml", "key = 5 # t", ["key"], ["5"], ["# t"]),
    ("lua", "local x = 1 --[[ a ]] -- b", ["local"], ["1"], ["--[[ a ]]", "-- b"]),
    ("haskell", "f x = let y = 2 in y -- h", ["let", "in"], ["2"], ["-- h"]),
    ("perl", "my $x = 3; # p", ["my"], ["3"], ["# p"]),
    ("r", "f <- function(x) 8 # r", ["function"], ["8"], ["# r"]),
  ])
  func `a language has its words, numbers and comments`(
    language: String, code: String, keywords: [String], numbers: [String], comments: [String]
  ) {
    #expect(words("keyword", language, code) == keywords)
    #expect(words("number", language, code) == numbers)
    #expect(words("comment", language, code) == comments)
  }

  @Test func `strings and comments go on over lines where the language lets them`() {
    #expect(
      words("comment", "swift", "/* a /* b */\nc */ let") == ["/* a /* b */", "c */"])
    #expect(
      words("string", "python", "x = \"\"\"a\nb\"\"\" + 'c'") == ["\"\"\"a", "b\"\"\"", "'c'"])
    #expect(words("string", "c", "\"open\nint\"") == ["\"open", "\""])
    #expect(words("string", "sql", "'it''s' x") == ["'it'", "'s'"])
    #expect(words("string", "swift", #""a\"b" c"#) == [#""a\"b""#])
  }

  @Test func `a language without a table is plain, and hostile code ends`() {
    #expect(words("keyword", "klingon", "let if while") == [])
    let noise = String(repeating: "\"'/*`#<!--{-", count: 2000)
    for language in ["swift", "js", "html", "lua", "haskell", "yaml", "rust"] {
      #expect(block(language, noise).lines.count > 10)
    }
  }
}
