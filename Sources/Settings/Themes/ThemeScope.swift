/// A named place of the screen that a theme gives a style.
///
/// Names are dotted; a place without an entry of its own takes that of its longest prefix, so
/// `markup.heading` is enough for all six levels.
package struct ThemeScope: Hashable, Sendable {
  /// The dotted name.
  package let name: String
  /// What is drawn with it.
  package let summary: String

  /// Every place, grouped; the registry that themes are checked against.
  package static let all: [ThemeScope] = interface + state + markup + editor

  /// Every name that a theme may use: the registry's and their prefixes.
  package static let names: Set<String> = {
    var names: Set<String> = []
    for scope in all {
      var name = scope.name[...]
      names.insert(scope.name)
      while let dot = name.lastIndex(of: ".") {
        name = name[..<dot]
        names.insert(String(name))
      }
    }
    return names
  }()

  private init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  private static let interface: [ThemeScope] = [
    ThemeScope("ui.text", "Everything without a place of its own; also the panes' background."),
    ThemeScope("ui.text.dim", "Times, counts and other details."),
    ThemeScope("ui.text.strong", "What stands out among text, such as an unread title."),
    ThemeScope("ui.selection", "The selected row of the pane with the focus."),
    ThemeScope("ui.selection.inactive", "The selected row of another pane."),
    ThemeScope("ui.mark", "A row marked for an action on several."),
    ThemeScope("ui.match", "The part of a text that a query found."),
    ThemeScope("ui.border", "Lines between panes."),
    ThemeScope("ui.border.focus", "Lines around the pane with the focus."),
    ThemeScope("ui.title", "The title line of a pane."),
    ThemeScope("ui.title.focus", "The title line of the pane with the focus."),
    ThemeScope("ui.statusline", "The status line."),
    ThemeScope("ui.statusline.mode", "The word for the editing mode."),
    ThemeScope("ui.statusline.mode.insert", "The word while text is typed."),
    ThemeScope("ui.statusline.mode.visual", "The word while text is selected."),
    ThemeScope("ui.prompt", "A line in which text is typed, and questions."),
    ThemeScope("ui.prompt.hint", "What could be typed."),
    ThemeScope("ui.popup", "Boxes over the panes."),
    ThemeScope("ui.popup.border", "The lines around boxes."),
    ThemeScope("ui.popup.title", "The title of a box."),
    ThemeScope("ui.help.key", "Names of keys in the key bar and in help."),
    ThemeScope("ui.help.text", "What keys do."),
    ThemeScope("ui.help.disabled", "Keys that do nothing now."),
    ThemeScope("ui.message", "Messages."),
    ThemeScope("ui.message.warning", "Messages about something doubtful."),
    ThemeScope("ui.message.error", "Messages about something that failed."),
    ThemeScope("ui.progress", "The filled part of a bar."),
  ]

  private static let state: [ThemeScope] = [
    ThemeScope("sync.live", "The connection is live."),
    ThemeScope("sync.pending", "Something is not yet on the server."),
    ThemeScope("sync.offline", "Not connected."),
    ThemeScope("sync.error", "The server refused something."),
    ThemeScope("upload.bar", "The bar of an upload that runs."),
    ThemeScope("upload.done", "An upload that has arrived."),
    ThemeScope("conflict.mine", "This device's side of a conflict."),
    ThemeScope("conflict.theirs", "The other side of a conflict."),
    ThemeScope("conflict.base", "The text before both sides."),
    ThemeScope("presence.1", "The first other person."),
    ThemeScope("presence.2", "The second other person."),
    ThemeScope("presence.3", "The third other person."),
    ThemeScope("presence.4", "The fourth other person."),
    ThemeScope("presence.5", "The fifth other person."),
    ThemeScope("presence.6", "The sixth other person."),
    ThemeScope("presence.7", "The seventh other person."),
    ThemeScope("presence.8", "The eighth other person."),
    ThemeScope("tag", "Tags."),
    ThemeScope("tag.frequent", "Tags of many notes in the cloud."),
    ThemeScope("tag.rare", "Tags of few notes in the cloud."),
    ThemeScope("note.pinned", "The sign of a pinned note."),
    ThemeScope("note.flag", "The other signs of a row."),
    ThemeScope("note.trashed", "A note in the trash."),
    ThemeScope("diff.plus", "Lines that were added."),
    ThemeScope("diff.plus.word", "The words of such a line that were added."),
    ThemeScope("diff.minus", "Lines that were removed."),
    ThemeScope("diff.minus.word", "The words of such a line that were removed."),
    ThemeScope("diff.context", "Lines around a change."),
  ]

  private static let markup: [ThemeScope] = [
    ThemeScope("markup.heading.1", "Headings of the first level."),
    ThemeScope("markup.heading.2", "Headings of the second level."),
    ThemeScope("markup.heading.3", "Headings of the third level."),
    ThemeScope("markup.heading.4", "Headings of the fourth level."),
    ThemeScope("markup.heading.5", "Headings of the fifth level."),
    ThemeScope("markup.heading.6", "Headings of the sixth level."),
    ThemeScope("markup.emphasis", "Emphasised text."),
    ThemeScope("markup.strong", "Strongly emphasised text."),
    ThemeScope("markup.strikethrough", "Text that no longer holds."),
    ThemeScope("markup.link", "The text of a link."),
    ThemeScope("markup.link.note", "A link to another note."),
    ThemeScope("markup.link.address", "Where a link leads."),
    ThemeScope("markup.link.selected", "The link that Enter follows."),
    ThemeScope("markup.tag", "Tags in a text."),
    ThemeScope("markup.image", "What is shown in place of an image."),
    ThemeScope("markup.quote", "Quoted text."),
    ThemeScope("markup.code", "Code within a line."),
    ThemeScope("markup.code.block", "Lines of code."),
    ThemeScope("markup.code.language", "The name of a block's language."),
    ThemeScope("markup.code.keyword", "Keywords in lines of code."),
    ThemeScope("markup.code.string", "Strings in lines of code."),
    ThemeScope("markup.code.number", "Numbers in lines of code."),
    ThemeScope("markup.code.comment", "Comments in lines of code."),
    ThemeScope("markup.list", "Bullets and numbers."),
    ThemeScope("markup.task.open", "The box of a task that is open."),
    ThemeScope("markup.task.done", "The box and text of a task that is done."),
    ThemeScope("markup.table.border", "Lines in tables."),
    ThemeScope("markup.table.header", "The first row of a table."),
    ThemeScope("markup.rule", "Lines between sections."),
    ThemeScope("markup.html", "HTML, which is shown as it is."),
    ThemeScope("markup.mark", "Highlighted text."),
    ThemeScope("markup.footnote", "The number of a footnote."),
    ThemeScope("markup.callout.note", "The frame and title of a callout."),
    ThemeScope("markup.callout.tip", "That of a tip or a success."),
    ThemeScope("markup.callout.warning", "That of a warning or a question."),
    ThemeScope("markup.callout.danger", "That of a danger, a failure or a bug."),
    ThemeScope("markup.callout.example", "That of an example."),
    ThemeScope("markup.callout.quote", "That of a quote."),
    ThemeScope("markup.metadata", "The front matter of a note."),
  ]

  private static let editor: [ThemeScope] = [
    ThemeScope("editor.selection", "Selected text."),
    ThemeScope("editor.search", "What the search found in the note."),
    ThemeScope("editor.search.current", "The find where the cursor is."),
    ThemeScope("editor.syntax", "Markup characters while editing."),
    ThemeScope("editor.filler", "Rows below the end and signs of wrapped lines."),
  ]
}
