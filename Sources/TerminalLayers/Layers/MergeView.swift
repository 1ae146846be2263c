import MarfaSDK
import NoteFiles
import Settings
import TerminalUI

/// Two states of a note that contradict each other, place by place, and the decision for each.
///
/// Nothing is final before Enter; Escape leaves both as they are.
@MainActor package final class MergeView: Layer, Movable {
  /// What became of the states since the last frame.
  package enum News {
    /// They are the same.
    case nothing
    /// They are others now.
    case changed(MergeSubject)
    /// Somebody else has decided.
    case settled
  }

  private(set) var subject: MergeSubject
  let context: Context
  private let news: @MainActor () -> News
  private let decided: @MainActor ([String: JSONValue]?) -> Void
  /// What is decided so far.
  package internal(set) var decision: MergeDecision
  private var hasDecided = false
  private(set) var showsOriginal = false
  /// The editor of the present place; nil while none is edited.
  var editing: HunkEditor?
  /// What was written at a place that has changed since; the next editor of its property begins
  /// with it.
  private var written: (field: String, text: String)?

  /// Shows the states of some properties.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - subject: The states, with at least one place.
  ///   - news: What became of them, asked once for each frame.
  ///   - decided: Called once: with the properties, or nil when it was put off.
  package init(
    context: Context, subject: MergeSubject, news: @escaping @MainActor () -> News = { .nothing },
    decided: @escaping @MainActor ([String: JSONValue]?) -> Void
  ) {
    self.context = context
    self.subject = subject
    self.news = news
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
    if key.key.isCharacter, !key.modifiers.isEmpty { return .ignored }
    switch key.key {
    case .character("m"): decision.choose(.mine)
    case .character("t"): decision.choose(.theirs)
    case .character("b"): chooseBoth()
    case .character("e"): write()
    case .character("M"): decision.chooseAll(.mine)
    case .character("T"): decision.chooseAll(.theirs)
    case .character("u"): decision.undo()
    case .character("o"): showsOriginal.toggle()
    case .tab where key.modifiers.contains(.shift): move(.up(1))
    case .character("]"), .character("j"), .down, .right, .tab: move(.down(1))
    case .character("["), .character("k"), .up, .left: move(.up(1))
    case .enter: return .consumed(save())
    default: return refuse(key)
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

  private func write() {
    guard place.isWritable else {
      return context.messages.notice("Only one of the sides can be taken.")
    }
    beginEditing()
  }

  private func save() -> [Effect] {
    let open = decision.open
    guard open == 0 else {
      context.messages.notice(
        open == 1 ? "1 conflict is unresolved." : "\(open) conflicts are unresolved.")
      decision.goToOpen()
      return []
    }
    return end(with: subject.properties(decision.choices))
  }

  private func end(with properties: [String: JSONValue]) -> [Effect] {
    hasDecided = true
    let decided = decided
    return [.close(self), .call { decided(properties) }]
  }

  // MARK: - What changes meanwhile

  package func update(in rect: Rect, _ frame: Frame) {
    // What is being written belongs to what was read; the news wait for its end.
    if editing == nil, !hasDecided { follow(news()) }
    let lower = layout(in: rect, frame).lower.inset(left: 1, top: 1, right: 1)
    editing?.fit(lower.size)
  }

  private func follow(_ news: News) {
    switch news {
    case .nothing: break
    case .changed(let subject): take(subject)
    case .settled:
      keepWritten()
      context.carryOut(.close(self))
    }
  }

  /// What was written for a conflict that is settled by now is copied, so that it is not lost.
  private func keepWritten() {
    let texts = decision.choices.compactMap { choice in
      if case .own(let text)? = choice { text } else { nil as String? }
    }
    guard !texts.isEmpty else {
      return context.messages.notice("The conflict was settled elsewhere.")
    }
    context.work.perform("Copying") { [context] in
      let remark = await context.host.copy(texts.joined(separator: "\n"))
      context.messages.notice(
        remark ?? "The conflict was settled elsewhere; what you wrote is copied.")
    }
  }

  /// Decisions about places that are as they were are kept.
  private func take(_ other: MergeSubject) {
    guard !other.places.isEmpty else {
      context.messages.notice("The sides no longer contradict each other.")
      for effect in end(with: other.properties([])) { context.carryOut(effect) }
      return
    }
    let former = other.indices(in: subject)
    for (index, choice) in decision.choices.enumerated() where !former.contains(index) {
      if case .own(let text)? = choice { written = (subject.places[index].field, text) }
    }
    subject = other
    decision.goOn(with: former)
    let count = former.count { $0 == nil }
    guard count > 0 else { return }
    context.messages.notice(
      "The note changed meanwhile: \(count == 1 ? "1 place is" : "\(count) places are") new.")
    decision.goToOpen()
  }

  /// What was written at the present place before it changed, once; nil for nothing.
  func takeWritten() -> String? {
    guard let kept = written, kept.field == place.field else { return nil }
    written = nil
    return kept.text
  }
}
