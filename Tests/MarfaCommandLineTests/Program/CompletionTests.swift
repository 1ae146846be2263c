import Foundation
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct CompletionTests {
  private func note(_ title: String, _ fixture: CommandFixture) async -> String {
    await fixture.run(["new", "--title", title]).output.trimmingCharacters(in: .newlines)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a script asks for notes, tags and notebooks`(shell: String) async throws {
    let script = try await CommandFixture().run("completion \(shell)").output

    for kind in ["note", "trashed", "tag", "notebook", "profile"] {
      #expect(script.contains("marfa complete \(kind) \(shell) -- "), "\(kind)")
    }
    #expect(!script.contains("Print the completions of a word"))
    #expect(script.contains("marfa complete note fish -- (__marfa_word)") == (shell == "fish"))
  }

  @Test func `fish asks for a word without its backslashes and quotes`() async throws {
    let script = try await CommandFixture().run("completion fish").output

    #expect(
      script.hasPrefix(
        """
        function __marfa_word
            set -l word (commandline -ct | string replace -r "^--[a-z-]+=" "")
            string unescape -- "$word"
            or string unescape -- "$word"\\"
            or string unescape -- "$word"\\'
        end

        """))
  }

  @Test func `folders and files that are written are completed, too`() async throws {
    let fish = try await CommandFixture().run("completion fish").output

    for name in ["export md", "export html", "export json", "export jex", "backup", "mirror"] {
      let start = "positional \"marfa \(name)\" -eq 1' -"
      let place = try #require(fish.firstRange(of: start), "\(name)")
      let rest = fish[place.upperBound...].prefix { $0 != "\n" }
      #expect(rest == "F" || rest.contains("__marfa_complete_directories"), "\(name): \(rest)")
    }
  }

  @Test func `titles come first, and short ids when they are typed`() async throws {
    let fixture = try CommandFixture()
    let id = await note("Rye: \u{1b}[31mred", fixture)
    let trashed = await note("Oat", fixture)
    _ = await fixture.run("rm \(trashed)")
    let short = String(id.suffix(8))

    func output(_ arguments: String...) async -> String {
      await fixture.run(["complete"] + arguments).output
    }
    // A title that would act on the terminal is no candidate; its note has its short id.
    #expect(await output("note", "bash").isEmpty)
    #expect(await output("note", "bash", "--", String(short.prefix(3))) == short + "\n")
    #expect(await output("note", "zsh", "--", short) == "\(short):Rye: ^[[31mred\n")
    #expect(await output("trashed", "fish") == "Oat\t\(trashed.suffix(8))\n")
    #expect(
      await output("trashed", "fish", String(trashed.suffix(8))) == "\(trashed.suffix(8))\tOat\n")
    #expect(await output("note", "fish", "--", "zz").isEmpty)
  }

  @Test func `titles, tags and notebooks are completed from what is typed of them`() async throws {
    let fixture = try CommandFixture()
    let id = await note("Rye: bread", fixture)
    _ = await fixture.run("tag add grain \(id)")
    _ = await fixture.run("tag add green \(id)")
    let store = try await fixture.store()
    let house = try await store.createItem(
      NewItem(CreateItemInput(type: "core.group", properties: ["title": "House $(touch x)"])))
    _ = try await store.move(id: id, toNotebook: house.item.id)

    func output(_ arguments: String...) async -> String {
      await fixture.run(["complete"] + arguments).output
    }
    #expect(await output("note", "zsh", "rye") == "Rye\\: bread:\(id.suffix(8))\n")
    #expect(await output("note", "fish", "R") == "Rye: bread\t\(id.suffix(8))\n")
    #expect(await output("note", "bash", "R") == "Rye\\:\\ bread\n")
    #expect(await output("tag", "fish", "gra") == "grain\t1\n")
    #expect(await output("tag", "zsh", "g") == "grain:1\ngreen:1\n")
    #expect(await output("notebook", "fish", "h") == "House $(touch x)\n")
    // What bash would run is no word for it.
    #expect(await output("notebook", "bash").isEmpty)
  }

  @Test(arguments: [
    "yy`touch x`", "yy$(touch x)", "yy $HOME", "yy!!", "yy\\", "yy'a", "yy\"a", "yy*",
  ])
  func `no title is offered to bash that would be more than a word there`(
    title: String
  ) async throws {
    let fixture = try CommandFixture()
    _ = await note(title, fixture)
    _ = await note("yyes (really) & well", fixture)

    #expect(
      await fixture.run(["complete", "note", "bash", "--", "yy"]).output
        == "yyes\\ \\(really\\)\\ \\&\\ well\n")
  }

  @Test func `values are completed by their option, and attachments by their note`() async throws {
    let fixture = try CommandFixture()
    _ = await note("Rye bread", fixture)
    try fixture.directory.write("x", to: "rye map.txt")
    _ = await fixture.run(["attach", "Rye bread", "rye map.txt"])

    func output(_ arguments: String...) async -> String {
      await fixture.run(["complete"] + arguments).output
    }
    #expect(
      await output("value", "fish", "--", "", "marfa", "config", "set", "mouse") == "true\nfalse\n")
    #expect(
      await output("value", "fish", "--", "mo", "marfa", "config", "set", "theme") == "mono\n")
    #expect(await output("value", "fish", "--", "", "marfa", "config", "set", "nosuch").isEmpty)
    for name in ["Rye\\ bread", "'Rye bread'", "rye bread"] {
      #expect(
        await output("attachment", "fish", "--", "r", "marfa", "get", "-q", name) == "rye map.txt\n"
      )
    }
    #expect(await output("attachment", "fish", "--", "", "marfa", "get").isEmpty)
    #expect(await output("manual", "fish", "--", "ke") == "keys\n")
    #expect(await output("manual", "fish", "--", "ls") == "ls\n")
  }

  @Test func `commands are completed by their other names`() async throws {
    let bash = try await CommandFixture().run("completion bash").output
    let zsh = try await CommandFixture().run("completion zsh").output
    let fish = try await CommandFixture().run("completion fish").output

    #expect(bash.contains("    ls) printf %s list ;;\n"))
    #expect(bash.contains(#"subcommand="$(__marfa_command "${unparsed_words[0]}")""#))
    #expect(bash.contains(#/ help [a-z ]*\bls\b[a-z ]*' -- /#))
    #expect(zsh.contains("        ls) words[1]=list ;;\n"))
    #expect(zsh.contains("'ls:The same as list.'\n"))
    #expect(fish.contains("-fa 'ls' -d 'The same as list.'"))
    #expect(fish.contains("    case 'ls'\n        set unparsed_tokens[1] 'list'\n"))
    #expect(
      fish.contains(#/__marfa_name_command; switch \$unparsed_tokens\[1\]\n +case 'tui'/#))
    #expect(bash.contains("COMP_WORDS[@]:0:COMP_CWORD") && !zsh.contains("COMP_WORDS[@]:0"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `help is completed by the names of commands`(shell: String) async throws {
    let fixture = try CommandFixture()
    func output(_ words: String...) async -> String {
      await fixture.run(["complete", "command", shell, "--"] + words).output
    }

    let script = await fixture.run("completion \(shell)").output
    #expect(script.ranges(of: "marfa complete command \(shell) -- ").count == 1)
    #expect(await output("ls", "marfa", "help").hasPrefix("ls"))
    #expect(await output("", "marfa", "help").split(separator: "\n").count > 30)
    #expect(await output("a", "marfa", "help", "tag").hasPrefix("add"))
    #expect(await output("", "marfa", "help", "show").isEmpty)
    #expect(await output("", "marfa", "help", "nosuch").isEmpty)
    #expect(await !output("", "marfa", "help").contains("complete"))
  }

  @Test func `the options that need no command are completed without one`() async throws {
    func script(_ shell: String) async throws -> String {
      try await CommandFixture().run("completion \(shell)").output
    }
    func head(_ script: String, _ start: String, _ end: String) throws -> String {
      let first = try #require(script.firstRange(of: start)?.upperBound)
      let last = try #require(script[first...].firstRange(of: end)?.lowerBound)
      return String(script[first..<last])
    }
    let bash = try head(try await script("bash"), "\n_marfa() {", "\n}\n")
    let zsh = try head(try await script("zsh"), "\n_marfa() {", "\n}\n")
    let fish = try await script("fish")

    #expect(bash.contains("non_repeating_flags=(--ascii --plain --no-pager --version -h --help)"))
    #expect(bash.contains("non_repeating_options=(--color --theme --profile)"))
    #expect(bash.contains("    '--theme')\n        __marfa_add_completions -W \"$(eval"))
    #expect(bash.contains("    '--profile')\n"))
    #expect(zsh.contains("    local -ar ___color=('auto'"))
    #expect(zsh.contains("        '--theme[The theme to show.]:name:{"))
    #expect(zsh.ranges(of: "'--version[").count == 1)
    #expect(
      fish.contains(
        "case 'marfa'\n        __marfa_parse_subcommand 0 'ascii' 'plain' 'color=' 'theme=' 'profile='"
      ))
    #expect(
      fish.contains(
        "\ncomplete -c 'marfa' -n '__marfa_should_offer_completions_for_flags_or_options \"marfa\""
          + " theme' -l 'theme'"))
  }

  @Test func `tags and notebooks are completed in a query`() async throws {
    let fixture = try CommandFixture()
    for words in [
      ["--title", "Rye", "--tag", "grain", "--notebook", "House/Garden", "--make"],
      ["--title", "Oat", "--tag", "green", "--notebook", "My farm", "--make"],
    ] {
      _ = await fixture.run(["new"] + words)
    }

    func output(_ arguments: String...) async -> String {
      await fixture.run(["complete", "query"] + arguments).output
    }
    #expect(await output("fish", "--", "tag:gr") == "tag:grain\t1\ntag:green\t1\n")
    #expect(await output("zsh", "--", "tag:gra") == "tag\\:grain:1\n")
    #expect(await output("fish", "--", "in:house/") == "in:House/Garden\n")
    #expect(await output("fish", "--", "in:my") == "in:\"My farm\"\n")
    #expect(await output("fish", "--", "gr").isEmpty)
    // Bash parts words at colons.
    let line = ["marfa", "list", "tag", ":"]
    #expect(
      await fixture.run(["complete", "query", "bash", "--", "gra"] + line + ["gra"]).output
        == "grain\n")
    #expect(
      await fixture.run(["complete", "query", "bash", "--", ""] + line).output == "grain\ngreen\n")
    let other = ["complete", "query", "bash", "--", "", "marfa", "list", "tag", ""]
    #expect(await fixture.run(other).output.isEmpty)

    let bash = await fixture.run("completion bash").output
    let zsh = await fixture.run("completion zsh").output
    #expect(bash.contains(#"complete query bash -- "${cur}" "${COMP_WORDS[@]:0:COMP_CWORD+1}""#))
    #expect(zsh.contains(#"complete query zsh -- "${PREFIX}" 2>/dev/null"#))
  }

  @Test func `no notes come to be by completing`() async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run("complete note bash")

    #expect(transcript == CommandFixture.Transcript(output: "", error: "", status: 0))
    #expect(!FileManager.default.fileExists(atPath: fixture.databasePath))
  }
}
