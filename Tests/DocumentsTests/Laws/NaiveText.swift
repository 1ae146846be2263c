@testable import Documents

/// A text as a plain list of characters with their names: slow, and simple enough to be believed.
///
/// It reads the same changes as a replica and shares no code with it. An insertion looks for its
/// place with positions in the list (the loop of YjsMod); of deletions and restorations of a
/// character the latest decides.
struct NaiveText {
  struct Name: Hashable {
    let actor: ActorID
    /// Number among the characters of the actor.
    let number: Int
  }

  struct Character {
    let name: Name
    let scalar: Unicode.Scalar
    let ticket: TimeTicket
    let left: Name?
    let right: Name?
    var removed: TimeTicket?
    var restored: TimeTicket?
    /// Who has deleted it, and who has brought it back.
    var removers: Set<ActorID> = []
    var restorers: Set<ActorID> = []

    var isLive: Bool { removed.map { (restored ?? .initial) > $0 } ?? true }
  }

  private(set) var characters: [Character] = []
  /// The characters that somebody undid although they had neither written nor deleted them.
  private(set) var foreign: [Name] = []
  /// Names by ticket and offset.
  private var names: [TimeTicket: [Name]] = [:]
  private var counts: [ActorID: Int] = [:]

  var string: String {
    var scalars = String.UnicodeScalarView()
    for character in characters where character.isLive { scalars.append(character.scalar) }
    return String(scalars)
  }

  mutating func apply(_ change: Change) {
    for operation in change.operations {
      switch operation {
      case .edit(_, let edit, let at):
        for reach in edit.removed {
          mark(name(reach.createdAt, reach.offset), reach.count) { Self.remove(&$0, at) }
        }
        insert(edit, at)
      case .restore(_, let restored, let deleted, let at):
        var others: [Name] = []
        for part in deleted {
          mark(name(part.createdAt, part.offset), part.count) { character in
            let isOwn = character.name.actor == at.actor || character.restorers.contains(at.actor)
            if !isOwn { others.append(character.name) }
            Self.remove(&character, at)
          }
        }
        for part in restored {
          mark(name(part.createdAt, part.offset), part.count) { character in
            if !character.removers.contains(at.actor) { others.append(character.name) }
            character.restored = max(character.restored ?? .initial, at)
            character.restorers.insert(at.actor)
          }
        }
        foreign += others
      default: break
      }
    }
  }

  private static func remove(_ character: inout Character, _ at: TimeTicket) {
    character.removed = max(character.removed ?? .initial, at)
    character.removers.insert(at.actor)
  }

  private func name(_ ticket: TimeTicket, _ offset: Int) -> Name? { names[ticket]?[offset] }

  private mutating func mark(_ first: Name?, _ count: Int, _ body: (inout Character) -> Void) {
    guard let first else { return }
    for index in characters.indices
    where characters[index].name.actor == first.actor
      && (first.number..<first.number + count).contains(characters[index].name.number)
    {
      body(&characters[index])
    }
  }

  private mutating func insert(_ edit: TextEdit, _ at: TimeTicket) {
    var left = edit.left.flatMap { name($0.createdAt, $0.offset) }
    let right = edit.right.flatMap { name($0.createdAt, $0.offset) }
    for scalar in edit.content.unicodeScalars {
      let name = Name(actor: at.actor, number: counts[at.actor, default: 0])
      counts[at.actor, default: 0] += 1
      names[at, default: []].append(name)
      let fresh = Character(name: name, scalar: scalar, ticket: at, left: left, right: right)
      characters.insert(fresh, at: place(of: fresh))
      left = name
    }
  }

  private func position(_ name: Name?, none: Int) -> Int {
    name.flatMap { name in characters.firstIndex { $0.name == name } } ?? none
  }

  private func place(of fresh: Character) -> Int {
    let left = position(fresh.left, none: -1)
    let right = position(fresh.right, none: characters.count)
    var destination = left + 1
    var isScanning = false
    for index in left + 1..<right + 1 {
      if !isScanning { destination = index }
      if index == right || index == characters.count { break }
      let other = characters[index]
      let otherLeft = position(other.left, none: -1)
      let otherRight = position(other.right, none: characters.count)
      if otherLeft < left { break }
      guard otherLeft == left else { continue }
      if otherRight == right, fresh.ticket > other.ticket { break }
      isScanning = otherRight < right
    }
    return destination
  }
}
