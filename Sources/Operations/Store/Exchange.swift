/// Puts a value in the place of another, which is returned.
///
/// It is how a value gets out of a lock before its release: what belongs to the caller of the
/// module may do anything when it is released, and that would be with the lock held.
func exchange<Value>(_ value: inout Value, with newValue: consuming Value) -> Value {
  let old = value
  value = newValue
  return old
}
