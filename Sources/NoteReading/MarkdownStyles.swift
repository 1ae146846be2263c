import TerminalUI

/// The styles of a theme that Markdown needs, looked up once.
package struct MarkdownStyles: Hashable, Sendable {
  package let headings: [Style]
  package let emphasis, strong, strikethrough, link, noteLink, address, image, quote: Style
  package let code, codeBlock, language, list, openTask, doneTask, tableBorder, tableHeader: Style
  package let rule, html, tag, mark, footnote: Style
  package let keyword, string, number, comment: Style
  package let calloutNote, calloutTip, calloutWarning, calloutDanger: Style
  package let calloutExample, calloutQuote: Style

  /// Everything as the text round it.
  package static let plain = MarkdownStyles { _ in .plain }

  /// Takes the styles of a theme.
  ///
  /// - Parameter style: The style of a scope, such as `markup.heading.1`.
  package init(_ style: (String) -> Style) {
    headings = (1...6).map { style("markup.heading.\($0)") }
    emphasis = style("markup.emphasis")
    strong = style("markup.strong")
    strikethrough = style("markup.strikethrough")
    link = style("markup.link")
    noteLink = style("markup.link.note")
    address = style("markup.link.address")
    image = style("markup.image")
    quote = style("markup.quote")
    code = style("markup.code")
    codeBlock = style("markup.code.block")
    language = style("markup.code.language")
    list = style("markup.list")
    openTask = style("markup.task.open")
    doneTask = style("markup.task.done")
    tableBorder = style("markup.table.border")
    tableHeader = style("markup.table.header")
    rule = style("markup.rule")
    html = style("markup.html")
    tag = style("markup.tag")
    mark = style("markup.mark")
    footnote = style("markup.footnote")
    keyword = style("markup.code.keyword")
    string = style("markup.code.string")
    number = style("markup.code.number")
    comment = style("markup.code.comment")
    calloutNote = style("markup.callout.note")
    calloutTip = style("markup.callout.tip")
    calloutWarning = style("markup.callout.warning")
    calloutDanger = style("markup.callout.danger")
    calloutExample = style("markup.callout.example")
    calloutQuote = style("markup.callout.quote")
  }
}
