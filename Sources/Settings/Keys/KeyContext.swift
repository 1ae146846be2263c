/// Where a key is pressed; each place has its own keys.
package enum KeyContext: String, CaseIterable, Sendable {
  /// Every place where no text is typed.
  case global
  /// The pane of sources.
  case sources
  /// The list of notes.
  case list
  /// A note being read.
  case note
  /// A drawer: backlinks, outline.
  case drawer
  /// The tag cloud.
  case tags
  /// A box over the panes with rows to choose from.
  case popup
  /// A line in which text is typed.
  case prompt
  /// The editor in insert mode, or without modes.
  case insert
  /// The editor in normal mode.
  case normal
  /// The editor in visual mode.
  case visual
  /// The view of two versions of a note.
  case conflict

  /// Whether keys of `global` work here too, unless this place binds them.
  ///
  /// They do not where text is typed, nor in boxes, which take all keys.
  package var inheritsGlobal: Bool {
    switch self {
    case .sources, .list, .note, .drawer, .tags, .conflict: true
    case .global, .popup, .prompt, .insert, .normal, .visual: false
    }
  }
}
