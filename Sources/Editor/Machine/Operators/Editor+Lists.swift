// MARK: - Lists, indentation and task boxes

extension Editor {
  /// Enter: a new line that goes on with the list or quote; an empty item ends the list.
  mutating func typeNewline() {
    if !selection.isCaret { insertTyped("") }
    let line = buffer.line(at: cursor)
    prepareBlocks(upTo: line)
    let range = buffer.lineRange(line)
    let prefix = LinePrefix(buffer.text(in: range.prefixRange(of: 256, in: buffer)))
    let start = range.lowerBound
    typing.keepOverwritten()
    let isEmptyItem =
      prefix.contentStart == range.count && (prefix.isListItem || prefix.isQuote)
      && cursor == range.upperBound && !isCode(line)
    if isEmptyItem {
      endList(prefix, start)
    } else {
      // A plain line goes on alike in a block and outside.
      let isPlain = !prefix.isListItem && !prefix.isQuote
      let goesOn = cursor >= start + prefix.contentStart && (isPlain || !isCode(line))
      let indent = goesOn ? continuation(of: prefix) : indentation(ofLine: line, upTo: cursor)
      breakLine(line, indent)
      if goesOn { renumber(below: buffer.line(at: cursor), isSurelyText: !isPlain) }
    }
    // A line's end ends the run of typing.
    history.closeStep(cursor: cursor)
    typing.typed(at: nil)
  }

  private mutating func breakLine(_ line: Int, _ indent: String) {
    let newline = buffer.newline(forLine: line)
    let place = cursor
    change(place..<place, newline + indent)
    caret.place(at: place + newline.utf8.count + indent.utf8.count)
    caret.forgetGoal()
  }

  /// An empty nested item moves one step out; an outer one becomes an empty line.
  private mutating func endList(_ prefix: LinePrefix, _ start: Int) {
    let end = start + prefix.contentStart
    if prefix.isListItem, prefix.lead.hasSuffix(" ") || prefix.lead.hasSuffix("\t"), !prefix.isQuote
    {
      outdentLine(buffer.line(at: start))
      caret.place(at: buffer.lineRange(buffer.line(at: start)).upperBound)
      return
    }
    let kept = prefix.isListItem ? start + prefix.lead.utf8.count : start
    change(kept..<end, "")
    caret.place(at: kept)
    caret.forgetGoal()
  }

  /// What the next line of a list or quote begins with.
  private func continuation(of prefix: LinePrefix) -> String {
    let box = prefix.boxRange.isEmpty ? "" : "[ ] "
    switch prefix.marker {
    case .bullet(let mark): return prefix.lead + "\(mark) " + box
    case .number(let number, let mark): return prefix.lead + "\(number + 1)\(mark) " + box
    case nil: return prefix.lead
    }
  }

  /// What a line opened below or above another begins with.
  func continuation(ofLine line: Int, isAbove: Bool) -> String {
    let range = buffer.lineRange(line)
    if isCode(line) { return indentation(ofLine: line, upTo: range.upperBound) }
    let prefix = LinePrefix(buffer.text(in: range.prefixRange(of: 256, in: buffer)))
    guard isAbove, case .number(let number, let mark) = prefix.marker else {
      return continuation(of: prefix)
    }
    return prefix.lead + "\(number)\(mark) " + (prefix.boxRange.isEmpty ? "" : "[ ] ")
  }

  private func indentation(ofLine line: Int, upTo end: Int) -> String {
    let start = buffer.lineStart(line)
    return String(
      buffer.text(in: start..<min(end, buffer.firstNonBlank(ofLine: line))).prefix(256))
  }

  /// Reads the blocks above a line once, so that many new lines do not each read all of them.
  mutating func prepareBlocks(upTo line: Int) {
    let before = content.blocks.linesRead
    content.prepareBlocks(upTo: line)
    meter.spend(20 + (content.blocks.linesRead - before) >> 2)
  }

  /// Whether a line is in a fenced block, where nothing is a list.
  private func isCode(_ line: Int) -> Bool {
    !content.blocks.state(atLine: line, in: buffer).isText
  }

  /// Counts the items of a numbered list on from a line that was just added; at most 1,000.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isSurelyText: Whether it is known to be in no fenced block, where nothing is a list.
  mutating func renumber(below line: Int, isSurelyText: Bool = true) {
    let added = prefix(ofLine: line)
    guard case .number(var number, let mark) = added.marker, isSurelyText || !isCode(line)
    else { return }
    for next in line + 1..<max(line + 1, min(buffer.lineCount, line + 1000))
    where !meter.isSpent {
      let range = buffer.lineRange(next)
      let prefix = LinePrefix(buffer.text(in: range.prefixRange(of: 256, in: buffer)))
      if prefix.lead.utf8.count > added.lead.utf8.count { continue }
      guard prefix.lead == added.lead, case .number(let old, mark) = prefix.marker,
        old == number
      else { return }
      number += 1
      let head = selection
      let start = range.lowerBound + prefix.markerRange.lowerBound
      // A number may be written with zeros before it.
      change(start..<start + prefix.markerRange.count - 1, "\(number)")
      caret.select(head)
    }
  }
}

