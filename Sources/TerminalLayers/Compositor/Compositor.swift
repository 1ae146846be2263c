import TerminalUI

/// The stack of what is on the screen: events go from the top down, drawing from the bottom up.
@MainActor package final class Compositor {
  /// The layers over the workspace, the topmost last.
  package private(set) var layers: [any Layer] = []

  /// Whether nothing is asked any more, since the program is ending.
  private var isClosed = false

  package init() {}

  /// The topmost layer, or nil when the workspace is bare.
  package var top: (any Layer)? { layers.last }

  /// Puts a layer on top; while the program is ending it is closed at once, as by Escape.
  package func push(_ layer: any Layer) {
    guard !isClosed else { return layer.didClose() }
    layers.append(layer)
  }

  /// Takes all layers away, and shows no other one until `reopen()`: nobody is there to answer.
  package func close() {
    isClosed = true
    while !layers.isEmpty { pop() }
  }

  /// Shows layers again.
  package func reopen() { isClosed = false }

  /// Takes the topmost layer away.
  package func pop() {
    layers.popLast()?.didClose()
  }

  /// Takes the given layer and all above it away.
  package func close(_ layer: any Layer) {
    guard let index = layers.firstIndex(where: { $0 === layer }) else { return }
    let closed = layers[index...]
    layers.removeSubrange(index...)
    for layer in closed.reversed() { layer.didClose() }
  }

  /// Takes only the given layer away, whatever is above it.
  package func remove(_ layer: any Layer) {
    guard let index = layers.firstIndex(where: { $0 === layer }) else { return }
    layers.remove(at: index).didClose()
  }

  /// Offers an event to the layers from the top down, and then to what is below them all.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - base: What is below; a modal layer lets nothing through to it.
  /// - Returns: What became of it; a modal layer takes all.
  package func handle(_ event: InputEvent, base: (InputEvent) -> EventResult) -> EventResult {
    var rest = layers[...]
    while let layer = rest.popLast() {
      let result = layer.handle(event)
      if result.isConsumed { return result }
      if layer.isModal { return .consumed() }
    }
    return base(event)
  }

  /// Brings all layers up to date before they are drawn.
  package func update(in screen: Rect, _ frame: Frame) {
    for layer in layers { layer.update(in: place(of: layer, in: screen, frame), frame) }
  }

  /// Draws all layers in order.
  package func render(in screen: Rect, on surface: inout Surface, _ frame: Frame) {
    for (index, layer) in layers.enumerated() {
      var frame = frame
      frame.isFocused = index == layers.count - 1
      let place = place(of: layer, in: screen, frame)
      // Nothing of what is below shines through: no underline, no dim letters.
      surface.clear(place, style: frame.style("ui.text"))
      layer.render(in: place, on: &surface, frame)
    }
  }

  /// Nothing is next to anything on a plain screen: a box has all rows above the bars.
  private func place(of layer: any Layer, in screen: Rect, _ frame: Frame) -> Rect {
    let place = layer.placement(in: screen)
    guard frame.isPlain, place.columns < screen.columns, screen.rows > 2 else { return place }
    return screen.splitBottom(2).rest
  }
}
