import Operations
import TestSupport
import Testing

/// Conformance rows R08 and R09: how long retries wait.
@Suite(.timeLimit(.minutes(20))) struct BackoffFunctionTests {
  static let table: [(OperationBackoffFunction, [Int])] = [
    (.exponential(.seconds(1)), [0, 1, 2, 4, 8, 16]),
    (.linear(.seconds(1)), [0, 1, 2, 3, 4, 5]),
    (.fibonacci(.seconds(1)), [0, 1, 1, 2, 3, 5]),
    (.constant(.seconds(7)), [7, 7, 7, 7, 7, 7]),
    (.noBackoff, [0, 0, 0, 0, 0, 0]),
    (.custom { .seconds($0 * 10) }, [0, 10, 20, 30, 40, 50]),
    (.exponential(.seconds(1)).capped(at: .seconds(5)), [0, 1, 2, 4, 5, 5]),
  ]

  @Test(arguments: table)
  func `OP-R08 each function has its series`(function: OperationBackoffFunction, seconds: [Int]) {
    #expect((0...5).map { function($0) } == seconds.map { .seconds($0) })
  }

  @Test(
    arguments: [
      Duration.zero, .seconds(-3), .nanoseconds(1), .milliseconds(1), .seconds(1),
      .milliseconds(2500), .seconds(86_400),
    ])
  func `OP-R09 jitter lies between nothing and the wait`(base: Duration) {
    let function = OperationBackoffFunction.constant(base).jittered(using: SplitMix64(seed: 7))

    let waits = (0..<1000).map { function($0) }

    #expect(waits.allSatisfy { $0 >= .zero && ($0 < base || $0 == .zero) })
    if base > .milliseconds(1) { #expect(Set(waits).count > 500) }
  }

  @Test func `jitter from the system stays in range`() {
    let function = OperationBackoffFunction.constant(.milliseconds(1)).jittered()

    #expect((0..<100).map { function($0) }.allSatisfy { $0 >= .zero && $0 < .milliseconds(1) })
  }

  @Test(arguments: [64, 100, 1000, Int.max])
  func `no function traps at a high number`(retry: Int) {
    let hour = Duration.seconds(3600)
    let functions: [OperationBackoffFunction] = [
      .exponential(hour), .linear(hour), .fibonacci(hour), .exponential(hour).jittered(),
    ]

    for function in functions {
      #expect(function(retry) >= .zero, "\(function)")
      #expect(function.capped(at: .seconds(30))(retry) <= .seconds(30), "\(function)")
    }
  }

  @Test func `a function says what it does`() {
    #expect(
      "\(OperationBackoffFunction.linear(.seconds(1)).capped(at: .seconds(9)))"
        == "Linear 1.0 seconds, at most 9.0 seconds")
  }
}
