import ArgumentParser

/// Opens the application on the note to practise in.
struct TutorCommand: TerminalCommanding {
  static let configuration = CommandConfiguration(
    commandName: "tutor", abstract: "Open the application on a note to practise in.",
    discussion: "The note is made the first time. It takes five minutes and nothing but keys.")

  @OptionGroup var options: TerminalCommandOptions

  var action: String? { "app.tutor" }
}
