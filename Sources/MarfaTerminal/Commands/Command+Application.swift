extension Command {
  /// The application itself.
  static var application: [Command] {
    [
      Command("app.help", "Show what you can do here", .application, list: .selection) {
        CommandBoxes(actions: $0).openHelp()
      },
      Command("app.palette", "Find an action by name", .application, list: .selection) {
        CommandBoxes(actions: $0).openPalette()
      },
      Command("app.command-line", "Command line", .application) {
        CommandPrompt(actions: $0).open()
      },
      Command(
        "app.theme", "Choose a theme", .application,
        argument: CommandArgument(
          values: { $0.context.settings.themeNames },
          preview: { $0.context.settings.preview(theme: $1) },
          choose: { $0.themes.choose($1) })
      ) { $0.themes.offer() },
      Command("app.mouse", "Toggle the mouse", .application) { $0.session.toggleMouse() },
      Command("app.tutor", "Open the note to practise in", .application) { $0.session.openTutor() },
      Command("app.messages", "Show all messages", .application) { $0.session.openMessages() },
      Command("app.cancel", "Step back", .application, errors: .kept) { $0.leaving.stepOut() },
      Command("app.interrupt", "Step back, or say how to quit", .application, errors: .kept) {
        $0.leaving.interrupt()
      },
      Command("app.close", "Close this view", .application) { $0.leaving.closeView() },
      Command("app.redraw", "Redraw the screen", .application, isUnseen: true) {
        $0.context.host.redrawEverything()
      },
      Command("app.suspend", "Suspend (back to the shell)", .application, isUnseen: true) {
        $0.leaving.suspend()
      },
      Command("app.quit", "Quit", .application, isUnseen: true) { $0.quitting.quit() },
    ]
  }
}
