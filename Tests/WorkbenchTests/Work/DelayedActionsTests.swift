import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct DelayedActionsTests {
  /// What ran, in its order.
  private final class Log {
    var names: [String] = []
  }

  private func run(_ actions: inout DelayedActions, at milliseconds: Int) {
    while let action = actions.takeDue(at: .milliseconds(milliseconds)) { action() }
  }

  @Test func `actions run in the order of their time, and of their coming at one time`() {
    let log = Log()
    var actions = DelayedActions()
    for (name, time) in [("late", 30), ("a", 10), ("b", 10), ("first", 5)] {
      _ = actions.add(at: .milliseconds(time)) { log.names.append(name) }
    }
    #expect(actions.next == .milliseconds(5))

    run(&actions, at: 9)
    #expect(log.names == ["first"])

    run(&actions, at: 10)
    #expect(log.names == ["first", "a", "b"])
    #expect(actions.next == .milliseconds(30))

    run(&actions, at: 100)
    #expect(log.names == ["first", "a", "b", "late"])
    #expect(actions.next == nil)
  }

  @Test func `a cancelled action is gone at once`() {
    let log = Log()
    var actions = DelayedActions()
    for _ in 0..<10_000 {
      let number = actions.add(at: .seconds(5)) { log.names.append("in vain") }
      actions.cancel(number)
    }
    #expect(actions.count == 0)

    let number = actions.add(at: .seconds(1)) { log.names.append("done") }
    run(&actions, at: 1000)
    actions.cancel(number)

    #expect(log.names == ["done"])
  }
}
