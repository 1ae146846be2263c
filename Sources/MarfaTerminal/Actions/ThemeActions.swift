import NoteFiles
import TerminalLayers

/// Choosing a theme.
@MainActor struct ThemeActions {
  let context: Context
  let boxes: Boxes

  /// Offers the themes; moving through them shows each at once.
  func offer() {
    let before = context.settings.theme
    let rows = context.settings.themeNames.map { name in
      PickerRow(id: name, title: name, detail: name == before.name ? "current" : "")
    }
    boxes.pick(
      "Theme", selected: before.name,
      from: FixedRows(
        rows,
        preview: { context.settings.preview(theme: $0.id) },
        cancelled: { context.settings.show(before) }
      ) { choose($0.id) })
  }

  /// Shows a theme from now on.
  func choose(_ name: String) {
    do {
      try context.settings.choose(theme: name)
      context.messages.notice("Theme: \(name)")
    } catch {
      context.messages.error("The theme could not be saved: \(ErrorText.sentence(for: error))")
    }
  }
}
