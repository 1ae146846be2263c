import Documents
import Editor
import MarfaSDK

/// The people in an edited note: who the others are and where, and what they see of this person.
@MainActor struct Company {
  /// The others, in the order of their names.
  private(set) var people: [PersonHere] = []
  /// What they said last, by id.
  private var told: [String: [String: String]] = [:]
  /// Places that were reported and are not known here yet, by id.
  private var unplaced: [String: Place] = [:]
  /// Where this person is, in the text as it is now.
  var selection: Selection?
  /// Whether this person has edited the text; who only reads is not shown where.
  var hasEdited = false
  private let me: @MainActor () -> OwnPresence?
  /// What the others were told last of this person.
  private let teller = Teller()

  private struct Place {
    var head: TextPosition
    var anchor: TextPosition
  }

  /// Sends one presence at a time; of those that come meanwhile only the newest.
  @MainActor private final class Teller {
    var last: Told?
    var next: Told?
    var sending: Task<Void, Never>?
  }

  /// What the others see; nothing of somebody who does not want to be seen.
  struct Told: Hashable {
    fileprivate var presence: [String: String]?

    /// The names and values; none for nothing.
    var values: [String: String] { presence ?? [:] }
  }

  /// Nobody is here yet.
  ///
  /// - Parameter me: What others are shown of this person; nil shows nothing.
  init(me: @escaping @MainActor () -> OwnPresence?) { self.me = me }

  /// Whether somebody's place is not known yet.
  var hasUnplaced: Bool { !unplaced.isEmpty }

  /// Takes over who is here.
  mutating func take(_ present: [NotePerson], at now: Duration) {
    let before = Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var next: [PersonHere] = []
    for person in present {
      guard var here = PersonHere(person, at: now) else { continue }
      if told[here.id] == person.presence, let known = before[here.id] {
        here.lastSeen = known.lastSeen
      } else if let head = person.presence[PresenceKey.head].flatMap(TextPosition.init(text:)) {
        let anchor = person.presence[PresenceKey.anchor].flatMap(TextPosition.init(text:))
        unplaced[here.id] = Place(head: head, anchor: anchor ?? head)
      }
      told[here.id] = person.presence
      next.append(here)
    }
    people = next.sorted()
    let ids = Set(people.map(\.id))
    told = told.filter { ids.contains($0.key) }
    unplaced = unplaced.filter { ids.contains($0.key) }
  }

  /// Somebody did something.
  mutating func saw(_ actor: ActorID, at now: Duration) {
    guard !people.isEmpty else { return }
    let id = actor.description
    if let index = people.firstIndex(where: { $0.id == id }) { people[index].lastSeen = now }
  }

  /// Puts those who moved at their offsets, if the text has the characters already.
  mutating func place(_ offset: (TextPosition) -> Int?) {
    for index in people.indices {
      let person = people[index]
      guard let place = unplaced[person.id], let head = offset(place.head) else { continue }
      people[index].caret = OtherCaret(
        id: person.id, head: head, anchor: offset(place.anchor) ?? head, style: person.style,
        sign: person.sign)
      unplaced[person.id] = nil
    }
  }

  /// The session has the carets now, and moves them with the text.
  mutating func forgetMoves() {
    for index in people.indices { people[index].caret = nil }
  }

  /// What the others do not know yet, to be told together with a change; nil where they know, and
  /// while they are being told something, which could come after it.
  func news(_ position: (Int) -> TextPosition?) -> Told? {
    guard teller.sending == nil else { return nil }
    let now = Told(presence: presence(position))
    return teller.last == now ? nil : now
  }

  /// Notes what the others were told together with a change.
  func hasTold(_ told: Told) { teller.last = told }

  /// Tells the others where this person is, unless they know.
  func tell(_ document: any NoteDocument, _ position: (Int) -> TextPosition?) {
    let now = Told(presence: presence(position))
    guard teller.last != now else { return }
    (teller.last, teller.next) = (now, now)
    guard teller.sending == nil else { return }
    teller.sending = Task { [teller] in
      while let next = teller.next {
        teller.next = nil
        await document.show(next.presence)
      }
      teller.sending = nil
    }
  }

  /// Waits until the others were told everything.
  func finishTelling() async { await teller.sending?.value }

  private func presence(_ position: (Int) -> TextPosition?) -> [String: String]? {
    guard let me = me() else { return nil }
    var values = me.values
    guard me.showsCaret, hasEdited || me.showsReading, let selection,
      let head = position(selection.head)
    else { return values }
    values[PresenceKey.head] = head.text
    if selection.anchor != selection.head, let anchor = position(selection.anchor) {
      values[PresenceKey.anchor] = anchor.text
    }
    return values
  }
}
