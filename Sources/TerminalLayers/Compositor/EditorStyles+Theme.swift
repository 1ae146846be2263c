import Editor
import Settings

extension EditorStyles {
  /// The editor's styles as a theme has them.
  package init(theme: Theme) {
    self.init()
    text = theme.style(for: "ui.text")
    headings = (1...6).map { theme.style(for: "markup.heading.\($0)") }
    emphasis = theme.style(for: "markup.emphasis")
    strong = theme.style(for: "markup.strong")
    strikethrough = theme.style(for: "markup.strikethrough")
    code = theme.style(for: "markup.code")
    codeBlock = theme.style(for: "markup.code.block")
    quote = theme.style(for: "markup.quote")
    link = theme.style(for: "markup.link")
    linkTarget = theme.style(for: "markup.link.address")
    tag = theme.style(for: "markup.tag")
    listMark = theme.style(for: "markup.list")
    taskOpen = theme.style(for: "markup.task.open")
    taskDone = theme.style(for: "markup.task.done")
    taskDoneText = theme.style(for: "markup.task.done")
    frontMatter = theme.style(for: "markup.metadata")
    rule = theme.style(for: "markup.rule")
    selection = theme.style(for: "editor.selection")
    match = theme.style(for: "editor.search")
    currentMatch = theme.style(for: "editor.search.current")
    others = (1...8).map { theme.style(for: "presence.\($0)") }
    beyondEnd = theme.style(for: "editor.filler")
  }
}
