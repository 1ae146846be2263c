import Documents
import Editor
import MarfaSDK

/// Who else is in the document, and what they see of this person.
extension DocumentText {
  func take(_ present: [NotePerson]) {
    company.take(present, at: elapsed())
    reportPeople()
    // Who came has not seen where the person is.
    tellCaret()
  }

  /// Tells the session who is here, and where those are who moved, as far as the copy knows the
  /// characters.
  func reportPeople() {
    if company.hasUnplaced {
      company.place { position in
        guard !isOutdated, let scalar = replica.offset(of: position, in: field) else {
          return nil
        }
        return mirror.offset(ofScalar: scalar)
      }
    }
    session?.areHere(company.people)
    company.forgetMoves()
  }

  package func show(_ selection: Selection) {
    // Also where the person stayed: the settings may say something else of what others see.
    company.selection = selection
    tellCaret()
  }

  /// Waits until what others are shown of the person has left.
  package func finishTelling() async { await company.finishTelling() }

  /// Tells others where the person is, once they have the characters that this refers to.
  func tellCaret() {
    guard unsaved.isEmpty, !isOutdated, !isEnded else { return }
    company.tell(document, position)
  }

  /// Where an offset of the text is, for everybody.
  func position(at offset: Int) -> TextPosition? {
    guard offset <= mirror.byteCount else { return nil }
    return replica.position(at: mirror.scalarOffset(at: offset), in: field)
  }
}
