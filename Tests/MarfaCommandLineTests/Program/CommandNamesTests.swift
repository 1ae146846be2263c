import Editor
import Foundation
import MarfaSDK
import TestSupport
import Settings
import Testing

/// The commands' other names, their manual pages, and mistakes in them.
@Suite(.timeLimit(.minutes(20))) struct CommandNamesTests {
  @Test func `commands answer to the names of the shell`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "one\n")

    #expect(await fixture.run("ls --format {title}").output == "Rye\n")
    #expect(await fixture.run("cat \(id)").output == "one\n")
    #expect(await fixture.run("mv \(id) --to House --make").status == 0)
    #expect(await fixture.run("rename \(id) Oat").status == 0)
    #expect(await fixture.run("trash Oat").status == 0)
    #expect(await fixture.run("ls --trash --format {title}").output == "Oat\n")
    let opened = await fixture.run(["open", id], editor: { _ in .code(0) })
    #expect(opened.error.contains("No editor is set"))
  }

  @Test func `a rename rewrites links, and shows which when it is dry`() async throws {
    let fixture = try CommandFixture()
    let rye = await fixture.note("--title Rye", text: "one\n")
    let other = await fixture.note("--title Bread", text: "with [[Rye]]\n")

    let dry = await fixture.run("rename Rye Oat --dry-run")
    let done = await fixture.run("rename \(rye) Oat --format {title}")

    #expect(dry.error == "Bread: 1 link would be rewritten\n")
    #expect(done.output == "Oat\n" && done.error == "Bread: 1 link rewritten\n")
    #expect(await fixture.run("show \(other)").output == "with [[Oat]]\n")
  }

  @Test(arguments: [
    "list --nothing", "help nosuch", "nosuch", "show", "list --limit x", "list --json --jsonl",
  ])
  func `every mistake is reported in one style`(line: String) async throws {
    let transcript = try await CommandFixture().run(line)

    #expect(transcript.status == 2)
    #expect(transcript.error.hasPrefix("marfa: "))
    #expect(!transcript.error.contains("Error:"))
  }

  @Test func `no command has an option of two meanings`() async throws {
    let pages = try await ManualPages()

    for (name, text) in pages.texts {
      let options = text.split(separator: "\n").filter { $0.hasPrefix(".B \\-\\-") }
        .map { $0.split(separator: " ")[1] }
      #expect(Set(options).count == options.count, "\(name): \(options)")
    }
  }

  @Test func `every command has a manual page, and it is clean`() async throws {
    let pages = try await ManualPages()

    #expect(pages.texts.count > 50)
    let list = try #require(pages.texts["marfa-list.1"])
    #expect(list.hasPrefix(".TH \"MARFA\\-LIST\" 1 "))
    #expect(list.contains(".B \\-\\-tag <tag>"))
    #expect(list.contains("Also: ls."))
    #expect(pages.texts["marfa-tag-add.1"]?.contains("marfa\\-tag\\fR(1)") == true)
    #expect(pages.texts["marfa-complete.1"] == nil)
    let printed = try await CommandFixture().run("man list")
    #expect(printed.output == list)
    #expect(try await CommandFixture().run("man nosuch").status == 3)
    #expect(try await CommandFixture().run("man ls").output == list)
    let mv = try await CommandFixture().run("man notebook mv")
    #expect(mv.output == pages.texts["marfa-notebook-move.1"])
  }

  @Test func `a page is found under its own name`() async throws {
    let fixture = try CommandFixture()

    #expect(await fixture.run("man marfa-keys").output == fixture.run("man keys").output)
    #expect(await fixture.run("man marfa-config").output == fixture.run("man config").output)
  }

  @Test func `every text object of the editor is in the page of the keys`() async throws {
    let page = try await CommandFixture().run("man keys").output
    let objects = EditorKeymap.standard.bindings(in: .operatorPending).filter {
      if case .object = $0.action { true } else { false }
    }
    let rows = page.split(separator: "\n").filter { $0.contains("i or a, then") }
    var signs: Set<String> = []
    for row in rows {
      let list = row.replacing("\\(dq", with: "\"").components(separatedBy: "then ").last ?? ""
      for sign in list.components(separatedBy: ", ") {
        signs.insert(sign.filter { $0 != "\\" && $0 != "&" })
      }
    }

    #expect(!objects.isEmpty)
    for object in objects {
      let sign = String(KeyNotation.keys(object.keys).last.map { KeyChord($0).description } ?? "")
      #expect(signs.contains(sign), "\(sign) of \(signs)")
    }
  }

  @Test func `options and keys have pages, made of their tables`() async throws {
    let fixture = try CommandFixture()
    let folder = fixture.directory.path

    let keys = await fixture.run("man keys").output
    let options = await fixture.run("man 5 config").output
    _ = await fixture.run(["man", "--install", folder + "/share/man1"])

    #expect(await fixture.run("man marfa").output == fixture.run("man").output)
    #expect(keys.hasPrefix(".TH \"MARFA\\-KEYS\" 7 "))
    for binding in DefaultKeymap.bindings(for: .plain) {
      let name = binding.command.replacing("-", with: "\\-")
      #expect(keys.contains("\n\(name)\n"), "\(binding.command)")
    }
    for option in ConfigurationOption.all {
      #expect(options.contains(".B \(option.name)\n"), "\(option.name)")
    }
    #expect(options.contains("Values: true or false. Default: true."))
    let search = await fixture.run("man 7 search").output
    #expect(search.contains(".B \\(dqtwo words\\(dq\n"))
    for field in SearchSyntax.fields {
      #expect(search.contains(".B \(field.name):\n"), "\(field.name)")
    }
    #expect(try fixture.directory.read("share/man5/marfa-config.5") == options)
    #expect(try fixture.directory.read("share/man7/marfa-keys.7") == keys)
  }

  @Test func `an option is taken out of the configuration`() async throws {
    let fixture = try CommandFixture()
    let path = fixture.directory.path + "/config/config.yaml"
    try fixture.directory.write(
      "# mine\nmouse: false # here\nlist:\n  format: '%T'\nbell: visible\n",
      to: "config/config.yaml")

    #expect(await fixture.run("config unset mouse").status == 0)
    #expect(await fixture.run("config unset list.format").status == 0)
    #expect(await fixture.run("config unset mouse").status == 0)

    #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\nbell: visible\n")
    #expect(await fixture.run("config get mouse").output == "true\n")
    let unknown = await fixture.run("config unset mous")
    #expect(unknown.status == 2 && unknown.error.hasPrefix("marfa: Unknown option “mous”"))
    try fixture.directory.write("panes: {sources: 30, list: 50}\n", to: "config/config.yaml")
    #expect(await fixture.run("config unset panes.list").status == 2)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == "panes: {sources: 30, list: 50}\n")
  }

  @Test func `a value that means nothing is refused with what there is`() async throws {
    let fixture = try CommandFixture()

    let format = await fixture.run(["config", "set", "list.format", "%T %d"])
    let empty = await fixture.run(["config", "set", "editor", ""])

    #expect(format.status == 2 && format.error.contains("list.format has the unknown part '%d'"))
    #expect(empty.status == 2)
    #expect(empty.error.contains("editor needs a value; `marfa config unset editor` removes it."))
  }

  @Test func `options, actions and themes are completed`() async throws {
    let fixture = try CommandFixture()

    #expect(await fixture.run("complete option fish -- mou").output == "mouse\n")
    #expect(await fixture.run("complete action fish -- go.ta").output == "go.tags\n")
    #expect(await fixture.run("complete theme fish -- mo").output == "mono\n")
  }

  /// The pages as they are installed.
  private struct ManualPages {
    var texts: [String: String] = [:]

    init() async throws {
      let fixture = try CommandFixture()
      let folder = fixture.directory.path + "/man1"
      _ = await fixture.run(["man", "--install", folder])
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        texts[name] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      }
    }
  }
}
