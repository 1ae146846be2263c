import ArgumentParser

/// Lists and changes tags.
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "List and change tags.",
    subcommands: [
      TagListCommand.self, TagAddCommand.self, TagRemoveCommand.self, TagRenameCommand.self,
    ])
}
