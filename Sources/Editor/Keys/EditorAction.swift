/// What a finished sequence of keys means.
public enum EditorAction: Hashable, Sendable {
  /// Move.
  case motion(Motion)
  /// Move the head of the selection and leave its anchor (the plain preset).
  case extend(Motion)
  /// Wait for a motion or an object, and act on its text.
  case operate(Operator)
  /// The text around the cursor.
  case object(TextObject)
  /// Anything else.
  case command(ViCommand)

  /// The name that configuration and help use; unique.
  public var name: String {
    switch self {
    case .motion(let motion): EditorAction.dashed(motion.rawValue)
    case .extend(let motion): "extend-" + EditorAction.dashed(motion.rawValue)
    case .operate(let operation): "operator-" + EditorAction.dashed(operation.rawValue)
    case .object(let object):
      "\(object.scope.rawValue)-" + EditorAction.dashed(object.kind.rawValue)
    case .command(let command): EditorAction.dashed(command.rawValue)
    }
  }

  /// Finds an action by its name.
  public init?(name: String) {
    guard let action = EditorAction.byName[name] else { return nil }
    self = action
  }

  /// Every action, in the order of the tables.
  public static let all: [EditorAction] =
    Motion.allCases.map(EditorAction.motion) + Motion.allCases.map(EditorAction.extend)
    + Operator.allCases.map(EditorAction.operate)
    + TextObject.Kind.allCases.flatMap { kind in
      [EditorAction.object(TextObject(.inner, kind)), .object(TextObject(.around, kind))]
    }
    + ViCommand.allCases.map(EditorAction.command)

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether a character follows the keys.
  public var takesCharacter: Bool {
    switch self {
    case .motion(let motion), .extend(let motion): motion.takesCharacter
    case .command(let command): command.takesCharacter
    case .operate, .object: false
    }
  }

  private static func dashed(_ name: String) -> String {
    name.reduce(into: "") { result, character in
      if character.isUppercase { result += "-" }
      result += character.lowercased()
    }
  }
}
