/// A bag of values keyed by type, handed to every run.
///
/// It behaves like SwiftUI's environment: a custom property is a ``Key`` with a default value and
/// a computed property in an extension.
///
/// ```swift
/// extension OperationContext {
///   var pageSize: Int {
///     get { self[PageSizeKey.self] }
///     set { self[PageSizeKey.self] = newValue }
///   }
///
///   private enum PageSizeKey: Key {
///     static let defaultValue = 50
///   }
/// }
/// ```
///
/// The context is a value: a copy changed in one place is not changed in another. Reading costs one
/// dictionary look-up; a write costs an allocation, and the first one to a shared copy copies the
/// dictionary.
public struct OperationContext: Sendable {
  /// The identity of a value in a context, and what is read when nobody has set it.
  ///
  /// ```swift
  /// enum LanguageKey: OperationContext.Key {
  ///   static let defaultValue = "en"
  /// }
  ///
  /// context[LanguageKey.self] = "nl"
  /// ```
  public protocol Key {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value of a context in which nothing was set; computed at each such read.
    static var defaultValue: Value { get }
  }

  /// A value on the heap, found by the identity of its key.
  private final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var storage: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  /// Every value is its key's default.
  public init() {}

  /// The values that were set since this context was copied from another.
  func changes(since original: OperationContext) -> OperationContext {
    var changes = OperationContext()
    changes.storage = storage.filter { $0.value !== original.storage[$0.key] }
    return changes
  }

  /// The context with the values of another in place of its own.
  func overridden(by changes: OperationContext) -> OperationContext {
    var context = self
    context.storage.merge(changes.storage) { _, new in new }
    return context
  }

  /// The value of a key, or the key's default.
  public subscript<K: Key>(key: K.Type) -> K.Value {
    get {
      guard let stored = storage[ObjectIdentifier(key)] else { return K.defaultValue }
      // Only the setter below stores under a key, with its type. A checked cast to a protocol takes
      // half a microsecond, in places that are passed by every run.
      return unsafeDowncast(stored, to: Box<K.Value>.self).value
    }
    set {
      storage[ObjectIdentifier(key)] = Box<K.Value>(newValue)
    }
  }
}
