/// What is done to the text of a motion, an object or a visual selection.
public enum Operator: String, Hashable, Sendable, CaseIterable, Codable {
  /// Remove it, keeping it in a register.
  case delete
  /// Remove it and type something else.
  case change
  /// Keep it in a register.
  case yank
  /// Move its lines by a tab stop.
  case indent, outdent
  /// Exchange or set the case of its letters.
  case toggleCase, lowercase, uppercase
  /// Put each letter of a…z 13 further, and those at the end at the beginning.
  case rot13
  /// Make its lines one.
  case join
  /// Fill its lines again, as wide as the options say; in place the cursor stays.
  case reflow, reflowInPlace
  /// One of vi that there is not: it takes its text, so that no key of that is a command.
  case unknown

  /// Whether it acts on whole lines whatever the motion.
  var isLinewise: Bool {
    switch self {
    case .indent, .outdent, .join, .reflow, .reflowInPlace: true
    default: false
    }
  }

  /// Whether it only moves bytes, and does not look at each cluster.
  var isCheap: Bool { self == .delete || self == .change || self == .yank }

  /// Whether it changes text, so that `.` repeats it.
  var isRepeatable: Bool { self != .yank && self != .unknown }
}
