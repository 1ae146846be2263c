extension MarkdownRenderer {
  mutating func tablePart(_ event: MarkdownTree.Event) {
    switch (event.kind, event.isEntering) {
    case (.table, true): table = TableState(alignments: event.alignments)
    case (.table, false): finishTable()
    case (.tableHeader, true), (.tableRow, true):
      let row = TableLayout.Row(
        cells: [], sourceLine: line(event), isHeader: event.kind == .tableHeader)
      table?.rows.append(row)
    case (.tableCell, true):
      let isHeader = table?.rows.last?.isHeader ?? false
      let style = isHeader ? baseStyle.overlaid(with: styles.tableHeader) : baseStyle
      inlines.begin(style: style, sourceLine: table?.rows.last?.sourceLine ?? 1)
      isCollecting = true
    case (.tableCell, false):
      isCollecting = false
      let cell = inlines.finish()
      let row = (table?.rows.count ?? 0) - 1
      if row >= 0 { table?.rows[row].cells.append(cell) }
    default: break
    }
  }

  private mutating func finishTable() {
    guard let table else { return }
    self.table = nil
    builder.beginBlock()
    let layout = TableLayout(
      alignments: table.alignments, rows: table.rows, glyphs: glyphs, styles: styles)
    let width = builder.availableWidth
    emit(options.isPlain ? layout.listLines(width: width) : layout.lines(width: width))
    builder.setGap(!isTight)
  }

}
