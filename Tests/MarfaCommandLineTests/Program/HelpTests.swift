import MarfaCommandLine
import Testing

@Suite(.timeLimit(.minutes(20))) struct HelpTests {
  private static let commands = [
    "new", "edit", "show", "list", "search", "tag", "tag list", "tag add", "tag rm",
    "tag rename", "link", "backlinks", "move", "rm", "restore", "history", "diff", "import",
    "import md", "import json", "import joplin", "import enex", "import simplenote", "import undo",
    "export",
    "export md", "export html", "export json", "export jex", "demo", "backup", "doctor",
    "recover", "config", "config get", "config set", "config list", "config path",
    "config unset", "config schema", "rename", "man", "completion", "version", "tui", "login",
    "logout", "sync", "status",
    "conflicts", "conflicts list", "conflicts resolve", "refused", "refused list", "refused retry",
    "refused discard", "log", "profile", "profile list",
    "profile new", "profile rm", "attach", "get", "uploads", "uploads list", "uploads pause",
    "uploads resume", "uploads cancel", "uploads first",
  ]

  @Test(arguments: commands)
  func `each command explains itself on standard output`(command: String) async throws {
    let transcript = try await CommandFixture().run(command + " --help")

    #expect(transcript.status == 0)
    #expect(transcript.error.isEmpty)
    #expect(transcript.output.hasPrefix("OVERVIEW: "))
    #expect(transcript.output.contains("USAGE: marfa \(command)"))
    #expect(
      transcript.output.split(separator: "\n").allSatisfy { line in
        line.count <= 80 || line.hasPrefix("USAGE:")
      })
  }

  @Test func `the root lists every command`() async throws {
    let output = try await CommandFixture().run("--help").output

    #expect(output.contains("\nUSAGE: marfa [--theme <name>]"))
    #expect(output.contains("\n       marfa <command> [<arguments>]\n"), "\(output)")
    for command in Self.commands where !command.contains(" ") {
      #expect(output.contains(try Regex("\n  \(command)(,| )")), "\(command)")
    }
  }

  @Test(arguments: [
    "lst", "list --nothing", "list --limit x", "list --limit -1", "search", "show",
    "tag add", "tag add x", "link one", "import", "import md", "export md", "restore",
    "list --json --jsonl", "list --format {nothing}", "list --format {id", "config get",
    "edit x y", "completion tcsh", "help import nosuch", "help list rye", "backup --keep 0",
    "new --tag !!!", "sync --wait --queue",
    "sync --timeout 3", "sync --wait --timeout 0", "conflicts resolve x",
    "conflicts resolve x --mine --theirs", "conflicts resolve --mine",
    "conflicts resolve x --all --mine", "conflicts resolve x y --file f", "profile new",
  ])
  func `arguments that make no sense end with 2 and print nothing`(line: String) async throws {
    let transcript = try await CommandFixture().run(line)

    #expect(transcript.status == (line == "import" ? 0 : 2))
    if line != "import" {
      #expect(transcript.output.isEmpty)
      #expect(!transcript.error.isEmpty)
    }
  }

  @Test(arguments: ["show ffff", "edit ffff", "history ffff", "diff ffff", "backlinks ffff"])
  func `a note that is not there is 3`(line: String) async throws {
    let transcript = try await CommandFixture().run(line)

    #expect(transcript.status == 3)
    #expect(transcript.output.isEmpty)
    #expect(transcript.error == "marfa: No note named “ffff”.\n")
  }

  @Test func `the application is asked for by nothing, tui or its options`() throws {
    let plain = try #require(CommandLineProgram.terminalArguments([]))
    let named = try #require(
      CommandLineProgram.terminalArguments(["tui", "--ascii", "--color", "16"]))
    let themed = try #require(CommandLineProgram.terminalArguments(["--theme", "dark"]))

    #expect(plain == TerminalArguments())
    #expect(named.isASCII && named.color == .ansi16)
    #expect(themed.theme == "dark")
    for other in [["list"], ["--help"], ["--version"], ["tui", "--nothing"], ["lst"]] {
      #expect(CommandLineProgram.terminalArguments(other) == nil)
    }
  }
}
