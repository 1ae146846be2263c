/// One line of the box that shows what may follow the keys typed so far.
public struct KeyHint: Hashable, Sendable {
  /// The keys that follow, in key notation.
  public var keys: String
  /// What they do, in a few words.
  public var summary: String

  /// Says what keys do, in a few words.
  public init(keys: String, summary: String) {
    self.keys = keys
    self.summary = summary
  }
}

extension EditorAction {
  /// What the action does in a few words, for key boxes and help.
  public var summary: String {
    switch self {
    case .motion(let motion): EditorAction.spaced(motion.rawValue) + motion.caseRule
    case .extend(let motion): "select: " + EditorAction.spaced(motion.rawValue)
    case .operate(let operation): EditorAction.spaced(operation.rawValue)
    case .object(let object):
      "\(object.scope.rawValue) \(EditorAction.spaced(object.kind.rawValue))"
    case .command(let command): EditorAction.spaced(command.rawValue)
    }
  }

  private static func spaced(_ name: String) -> String {
    name.reduce(into: "") { result, character in
      if character.isUppercase { result += " " }
      result += character.lowercased()
    }
  }
}

extension Motion {
  /// How a search treats capitals, after its name.
  fileprivate var caseRule: String {
    switch self {
    case .searchForward, .searchBackward: " (smart case)"
    case .searchWordForward, .searchWordBackward: " (case-sensitive)"
    default: ""
    }
  }
}
