import TerminalUI

/// The styles of a theme that Markdown needs, looked up once.
struct MarkdownStyles {
  let headings: [Style]
  let emphasis, strong, strikethrough, link, noteLink, address, image, quote: Style
  let code, codeBlock, language, list, openTask, doneTask, tableBorder, tableHeader: Style
  let rule, html, tag: Style

  init(_ theme: Theme) {
    headings = (1...6).map { theme.style(for: "markup.heading.\($0)") }
    emphasis = theme.style(for: "markup.emphasis")
    strong = theme.style(for: "markup.strong")
    strikethrough = theme.style(for: "markup.strikethrough")
    link = theme.style(for: "markup.link")
    noteLink = theme.style(for: "markup.link.note")
    address = theme.style(for: "markup.link.address")
    image = theme.style(for: "markup.image")
    quote = theme.style(for: "markup.quote")
    code = theme.style(for: "markup.code")
    codeBlock = theme.style(for: "markup.code.block")
    language = theme.style(for: "markup.code.language")
    list = theme.style(for: "markup.list")
    openTask = theme.style(for: "markup.task.open")
    doneTask = theme.style(for: "markup.task.done")
    tableBorder = theme.style(for: "markup.table.border")
    tableHeader = theme.style(for: "markup.table.header")
    rule = theme.style(for: "markup.rule")
    html = theme.style(for: "markup.html")
    tag = theme.style(for: "markup.tag")
  }
}
