extension Command {
  /// The application itself.
  static var application: [Command] {
    [
      Command("app.help", "Show what can be done here", .application) { $0.openHelp() },
      Command("app.palette", "Find an action by its name", .application) { $0.openPalette() },
      Command("app.command-line", "Command line", .application) { $0.openCommandLine() },
      Command(
        "app.theme", "Choose a theme", .application,
        argument: CommandArgument(
          values: { $0.settings.themeNames }, preview: { $0.settings.preview(theme: $1) },
          choose: { $0.choose(theme: $1) })
      ) { $0.openThemes() },
      Command("app.mouse", "Toggle the mouse", .application) { $0.toggleMouse() },
      Command("app.tutor", "Open the note to practise in", .application) { $0.openTutor() },
      Command("app.messages", "Show all messages", .application) { $0.openMessages() },
      Command("app.cancel", "Step back", .application) { $0.stepOut() },
      Command("app.close", "Close this view", .application) { $0.closeView() },
      Command("app.redraw", "Redraw the screen", .application) {
        $0.host.redrawEverything()
      },
      Command("app.suspend", "Suspend (back to the shell)", .application) { $0.suspend() },
      Command("app.quit", "Quit", .application) { $0.quit() },
    ]
  }
}
