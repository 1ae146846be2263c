import Settings
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct RowFormatLettersTests {
  @Test func `the letters of the configuration are those that rows know`() {
    for letter in RowFormatText.letters {
      #expect(RowFormat.Field(rawValue: letter) != nil, "%\(letter)")
    }
    #expect(RowFormat("%F%N%T%D%C%I").parts.count == RowFormatText.letters.count)
  }
}
