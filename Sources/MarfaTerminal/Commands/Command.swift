/// Whether a command can run now.
package enum Availability: Hashable {
  /// It can.
  case available
  /// It cannot; the reason is a sentence for the person.
  case unavailable(String)
}

/// The heading that a command has in the help.
package enum CommandGroup: String, CaseIterable {
  case notes = "Notes"
  case lists = "Lists and search"
  case go = "Go to"
  case links = "Links"
  case panes = "Panes"
  case server = "Server"
  case move = "Move"
  case application = "Application"
}

/// An action with a name: keys, palette, help, key bar and documentation all read this value.
package struct Command {
  /// The name in `keys.yaml`, dotted and in kebab case.
  package let name: String
  /// What it does, in a few words that start with a verb.
  package let summary: String
  /// Where the help lists it.
  package let group: CommandGroup
  /// Whether it can run now, and why not.
  package let availability: @MainActor (Actions) -> Availability
  /// What a word after the name means; nil when it is not asked for one.
  package let argument: CommandArgument?
  /// Does it.
  package let run: @MainActor (Actions) -> Void

  /// Whether an error that is shown goes when the person does this.
  package let errors: ErrorFate
  /// Whether it waits for the list to be read.
  package let list: ListNeed
  /// Whether it runs on a screen without room: it changes nothing and shows nothing.
  package let isUnseen: Bool

  /// What becomes of an error that is shown.
  package enum ErrorFate: Hashable {
    /// Something else is done: it goes.
    case superseded
    /// Only the cursor moves, or the command itself takes it away.
    case kept
  }

  /// What a command needs of the list.
  package enum ListNeed: Hashable {
    /// Nothing, or what is known of it at once.
    case none
    /// The selected note, which is not known while the list is being read.
    case selection
  }

  package init(
    _ name: String, _ summary: String, _ group: CommandGroup, list: ListNeed = .none,
    errors: ErrorFate = .superseded, isUnseen: Bool = false,
    when availability: @escaping @MainActor (Actions) -> Availability = { _ in .available },
    argument: CommandArgument? = nil, run: @escaping @MainActor (Actions) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.group = group
    self.list = list
    self.errors = errors
    self.isUnseen = isUnseen
    self.availability = availability
    self.argument = argument
    self.run = run
  }
}
