import ArgumentParser

/// Opens the application on the note to practise in.
struct TutorCommand: TerminalCommanding {
  static let configuration = CommandConfiguration(
    commandName: "tutor", abstract: "Open the interactive tutorial.",
    discussion: "The tutorial is a note, created the first time. It takes five minutes.")

  @OptionGroup var options: TerminalCommandOptions

  var action: String? { "app.tutor" }
}
