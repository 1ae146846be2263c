import MarfaSDK
import Settings
import TerminalUI

/// Two texts that contradict each other, place by place, and the decision for each.
///
/// Nothing is final before Enter; Escape leaves both texts as they are.
@MainActor package final class MergeView: Layer, Movable {
  /// What is taken at a place.
  package enum Choice: Hashable {
    case mine, theirs, both
  }

  private let merge: ThreeWayMerge
  private let context: Context
  private let decided: @MainActor (String?) -> Void
  private var choices: [Choice?]
  private var history: [(index: Int, before: Choice?)] = []
  private var current = 0
  private var hasDecided = false
  private var showsOriginal = false

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - merge: The merge, with at least one conflict.
  ///   - decided: Called once: with the text, or nil when it was put off.
  package init(
    context: Context, merge: ThreeWayMerge,
    decided: @escaping @MainActor (String?) -> Void
  ) {
    self.context = context
    self.merge = merge
    self.decided = decided
    choices = Array(repeating: nil, count: merge.conflicts.count)
  }

  package var keyContext: KeyContext { .conflict }
  package var capturesKeys: Bool { true }

  package func didClose() {
    if !hasDecided { decided(nil) }
  }

  /// The text with the choices made so far; a place without one shows mine.
  package var result: String {
    var index = -1
    return merge.text { conflict in
      index += 1
      return text(of: conflict, at: index)
    }
  }

  private func text(of conflict: ThreeWayMerge.Conflict, at index: Int) -> String {
    switch choices[index] {
    case .theirs?: conflict.theirs
    case .both?: conflict.mine + conflict.theirs
    case .mine?, nil: conflict.mine
    }
  }

  /// The result from two lines before the place that is decided now.
  private var resultHere: Substring {
    let result = result
    var index = 0
    var before = 0
    for hunk in merge.hunks {
      switch hunk {
      case .unchanged(let text), .changed(let text, _): before += text.utf8.count
      case .conflict(let conflict):
        guard index < current else { return result.lines(around: before) }
        before += text(of: conflict, at: index).utf8.count
        index += 1
      }
    }
    return result[...]
  }

  // MARK: - Events

  package func handle(_ event: InputEvent) -> EventResult {
    guard case .key(let key) = event else { return .consumed() }
    switch key.key {
    case .character("m"): choose(.mine)
    case .character("t"): choose(.theirs)
    case .character("b"): choose(.both)
    case .character("M"): choices = choices.map { _ in .mine }
    case .character("T"): choices = choices.map { _ in .theirs }
    case .character("u"): undo()
    case .character("o"): showsOriginal.toggle()
    case .character("]"), .character("j"), .down, .tab: move(.down(1))
    case .character("["), .character("k"), .up: move(.up(1))
    case .enter: return .consumed(save())
    default: return .ignored
    }
    return .consumed()
  }

  package func move(_ movement: Movement) {
    switch movement {
    case .down(let count): current = min(current + count, choices.count - 1)
    case .up(let count): current = max(current - count, 0)
    case .top: current = 0
    case .bottom: current = choices.count - 1
    default: break
    }
  }

  private func choose(_ choice: Choice) {
    history.append((current, choices[current]))
    choices[current] = choice
    if let next = choices[current...].firstIndex(of: nil) { current = next }
  }

  private func undo() {
    guard let (index, before) = history.popLast() else { return }
    choices[index] = before
    current = index
  }

  private func save() -> [Effect] {
    guard !choices.contains(nil) else {
      let open = choices.count { $0 == nil }
      context.messages.notice(
        open == 1 ? "1 conflict is unresolved." : "\(open) conflicts are unresolved.")
      current = choices.firstIndex(of: nil) ?? current
      return []
    }
    hasDecided = true
    let (text, decided) = (result, decided)
    return [.close(self), .call { decided(text) }]
  }

  // MARK: - Drawing

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    let (head, rest) = rect.splitTop(1)
    let open = choices.count { $0 == nil }
    surface.drawLine(
      " Conflict \(current + 1) of \(choices.count), \(open) unresolved",
      in: head, style: frame.style("ui.title.focus"), frame)
    // The keys fit into 80 columns.
    let next = choices.count > 1 ? "  ] [" : ""
    let (body, foot) = rest.splitBottom(1)
    surface.drawLine(
      " m mine  t theirs  b both  M T all  u undo  o original\(next)  Enter save  Esc later",
      in: foot, style: frame.style("ui.help.text"), frame)
    let (sides, lower) = body.splitTop(body.rows / 2)
    drawSides(in: sides, on: &surface, frame)
    drawResult(in: lower, on: &surface, frame)
    if frame.isFocused { surface.cursor = Point(column: 1, row: sides.minRow + 1) }
  }

  private func drawSides(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let conflict = merge.conflicts[current]
    let isWide = rect.columns >= 100
    let (first, second) =
      isWide ? rect.splitLeft(rect.columns / 2) : rect.splitTop(rect.rows / 2)
    drawSide("mine", conflict.mine, .mine, in: first, "conflict.mine", on: &surface, frame)
    let other = showsOriginal ? conflict.base : conflict.theirs
    drawSide(
      showsOriginal ? "original" : "theirs", other, .theirs, in: second,
      showsOriginal ? "conflict.base" : "conflict.theirs", on: &surface, frame)
  }

  private func drawSide(
    _ name: String, _ text: String, _ choice: Choice, in rect: Rect, _ scope: String,
    on surface: inout Surface, _ frame: Frame
  ) {
    let (head, body) = rect.inset(left: 1, right: 1).splitTop(1)
    let isTaken = choices[current] == choice || choices[current] == .both
    surface.drawLine(
      isTaken ? "\(name): chosen" : name, in: head,
      style: frame.style("ui.title").overlaid(with: frame.style(scope)), frame)
    surface.drawWrapped(text, in: body, style: frame.style(scope))
  }

  private func drawResult(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let (head, body) = rect.inset(left: 1, right: 1).splitTop(1)
    surface.drawLine("result", in: head, style: frame.style("ui.title"), frame)
    surface.drawWrapped(resultHere, in: body, style: frame.style("ui.text"))
  }
}

extension String {
  /// The text from two lines before the line that begins at an offset.
  fileprivate func lines(around offset: Int) -> Substring {
    var start = utf8.index(startIndex, offsetBy: offset)
    for _ in 0..<3 {
      guard let end = utf8[..<start].lastIndex(of: UInt8(ascii: "\n")) else { return self[...] }
      start = end
    }
    return self[utf8.index(after: start)...]
  }
}
