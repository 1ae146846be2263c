/// Whether a command can run now.
package enum Availability: Hashable {
  /// It can.
  case available
  /// It cannot; the reason is a sentence for the person.
  case unavailable(String)
}

/// The heading that a command stands under in the help.
package enum CommandGroup: String, CaseIterable {
  case notes = "Notes"
  case lists = "Lists and search"
  case go = "Go to"
  case links = "Links"
  case panes = "Panes"
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
  package let availability: @MainActor (Application) -> Availability
  /// What a word behind the name means; nil when it is not asked for one.
  package let argument: CommandArgument?
  /// Does it.
  package let run: @MainActor (Application) -> Void

  package init(
    _ name: String, _ summary: String, _ group: CommandGroup,
    when availability: @escaping @MainActor (Application) -> Availability = { _ in .available },
    argument: CommandArgument? = nil, run: @escaping @MainActor (Application) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.group = group
    self.availability = availability
    self.argument = argument
    self.run = run
  }

  /// Whether an error that is shown goes when the person does this: not while only the cursor
  /// moves, and stepping out takes it away itself.
  package var supersedesErrors: Bool { group != .move && name != "app.cancel" }

  /// Whether what it does, or offers, depends on the selected note, which is not known while the list
  /// is being read.
  package var needsList: Bool {
    group == .notes || ["app.help", "app.palette", "go.backlinks", "list.select"].contains(name)
  }
}
