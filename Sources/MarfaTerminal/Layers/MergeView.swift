import MarfaSDK
import Settings
import TerminalUI

/// Two states of a note that contradict each other, place by place, and the decision for each.
///
/// Nothing is final before Enter; Escape leaves both as they are.
@MainActor package final class MergeView: Layer, Movable {
  let subject: MergeSubject
  let context: Context
  private let decided: @MainActor ([String: JSONValue]?) -> Void
  /// What is decided so far.
  package internal(set) var decision: MergeDecision
  private var hasDecided = false
  private(set) var showsOriginal = false
  /// The editor of the present place; nil while none is edited.
  var editing: HunkEditor?

  /// Shows the states of some properties.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - subject: The states, with at least one place.
  ///   - decided: Called once: with the properties, or nil when it was put off.
  package init(
    context: Context, subject: MergeSubject,
    decided: @escaping @MainActor ([String: JSONValue]?) -> Void
  ) {
    self.context = context
    self.subject = subject
    self.decided = decided
    decision = MergeDecision(count: subject.places.count)
  }

  /// Shows the states of a text.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - merge: The merge, with at least one conflict.
  ///   - decided: Called once: with the text, or nil when it was put off.
  package convenience init(
    context: Context, merge: ThreeWayMerge,
    decided: @escaping @MainActor (String?) -> Void
  ) {
    self.init(context: context, subject: MergeSubject(merge)) {
      decided($0?["body"]?.stringValue)
    }
  }

  package var keyContext: KeyContext { .conflict }
  package var capturesKeys: Bool { true }

  package func takes(_ key: KeyEvent) -> Bool {
    editing != nil || key.modifiers.isEmpty && key.key.isCharacter
  }

  package func didClose() {
    if !hasDecided { decided(nil) }
  }

  /// The text of the present place's property with the choices made so far; a place without one
  /// shows mine.
  package var result: String { subject.result(at: decision.current, decision.choices).text }

  // MARK: - Events

  package func handle(_ event: InputEvent) -> EventResult {
    if editing != nil { return edit(event) }
    guard case .key(let key) = event else { return .consumed() }
    switch key.key {
    case .character("m"): decision.choose(.mine)
    case .character("t"): decision.choose(.theirs)
    case .character("b"): chooseBoth()
    case .character("e"): beginEditing()
    case .character("M"): decision.chooseAll(.mine)
    case .character("T"): decision.chooseAll(.theirs)
    case .character("u"): decision.undo()
    case .character("o"): showsOriginal.toggle()
    case .character("]"), .character("j"), .down, .tab: move(.down(1))
    case .character("["), .character("k"), .up: move(.up(1))
    case .enter: return .consumed(save())
    default: return .ignored
    }
    return .consumed()
  }

  package func move(_ movement: Movement) {
    switch movement {
    case .down(let count): decision.go(to: decision.current + count)
    case .up(let count): decision.go(to: decision.current - count)
    case .top: decision.go(to: 0)
    case .bottom: decision.go(to: subject.places.count - 1)
    default: break
    }
  }

  /// The place that is decided now.
  var place: MergeSubject.Place { subject.places[decision.current] }

  private func chooseBoth() {
    guard place.isText else {
      return context.messages.notice("Only one of the values can be taken.")
    }
    decision.choose(.both)
  }

  private func save() -> [Effect] {
    let open = decision.open
    guard open == 0 else {
      context.messages.notice(
        open == 1 ? "1 conflict is unresolved." : "\(open) conflicts are unresolved.")
      decision.goToOpen()
      return []
    }
    hasDecided = true
    let (properties, decided) = (subject.properties(decision.choices), decided)
    return [.close(self), .call { decided(properties) }]
  }
}

extension Key {
  /// Whether the key is a character.
  fileprivate var isCharacter: Bool {
    if case .character = self { true } else { false }
  }
}
