/// One step of a change as a subscriber learns it: where, and what happened there.
///
/// Offsets of text are Unicode scalars; steps of one change are to be applied one after another.
public enum OpInfo: Hashable, Sendable {
  case set(path: String, key: String)
  case add(path: String, index: Int)
  case move(path: String, previousIndex: Int, index: Int)
  case remove(path: String, key: String?, index: Int?)
  case increase(path: String, value: Int64)
  case edit(path: String, from: Int, to: Int, content: String, attributes: [String: String])
  /// A removed attribute has no value.
  case style(path: String, from: Int, to: Int, attributes: [String: String?])
  case arraySet(path: String, index: Int)

  /// The path of the element that was changed.
  public var path: String {
    switch self {
    case .set(let path, _), .add(let path, _), .move(let path, _, _), .remove(let path, _, _),
      .increase(let path, _), .edit(let path, _, _, _, _), .style(let path, _, _, _),
      .arraySet(let path, _):
      path
    }
  }
}
