/// A way to move the cursor, alone or after an operator.
public enum Motion: String, Hashable, Sendable, CaseIterable, Codable {
  /// By a cluster or a line.
  case left, right, up, down
  /// By a row on the screen.
  case screenUp, screenDown
  /// To the places of a line.
  case lineStart, firstNonBlank, lineEnd, lastNonBlank, column
  /// To the ends of a row on the screen.
  case rowStart, rowEnd
  /// To the first visible cluster of a line above or below.
  case nextLineStart, previousLineStart, thisLineStart
  /// By words; the big ones end at white space only.
  case wordForward, wordEnd, wordBackward, wordEndBackward
  case bigWordForward, bigWordEnd, bigWordBackward, bigWordEndBackward
  /// To a character of the line, which follows the key.
  case findForward, findBackward, tillForward, tillBackward
  /// The last of those again.
  case repeatFind, repeatFindReversed
  /// By larger pieces of text.
  case paragraphForward, paragraphBackward, sentenceForward, sentenceBackward
  case headingForward, headingBackward
  /// To the partner of a bracket; with a count, to a percentage of the text.
  case matchingBracket
  /// To a line by number; the first or last without one.
  case textStart, textEnd
  /// To the lines of the screen.
  case screenTop, screenMiddle, screenBottom
  /// Half a screen, a screen.
  case halfPageDown, halfPageUp, pageDown, pageUp
  /// To matches of a pattern.
  case searchForward, searchBackward, searchNext, searchPrevious, searchWordForward,
    searchWordBackward
  /// To a mark, whose letter follows: its line, or its exact place.
  case markLine, mark

  /// What an operator takes between the cursor and where the motion goes.
  enum Extent {
    /// Up to, not including, the further end.
    case exclusive
    /// With the cluster at the further end.
    case inclusive
    /// Whole lines.
    case lines
  }

  /// What an operator takes.
  var extent: Extent {
    switch self {
    case .up, .down, .textStart, .textEnd, .screenTop, .screenMiddle, .screenBottom, .markLine,
      .nextLineStart, .previousLineStart, .thisLineStart, .halfPageDown, .halfPageUp, .pageDown,
      .pageUp:
      .lines
    case .lineEnd, .rowEnd, .lastNonBlank, .wordEnd, .bigWordEnd, .wordEndBackward,
      .bigWordEndBackward,
      .findForward, .tillForward, .matchingBracket:
      .inclusive
    default: .exclusive
    }
  }

  /// Whether the place before it is remembered for `''`.
  var isJump: Bool {
    switch self {
    case .textStart, .textEnd, .screenTop, .screenMiddle, .screenBottom, .searchForward,
      .searchBackward, .searchNext, .searchPrevious, .searchWordForward, .searchWordBackward,
      .markLine, .mark, .matchingBracket, .paragraphForward, .paragraphBackward,
      .sentenceForward, .sentenceBackward, .headingForward, .headingBackward:
      true
    default: false
    }
  }

  /// Whether it keeps the column that vertical motions aim for.
  var keepsColumn: Bool {
    switch self {
    case .up, .down, .screenUp, .screenDown, .halfPageDown, .halfPageUp, .pageDown, .pageUp: true
    default: false
    }
  }

  /// Whether a character follows the key.
  var takesCharacter: Bool {
    switch self {
    case .findForward, .findBackward, .tillForward, .tillBackward, .markLine, .mark: true
    default: false
    }
  }
}
