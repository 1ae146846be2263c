import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles

/// Prints or installs the manual pages.
struct ManCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print a manual page, or install all of them.",
    discussion: """
      Without a command the page of marfa itself is printed, as troff source; `| man -l -` shows it. \
      `keys`, `7 search` and `5 config` are pages, too: the keys, the queries, and what config.yaml \
      may hold. --install writes all pages into a folder; those of the sections 5 and 7 into man5 \
      and man7 next to it.

      Examples:

      marfa man list | man -l -

      marfa man keys | man -l -

      marfa man --install ~/.local/share/man/man1
      """)

  @Argument(
    help: "The command, such as list or tag add; keys or 5 config.",
    completion: Candidates.manual.completion)
  var command: [String] = []

  @Option(
    help: ArgumentHelp("Write all pages into a folder.", valueName: "folder"),
    completion: .directory)
  var install: String?

  func validate() throws {
    if install != nil, !command.isEmpty {
      throw ArgumentParser.ValidationError("--install writes all pages; leave the command out.")
    }
  }

  func run(in session: CommandSession) async throws {
    let pages =
      try ManualPage.all(description: Array(MarfaCommand._dumpHelp().utf8))
      + [.configurationFile, .keys, .search]
    guard let install else { return try session.output.write(page(among: pages).text) }
    let folder = session.host.absolute(install)
    let isFirst = URL(filePath: folder).lastPathComponent == "man1"
    for page in pages {
      let place =
        isFirst
        ? URL(filePath: folder).deletingLastPathComponent().path + "/man\(page.section)" : folder
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      // A page is for everybody who may read the folder: its mode is that of the umask.
      try Data(page.text.utf8).write(
        to: URL(filePath: "\(place)/\(page.name).\(page.section)"), options: .atomic)
    }
    session.output.note("\(pages.count) pages written to \(folder).")
  }

  /// The page that is asked for: a section may come first, and a command may have another name.
  private func page(among pages: [ManualPage]) throws -> ManualPage {
    let section = command.first.flatMap { Int($0) }
    var words = section == nil ? command : Array(command.dropFirst())
    // The page's own name, as man(1) takes it.
    if words == ["marfa"] { words = [] }
    if words.count == 1, let name = words.first, name.hasPrefix("marfa-") {
      words = [String(name.dropFirst("marfa-".count))]
    }
    var commands = MarfaCommand.configuration.subcommands
    for index in words.indices {
      let found = commands.first { $0.configuration.answers(to: words[index]) }
      guard let name = found?.configuration.commandName else { break }
      words[index] = name
      commands = found?.configuration.subcommands ?? []
    }
    let name = (["marfa"] + words).joined(separator: "-")
    let page = pages.first { $0.name == name && (section == nil || $0.section == section) }
    guard let page else {
      throw CommandFailure(.notFound, "No manual page “\(command.joined(separator: " "))”.")
    }
    return page
  }

  /// What a page can be asked for by.
  static var topics: [String] {
    MarfaCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .flatMap { [$0.configuration.commandName].compactMap(\.self) + $0.configuration.aliases }
      + ["keys"]
  }
}
