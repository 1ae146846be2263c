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
      --install writes a page for every command into a folder.

      Examples:

      marfa man list | man -l -

      marfa man --install ~/.local/share/man/man1
      """)

  @Argument(help: "The command, such as list or tag add.")
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
    let pages = try ManualPage.all(description: Array(MarfaCommand._dumpHelp().utf8))
    guard let install else {
      let name = (["marfa"] + command).joined(separator: "-")
      guard let page = pages.first(where: { $0.name == name }) else {
        throw CommandFailure(.notFound, "No command “\(command.joined(separator: " "))”.")
      }
      return session.output.write(page.text)
    }
    let folder = session.host.absolute(install)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    for page in pages {
      // A page is for everybody who may read the folder: its mode is that of the umask.
      try Data(page.text.utf8).write(
        to: URL(filePath: "\(folder)/\(page.name).1"), options: .atomic)
    }
    session.output.note("\(pages.count) pages written to \(folder).")
  }
}
