import Synchronization

/// A random number generator behind a lock, so that copies of a value can share it.
final class LockedGenerator<Generator: RandomNumberGenerator & Sendable>: Sendable {
  private let generator: Mutex<Generator>

  init(_ generator: Generator) {
    self.generator = Mutex(generator)
  }

  func withGenerator<Value: Sendable>(_ body: (inout Generator) -> Value) -> Value {
    generator.withLock { body(&$0) }
  }
}
