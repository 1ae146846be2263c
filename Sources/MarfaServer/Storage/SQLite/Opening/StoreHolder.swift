/// Who opens a store.
package enum StoreHolder {
  /// The one process that serves it.
  case server
  /// Somebody who comes and goes.
  case tool
}
