/// Letters that somebody typed one after another, each in a change that says nothing else.
///
/// Most changes of most texts are of this kind. They are read and applied together, with the same
/// result as one by one and at a small part of the cost.
struct LetterRun: Sendable {
  /// The change before the first letter, by the same person.
  let previous: ChangeID
  /// The text that they are in.
  let text: TimeTicket
  /// The scalar before the first letter.
  let left: CharacterReference
  /// The scalar that was after each letter when it was typed, or nil at the end of the text.
  let right: CharacterReference?
  /// The letters in ASCII, at least one.
  let letters: [UInt8]

  /// The change of a letter, by its place.
  func id(of place: Int) -> ChangeID {
    let step = Int64(place) + 1
    return ChangeID(
      clientSequence: previous.clientSequence + UInt32(step),
      serverSequence: previous.serverSequence > 0 ? previous.serverSequence + step : 0,
      lamport: previous.lamport + step, actor: previous.actor, others: previous.others)
  }

  /// The ticket of a letter, by its place.
  func ticket(of place: Int) -> TimeTicket {
    TimeTicket(
      lamport: previous.lamport + Int64(place) + 1, actor: previous.actor, delimiter: 1)
  }

  func content(of place: Int) -> String { String(Unicode.Scalar(letters[place])) }
}
