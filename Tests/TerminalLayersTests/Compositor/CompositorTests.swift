import Settings
import TerminalLayers
import TerminalUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct CompositorTests {
  /// A layer that writes down what it is offered, and that it was closed.
  private final class Sheet: Layer {
    let name: String
    let isModal: Bool
    private let takesEvents: Bool
    private let log: Log

    init(_ name: String, _ log: Log, isModal: Bool = false, takesEvents: Bool = false) {
      (self.name, self.log) = (name, log)
      (self.isModal, self.takesEvents) = (isModal, takesEvents)
    }

    var keyContext: KeyContext { .popup }
    func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {}
    func didClose() { log.lines.append("\(name) closed") }

    func handle(_ event: InputEvent) -> EventResult {
      log.lines.append("\(name) offered")
      return takesEvents ? .consumed() : .ignored
    }
  }

  private final class Log {
    var lines: [String] = []
  }

  private let compositor = Compositor()
  private let log = Log()

  /// Offers a key; whether it ended at a layer or at what is below them all.
  private func offer() -> Bool {
    compositor.handle(.key(KeyEvent("x"))) { [log] _ in
      log.lines.append("base offered")
      return .ignored
    }.isConsumed
  }

  @Test func `an event goes from the top down to the first that takes it`() {
    compositor.push(Sheet("low", log))
    compositor.push(Sheet("middle", log, takesEvents: true))
    compositor.push(Sheet("top", log))

    #expect(offer())
    #expect(log.lines == ["top offered", "middle offered"])
  }

  @Test func `an event that no layer takes comes to the base below them`() {
    compositor.push(Sheet("low", log))
    compositor.push(Sheet("top", log))

    #expect(!offer())
    #expect(log.lines == ["top offered", "low offered", "base offered"])
  }

  @Test func `a modal layer lets nothing through, whether it takes it or not`() {
    compositor.push(Sheet("low", log))
    compositor.push(Sheet("dialog", log, isModal: true))

    #expect(offer())
    #expect(log.lines == ["dialog offered"])
  }

  @Test func `closing a layer closes those above it first`() {
    let middle = Sheet("middle", log)
    compositor.push(Sheet("low", log))
    compositor.push(middle)
    compositor.push(Sheet("top", log))

    compositor.close(middle)

    #expect(log.lines == ["top closed", "middle closed"])
    #expect(compositor.layers.count == 1)
  }

  @Test func `removing a layer leaves those above it`() {
    let low = Sheet("low", log)
    let top = Sheet("top", log)
    compositor.push(low)
    compositor.push(top)

    compositor.remove(low)

    #expect(log.lines == ["low closed"])
    #expect(compositor.top === top)
  }

  @Test func `while the program ends a layer is closed as soon as it is pushed`() {
    compositor.push(Sheet("low", log))
    compositor.close()
    compositor.push(Sheet("late", log))
    #expect(log.lines == ["low closed", "late closed"])
    #expect(compositor.layers.isEmpty)

    compositor.reopen()
    compositor.push(Sheet("again", log))
    #expect(compositor.layers.count == 1)
  }
}
