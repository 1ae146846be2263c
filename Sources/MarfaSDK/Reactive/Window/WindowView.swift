/// A window's state as a value: what was read, what is in view, what is selected.
///
/// Places are those that the person sees: an item that has left the list but is still selected
/// keeps a place among the others, which the rows after it make room for.
struct WindowView: Hashable, Sendable {
  /// What was read.
  private(set) var content: WindowContent?
  /// The places in view.
  private(set) var visible: Range<Int>
  /// The selected item.
  private(set) var selection: WindowSelection?
  /// The first row when the top was last in view.
  private(set) var topMark: ListPosition?

  init(length: Int) {
    visible = 0..<max(length, 1)
  }

  /// How many rows there are.
  var count: Int { (content?.count ?? 0) + (departed == nil ? 0 : 1) }

  /// How many of the rows are in the list.
  var storedCount: Int { content?.count ?? 0 }

  /// The place of the selected item, if it is known.
  var selectedIndex: Int? {
    departed?.index ?? content?.selectionIndex.map(shown)
  }

  /// The places of all rows that can be shown without reading.
  var loaded: Range<Int> {
    guard let content, !content.rows.isEmpty || departed != nil else { return 0..<0 }
    let first = departed?.index == content.first ? content.first : shown(content.first)
    return first..<min(shown(content.loaded.upperBound), count)
  }

  /// The row at a place, if it was read.
  subscript(index: Int) -> WindowRow? {
    if let departed, departed.index == index { return departed.row }
    return content?[stored(index)]
  }

  /// The request for the next read.
  func request(_ target: WindowRequest.Target, margin: Int) -> WindowRequest {
    var target = target
    if case .range(let range) = target {
      target = .range(stored(range.lowerBound)..<stored(range.upperBound))
    }
    var selection = selection
    selection?.index = content?.selectionIndex
    return WindowRequest(
      target: target, visible: storedVisible, margin: margin, content: content,
      selection: selection, topMark: topMark)
  }

  /// Takes what was read.
  mutating func take(_ next: WindowContent) {
    let (length, start) = (visible.count, storedVisible.lowerBound)
    content = next
    if let former = next.formerSelectionId, former == selection?.id, let id = next.selectionId {
      selection?.id = id
    }
    keepSelection()
    if let index = selection.flatMap({ next.index(of: $0.id) }) {
      selection?.row = next[index]
    }
    let lower = next.target?.lowerBound ?? start + next.shift
    content?.target = nil
    show(from: lower > (departed?.index ?? .max) ? lower + 1 : lower, length)
  }

  /// Whether the rows were read for another selection and do not hold this one, so that only
  /// another read can say where it is.
  var isSelectionLost: Bool {
    selection?.id != content?.selectionId && selection != nil && content?.selectionIndex == nil
  }

  /// Puts the place of the present selection where a read that began before it was made says that
  /// of the one before.
  private mutating func keepSelection() {
    guard let content, content.selectionId != selection?.id else { return }
    self.content?.departed = nil
    self.content?.selectionIndex = selection.flatMap { content.index(of: $0.id) }
  }

  /// Moves the view.
  mutating func show(_ range: Range<Int>) {
    show(from: range.lowerBound, max(range.count, 1))
  }

  /// Selects an item, which may not have been read yet; nil selects nothing.
  mutating func select(_ id: String?) {
    guard id != selection?.id else { return }
    let leaving = departed
    content?.departed = nil
    if let leaving, leaving.index < visible.lowerBound {
      show(from: visible.lowerBound - 1, visible.count)
    }
    guard let id else {
      selection = nil
      content?.selectionIndex = nil
      return
    }
    let index = content?.index(of: id)
    selection = WindowSelection(id: id, row: index.flatMap { content?[$0] })
    content?.selectionIndex = index
  }

  // MARK: - Places

  private var departed: WindowContent.Departed? { content?.departed }

  private mutating func show(from start: Int, _ length: Int) {
    let start = max(0, content == nil ? start : min(start, count - 1))
    visible = start..<start + length
    guard start == 0, content?.first == 0 else { return }
    topMark = content?.rows.first?.position
    content?.newAbove = 0
  }

  private var storedVisible: Range<Int> {
    let lower = stored(visible.lowerBound)
    return lower..<lower + visible.count
  }

  private func stored(_ index: Int) -> Int {
    index > (departed?.index ?? .max) ? index - 1 : index
  }

  private func shown(_ index: Int) -> Int {
    index >= (departed?.index ?? .max) ? index + 1 : index
  }
}
