import Foundation
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConfigurationEditTests {
  @Test(arguments: [
    ("", "theme", "mono", "theme: mono\n"),
    ("# mine\ntheme: dark # nice\n", "theme", "light", "# mine\ntheme: light # nice\n"),
    ("theme: 'dark' # nice\n", "theme", "light", "theme: light # nice\n"),
    ("theme: {light: a, dark: b}\nbell: none\n", "theme", "mono", "theme: mono\nbell: none\n"),
    ("theme:\n  light: a\n  dark: b\n# end\n", "theme", "mono", "theme: mono\n# end\n"),
    (
      "terminal:\n  title: true\n", "terminal.truecolor", "true",
      "terminal:\n  truecolor: true\n  title: true\n"
    ),
    (
      "terminal:\n    title: true # t\n", "terminal.title", "false",
      "terminal:\n    title: false # t\n"
    ),
    ("bell: none\n", "terminal.title", "false", "bell: none\nterminal:\n  title: false\n"),
    ("terminal.title: true\n", "terminal.title", "false", "terminal.title: false\n"),
    ("editor: vi\n", "editor", "nvim +{line} # x", "editor: \"nvim +{line} # x\"\n"),
    ("editor: >-\n  vi\n  -x\nbell: none", "editor", "ed", "editor: ed\nbell: none\n"),
    ("mouse: true", "mouse", "no", "mouse: false\n"),
    ("ascii: true", "ascii", "auto", "ascii: auto\n"),
    (
      "searches: {a: b,\n  c: d} # s\n", "searches", "{x: 'is:todo'}",
      "searches: {x: \"is:todo\"} # s\n"
    ),
  ])
  func `setting an option keeps the rest`(
    before: String, name: String, value: String, after: String
  ) throws {
    #expect(try ConfigurationEdit.setting(name, to: value, in: before) == after)
  }

  @Test func `an unknown option is refused with a hint`() {
    #expect(
      throws: ConfigurationEdit.Failure.unknownOption(
        name: "thema", hint: "; did you mean 'theme'?")
    ) {
      try ConfigurationEdit.setting("thema", to: "x", in: "")
    }
  }

  @Test(arguments: ["null", "~"], ["presence_name", "editor", "date_format"])
  func `no text is the word for none`(value: String, name: String) {
    #expect(
      throws: ConfigurationEdit.Failure.invalidValue(
        name: name, problem: "needs a value; `marfa config unset \(name)` removes it")
    ) {
      try ConfigurationEdit.setting(name, to: value, in: "\(name): Dee\n")
    }
  }

  @Test func `a wrong value is refused`() {
    #expect(
      throws: ConfigurationEdit.Failure.invalidValue(
        name: "message_seconds", problem: "must be a number from 1 to 3600, found '0'")
    ) {
      try ConfigurationEdit.setting("message_seconds", to: "0", in: "")
    }
  }

  @Test func `a file that cannot be read is not changed`() {
    #expect {
      try ConfigurationEdit.setting("theme", to: "mono", in: "a: [")
    } throws: { error in
      if case ConfigurationEdit.Failure.unreadable? = error as? ConfigurationEdit.Failure {
        true
      } else {
        false
      }
    }
  }

  @Test func `a layout that cannot be kept is left to the person`() {
    let text = "{theme: dark}\n"

    #expect(throws: ConfigurationEdit.Failure.needsHand(name: "bell")) {
      try ConfigurationEdit.setting("bell", to: "visible", in: text)
    }
  }

  @Test func `the file is written for its owner only`() throws {
    let directory = try TemporaryDirectory()
    let store = ConfigurationStore(
      directories: ApplicationDirectories(
        environment: ["MARFA_CONFIG": directory.path + "/new"]))

    try store.set("bell", to: "visible")
    try store.set("theme", to: "mono")

    let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(store.value(of: "bell") == "visible")
    #expect(try directory.read("new/config.yaml") == "bell: visible\ntheme: mono\n")
    #expect(store.load().configuration.theme == .single("mono"))
  }

  @Test(arguments: ["nosuch", "{light: default, dark: mnoo, fallback: default}"])
  func `a theme that there is not is refused with the list`(value: String) throws {
    let directory = try TemporaryDirectory()
    let store = ConfigurationStore(
      directories: ApplicationDirectories(environment: ["MARFA_CONFIG": directory.path]))

    let failure = #expect(throws: ConfigurationEdit.Failure.self) {
      try store.set("theme", to: value, themes: ["default", "mono"])
    }

    guard case .invalidValue("theme", let problem) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(problem.contains("'default', 'mono'"))
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  @Test(arguments: [
    ("bell: none\ntheme: nosuch\n", "nosuch", 2, 8),
    ("theme:\n  light: default\n  dark: nosuch\n", "nosuch", 3, 9),
  ])
  func `the place of a theme's name is known`(
    text: String, name: String, line: Int, column: Int
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.write(text, to: "config.yaml")
    let directories = ApplicationDirectories(environment: ["MARFA_CONFIG": directory.path])
    let store = ConfigurationStore(directories: directories)
    let library = ThemeLibrary(directories: [directory.path + "/themes"])

    let remarks = library.missing(store.load().configuration.theme, in: store)

    #expect(remarks.map(\.position) == [SourcePosition(line: line, column: column)])
    #expect(remarks.first?.description.contains("config.yaml:\(line):\(column): error:") == true)
  }

  @Test func `a link to the file stays a link`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("bell: none # keep\n", to: "dotfiles/marfa.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/config.yaml",
      withDestinationPath: directory.path + "/dotfiles/marfa.yaml")
    let store = ConfigurationStore(
      directories: ApplicationDirectories(environment: ["MARFA_CONFIG": directory.path]))

    try store.set("bell", to: "audible")

    #expect(try directory.read("dotfiles/marfa.yaml") == "bell: audible # keep\n")
    let kind = try FileManager.default.attributesOfItem(atPath: store.path)[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func `bytes that are no text are reported with their place`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/config.yaml"
    try Data([0x61, 0x3a, 0x0a, 0x62, 0xff]).write(to: URL(filePath: path))
    let store = ConfigurationStore(
      directories: ApplicationDirectories(environment: ["MARFA_CONFIG": directory.path]))

    let (configuration, diagnostics) = store.load()

    #expect(configuration == Configuration())
    #expect(diagnostics.map(\.description) == ["\(path):2:2: error: is not UTF-8 text"])
  }

  @Test func `the schema is JSON and names every option`() throws {
    let schema = ConfigurationSchema.json()

    let object = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    let properties = try #require(object?["properties"] as? [String: Any])
    for option in ConfigurationOption.all {
      let parts = option.name.split(separator: ".").map(String.init)
      let outer = try #require(properties[parts[0]] as? [String: Any], "\(option.name)")
      if parts.count == 2 {
        let inner = outer["properties"] as? [String: Any]
        #expect(inner?[parts[1]] != nil, "\(option.name)")
      }
    }
  }
}
