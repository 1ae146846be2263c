import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct EditorProgramTests {
  @Test func `the nearest setting wins`() throws {
    var environment = ["MARFA_EDITOR": "own", "VISUAL": "visual", "EDITOR": "editor"]
    var order: [String] = []
    for name in ["MARFA_EDITOR", "-", "VISUAL", "EDITOR"] {
      let configured = order.count < 2 ? "configured" : nil
      let command = try EditorProgram.resolve(environment: environment, configured: configured)
      order.append(command?.words[0] ?? "")
      environment[name] = nil
    }

    #expect(order == ["own", "configured", "visual", "editor"])
    #expect(try EditorProgram.resolve(environment: environment, configured: nil) == nil)
  }

  @Test func `an empty setting counts as unset`() throws {
    let command = try EditorProgram.resolve(
      environment: ["MARFA_EDITOR": " ", "VISUAL": "", "EDITOR": "ed"], configured: "")

    #expect(command?.origin == .editor)
  }

  @Test func `a setting with an open quote says where it is`() {
    #expect(throws: EditorProgram.Unusable(origin: .visual, reason: .openQuote("'"))) {
      try EditorProgram.resolve(environment: ["VISUAL": "vi '"], configured: nil)
    }
  }

  @Test(arguments: [
    ("ed", ["ed", "/f.md"]), ("nvim", ["nvim", "+call cursor(3,7)", "/f.md"]),
    ("/usr/bin/vim -n", ["/usr/bin/vim", "-n", "+call cursor(3,7)", "/f.md"]),
    ("hx", ["hx", "/f.md:3:7"]), ("nano -w", ["nano", "-w", "+3,7", "/f.md"]),
    ("code --wait", ["code", "--wait", "--goto", "/f.md:3:7"]),
    ("vim {file} +{line}", ["vim", "/f.md", "+3"]),
    ("x --at={line}:{column} {file}", ["x", "--at=3:7", "/f.md"]),
    ("vim +{line}", ["vim", "+3", "/f.md"]), ("x {other} {", ["x", "{other}", "{", "/f.md"]),
  ])
  func `the file and the place are filled in`(text: String, expected: [String]) throws {
    let command = try #require(
      try EditorProgram.resolve(environment: ["EDITOR": text], configured: nil))

    #expect(command.arguments(file: "/f.md", line: 3, column: 7) == expected)
  }

  @Test func `a path with braces is not filled again`() throws {
    let command = try #require(
      try EditorProgram.resolve(environment: ["EDITOR": "x {file}"], configured: nil))

    #expect(command.arguments(file: "/{line}/a b", line: 3, column: 1) == ["x", "/{line}/a b"])
  }

  @Test func `at the beginning no place is passed to the editor`() throws {
    let command = try #require(
      try EditorProgram.resolve(environment: ["EDITOR": "vim"], configured: nil))

    #expect(command.arguments(file: "/f", line: 1, column: 1) == ["vim", "/f"])
  }
}
