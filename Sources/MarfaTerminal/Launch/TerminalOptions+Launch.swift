import Settings
import TerminalDriver

extension TerminalOptions {
  /// How the terminal is opened: what the command line says, then the configuration.
  init(_ options: TerminalLaunch.Options, _ configuration: Configuration) {
    self.init(environment: options.environment)
    color = options.color
    prefersTrueColor = configuration.showsTrueColor
    if case .adaptive = configuration.theme, options.theme == nil { asksBackground = true }
    asksPictures = configuration.pictures.isAsked(isRemote: isRemote) && !options.isPlain
    // A screen reader might read the hidden question.
    asksEmoji = !options.isPlain && !options.isASCII
    isMouseEnabled = configuration.isMouseEnabled
    isTitleEnabled = configuration.setsTerminalTitle
  }
}