// MARK: - Tab

extension Editor {
  /// Tab: indents an item of a list, or the lines selected; elsewhere spaces to the next stop.
  mutating func typeTab() {
    if !selection.isCaret { return shiftSelection(.indent) }
    let line = buffer.line(at: cursor)
    let range = buffer.lineRange(line)
    let prefix = LinePrefix(buffer.text(in: range.prefixRange(of: 256, in: buffer)))
    guard !prefix.isListItem || isCode(line) else {
      let place = cursor
      let before = buffer.byteCount
      // An empty item is indented too.
      let text =
        prefix.text.hasPrefix("\t")
        ? "\t" : String(repeating: " ", count: prefix.markerRange.count + 1)
      change(range.lowerBound..<range.lowerBound, text)
      caret.place(at: place + buffer.byteCount - before)
      return
    }
    let place = cursor - range.lowerBound
    let column =
      place > LongLineBreaks.longest ? place : buffer.text(in: range.lowerBound..<cursor).count
    let width = max(1, options.tabWidth)
    insertTyped(String(repeating: " ", count: width - column % width))
  }

  /// `Ctrl-t`: moves the line a step to the right, wherever in it the cursor is.
  mutating func indentTyped() {
    let place = cursor
    let before = buffer.byteCount
    indentLine(buffer.line(at: cursor))
    caret.place(at: place + buffer.byteCount - before)
  }

  /// Back tab: moves the line, or the lines selected, a step to the left.
  mutating func outdentTyped() {
    if !selection.isCaret { return shiftSelection(.outdent) }
    outdentLine(buffer.line(at: cursor))
    caret.collapse()
  }

  private mutating func shiftSelection(_ operation: Operator) {
    let kept = marks
    marks["<"] = selection.anchor
    marks[">"] = selection.head
    shift(buffer.line(at: selection.start)...buffer.line(at: selection.end), operation)
    caret.select(Selection(anchor: marks["<"] ?? cursor, head: marks[">"] ?? cursor))
    (marks["<"], marks[">"]) = (kept["<"], kept[">"])
  }
}

// MARK: - Task boxes

extension Editor {
  mutating func toggleCheckboxes(count: Int) {
    let line = buffer.line(at: cursor)
    toggleCheckboxes(in: line...min(line + count - 1, buffer.lineCount - 1))
  }

  /// Checks open boxes and opens checked and cancelled ones.
  ///
  /// An item without a box gets one, a plain line becomes an item with one; headings, tables and
  /// code stay as they are. The first line decides for all.
  mutating func toggleCheckboxes(in lines: ClosedRange<Int>) {
    var target: Bool?
    for line in lines where !meter.isSpent && canBeTask(line, isAlone: lines.count == 1) {
      meter.spend(20)
      let range = buffer.lineRange(line)
      let prefix = LinePrefix(buffer.text(in: range.prefixRange(of: 256, in: buffer)))
      let isChecked = target ?? prefix.isChecked.map { !$0 } ?? false
      target = isChecked
      setBox(prefix, at: range.lowerBound, isChecked: isChecked)
    }
    if target == nil { fail(.noTask) }
  }

  private func canBeTask(_ line: Int, isAlone: Bool) -> Bool {
    let range = buffer.lineRange(line)
    let text = buffer.text(in: range.prefixRange(of: 256, in: buffer))
    var state = content.blocks.state(atLine: line, in: buffer)
    guard state.isText else { return false }
    _ = state.read(lineAt: range.lowerBound, in: buffer)
    guard state.isText else { return false }
    let prefix = LinePrefix(text)
    let content = String(decoding: text.utf8.dropFirst(prefix.contentStart), as: UTF8.self)
    // A single empty line becomes an empty task.
    if content.allSatisfy(\.isWhitespace) { return isAlone || prefix.isListItem }
    return prefix.isListItem || !ParagraphReflow.stays(content) && !isUnderlined(line)
  }

  /// Whether the next line makes this one a heading.
  private func isUnderlined(_ line: Int) -> Bool {
    guard line + 1 < buffer.lineCount else { return false }
    let next = buffer.text(in: buffer.lineRange(line + 1).prefixRange(of: 256, in: buffer))
    return (next.hasPrefix("=") || next.hasPrefix("-")) && ParagraphReflow.stays(next)
  }

  private mutating func setBox(_ prefix: LinePrefix, at start: Int, isChecked: Bool) {
    let mark = isChecked ? "x" : " "
    let head = selection
    let edit: TextChange
    if !prefix.boxRange.isEmpty {
      let box = start + prefix.boxRange.lowerBound + 1
      edit = TextChange(range: box..<box + 1, replacement: mark)
    } else {
      let place = start + prefix.contentStart
      let box = prefix.isListItem ? "[\(mark)] " : "- [\(mark)] "
      edit = TextChange(range: place..<place, replacement: box)
    }
    change(edit.range, edit.replacement)
    caret.select(
      Selection(
        anchor: edit.range.isEmpty ? edit.mapped(head.anchor, bias: .after) : head.anchor,
        head: edit.range.isEmpty ? edit.mapped(head.head, bias: .after) : head.head))
  }
}
