/// What a person may set.
public struct EditorOptions: Sendable {
  /// The way of editing.
  public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// Modal, as vi.
    case vim
    /// Always typing, with the keys of graphical editors.
    case plain
  }

  /// The way of editing.
  public var preset: Preset
  /// The keys.
  public var keymap: EditorKeymap
  /// Columns between tab stops, and of one indentation outside lists.
  public var tabWidth = 4
  /// The most columns of a line that `gq` fills.
  public var textWidth = 79
  /// Rows kept between the cursor and the screen's edge.
  public var scrollMargin = 2
  /// A pause in typing that begins a new undo step.
  public var undoPause = Duration.seconds(1)
  /// How much undo history is kept.
  public var undoLimits = UndoHistory.Limits()
  /// The most text that a key searches, in bytes; of expressions, which are slow, a 128th.
  ///
  /// What is longer the application searches.
  public var searchedBytes = 1 << 20
  /// What an event may cost before the application does it (`EditorWork`), in steps of about a
  /// microsecond.
  public var stepsPerEvent = 20_000
  /// How fast a person reads, for the reading time.
  public var wordsPerMinute = 230

  /// Takes each part as it is.
  public init(preset: Preset = .vim, keymap: EditorKeymap = .standard) {
    self.preset = preset
    self.keymap = keymap
  }
}
