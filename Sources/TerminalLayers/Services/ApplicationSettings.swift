import Foundation
import NoteFiles
import NoteReading
import Settings
import TerminalDriver
import TerminalUI

/// Options, keys and theme together, as the files said when they were last read.
package struct ApplicationSettings {
  /// Where everything is kept.
  package let directories: ApplicationDirectories
  /// The options.
  package private(set) var configuration: Configuration
  /// The keys.
  package private(set) var keymap: Keymap
  /// The styles.
  package private(set) var theme: Theme
  /// The signs for the terminal's character set.
  package private(set) var glyphs: GlyphSet
  /// Whose days and months are meant.
  package let calendar: Calendar
  /// The form of dates before yesterday.
  package private(set) var datePattern = DatePattern.standard
  /// What was wrong with the files, by place.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether the screen is for a screen reader: one pane, no lines, one place for what is new.
  package let isPlain: Bool
  /// The process's variables.
  package let environment: [String: String]
  private let library: ThemeLibrary
  private let isUnicode: Bool
  /// What the terminal said of its background; nil until it has.
  private var background: TerminalBackground?
  /// How the terminal shows pictures; nil until it has said so.
  private var pictureForm: PictureProtocol?
  /// The colours of half blocks; nil where none are shown.
  private var halfBlocks: CellPicture.Colors?
  /// The columns and rows of pixels of a cell; nil where they are not known.
  private var cellPixels: Size?
  /// The theme of this run, whatever the files say; nil for the configured one.
  private var themeOfRun: String?

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - directories: Where the files are.
  ///   - environment: The process's variables.
  ///   - executable: The absolute path of the running program, next to which themes are found.
  ///   - isUnicode: Whether the terminal shows more than ASCII.
  ///   - calendar: Whose days and months are meant.
  ///   - isPlain: Whether the screen is for a screen reader.
  package init(
    directories: ApplicationDirectories, environment: [String: String], executable: String,
    isUnicode: Bool, calendar: Calendar, isPlain: Bool = false
  ) {
    self.isPlain = isPlain
    self.directories = directories
    self.environment = environment
    self.isUnicode = isUnicode
    self.calendar = calendar
    library = ThemeLibrary(
      application: directories, environment: environment, executable: executable)
    configuration = Configuration()
    keymap = Keymap([])
    theme = CompiledThemes.standard
    glyphs = .unicode
    background = TerminalBackground(environment: environment)
    reload()
  }

  /// Reads the files again; what is wrong in them is in `diagnostics`, the rest applies.
  package mutating func reload() {
    let store = ConfigurationStore(directories: directories)
    var problems: [Diagnostic]
    (configuration, problems) = store.load()
    problems += library.missing(configuration.theme, in: store)
    let remarks: [Diagnostic]
    (keymap, remarks) = KeymapReader.load(
      directories.keysFile, preset: configuration.editingPreset)
    problems += remarks
    diagnostics = problems + EnvironmentVariables.diagnostics(for: environment)
    datePattern = DatePattern(configuration.dateFormat)
    let ascii = configuration.ascii ?? !isUnicode
    glyphs = ascii ? .ascii : .unicode
    applyTheme()
  }

  /// How addresses in notes are shown: as links of the terminal where it has them, else in
  /// footnotes.
  package var linkForm: RenderOptions.LinkForm {
    HyperlinkPolicy.isShown(choice: configuration.hyperlinks, environment: environment)
      ? .underlined : .footnotes
  }

  /// How images of notes are shown; nil where they are only named.
  package var pictures: PictureProtocol? {
    configuration.pictures == .never || isPlain ? nil : pictureForm
  }

  /// The terminal said how it shows pictures; the best way is used.
  package mutating func picturesFound(_ form: PictureProtocol) {
    pictureForm = max(form, pictureForm ?? form)
  }

  /// How images are drawn that the terminal does not take as they are; nil where they are only
  /// named.
  package var drawnForm: DrawnPicture.Form? {
    guard configuration.pictures != .never, !isPlain, let halfBlocks else { return nil }
    if pictureForm == .sixel, let cellPixels { return .sixels(cell: cellPixels) }
    return glyphs.isASCII ? nil : .halfBlocks(halfBlocks)
  }

  /// The pixels of a cell are known, without which no sixels are drawn; nil for not known.
  package mutating func cellsMeasured(_ pixels: Size?) { cellPixels = pixels }

  /// Half blocks can be shown, in these colours; nil for none.
  package mutating func halfBlocksFound(_ colors: CellPicture.Colors?) { halfBlocks = colors }

  // MARK: - Themes

  /// The names of all themes that can be found.
  package var themeNames: [String] { library.names() }

  /// Shows a theme without keeping it.
  package mutating func preview(theme name: String) {
    theme = library.load(name).theme
  }

  /// Shows a theme in place of the configured one until another is chosen, also after the files
  /// were read again; what is wrong in it is in `diagnostics`.
  package mutating func override(theme name: String) {
    themeOfRun = name
    applyTheme()
  }

  /// Shows a theme that was kept from before a preview.
  package mutating func show(_ theme: Theme) { self.theme = theme }

  /// Shows a theme and writes it to the configuration.
  ///
  /// - Parameter name: The theme's name.
  /// - Throws: What the file system or the configuration file has against it; the theme is shown.
  package mutating func choose(theme name: String) throws {
    preview(theme: name)
    try ConfigurationStore(directories: directories).set("theme", to: name)
    configuration.theme = .single(name)
    themeOfRun = nil
  }

  /// The terminal said which background it has.
  package mutating func backgroundChanged(_ background: TerminalBackground) {
    self.background = background
    applyTheme()
  }

  private mutating func applyTheme() {
    let name = themeOfRun ?? configuration.theme.name(on: background, environment: environment)
    var (loaded, remarks) = library.load(name)
    // A file of which nothing can be read, half saved or broken by an edit, must not take the
    // colours of the screen away; of any other the rest applies.
    if theme.name == name, loaded.name != name,
      let index = remarks.firstIndex(where: { $0.severity == .error })
    {
      remarks[index].message += "; the theme stays as it was"
    } else {
      theme = loaded
    }
    // The missing theme has been reported already.
    if !remarks.isEmpty, library.names().contains(name) { diagnostics += remarks }
  }

  // MARK: - Searches

  /// Adds a named search, or replaces the one of that name, and writes it to the configuration.
  ///
  /// - Parameter search: The search.
  /// - Throws: What the file system or the configuration file has against it; nothing is changed.
  package mutating func save(search: SavedSearch) throws { try save([search]) }

  /// Writes searches into the configuration, each in the place of one of its name.
  ///
  /// - Parameter changed: The searches.
  /// - Throws: What the file system or the configuration file has against it; nothing is changed.
  package mutating func save(_ changed: [SavedSearch]) throws {
    let searches = configuration.savedSearches.replacing(changed)
    try ConfigurationStore(directories: directories).set(searches: searches)
    configuration.savedSearches = searches
  }
}
