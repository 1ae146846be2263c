import TerminalUI

extension Terminal {
  /// The question for a terminal that is in no table and can be asked; nil for others.
  static func emojiQuestion(_ options: TerminalOptions) -> EmojiQuestion? {
    guard options.asksEmoji, EmojiQuestion.mayBeAsked(options.environment),
      EmojiPolicy.known(environment: options.environment) == nil
    else { return nil }
    return EmojiQuestion()
  }

  /// The bytes that ask how wide emoji are, over a frame that was just written; empty for none.
  ///
  /// Afterwards the screen is as it was.
  func emojiQuestion(over surface: Surface) -> [UInt8] {
    guard let samples = emojiQuestion?.samples(over: surface), !samples.isEmpty else { return [] }
    var text = ModeSequences.beginUpdate + ModeSequences.saveCursor
    for sample in samples {
      let place = ModeSequences.move(toColumn: 0, row: sample.row)
      text += place + ModeSequences.hidden + sample.text + ModeSequences.askCursor
      text += place
      text += painter.sequence(of: surface, row: sample.row, columns: EmojiQuestion.columns)
    }
    text += ModeSequences.restoreCursor + ModeSequences.endUpdate
    return Array(text.utf8)
  }

  /// Takes the answers; from now on emoji of the kinds that the terminal knows are drawn whole.
  func takeEmojiAnswers(_ inputs: [TerminalInput]) {
    var agreed: EmojiSequence = []
    for case .cursor(let cursor) in inputs {
      agreed.formUnion(emojiQuestion?.agreed(cursor) ?? [])
    }
    guard !agreed.isEmpty else { return }
    painter.emoji.formUnion(agreed)
    guard isActive, !needsClear, let surface = lastSurface else { return }
    device.write(beyondCurses(of: surface, rows: Array(0..<surface.size.rows)))
  }
}
