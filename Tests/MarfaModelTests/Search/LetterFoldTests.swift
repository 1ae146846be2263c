import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct LetterFoldTests {
  @Test(arguments: [
    ("Łódź", "lódź"), ("łąka", "ląka"), ("Đorđe Ðað", "dorde dad"), ("Øre ǿ", "ore o"),
    ("Ħal-Għaxaq", "hal-Ghaxaq"), ("Ŧŧ", "tt"), ("ılık", "ilik"), ("Ælfred ǽ", "aelfred ae"),
    ("Œuvre cœur", "oeuvre coeur"), ("Straße STRAẞE", "Strasse STRAssE"), ("Þór þ", "thór th"),
    ("", ""), ("ASCII stays", "ASCII stays"), ("é 日本 д 🙂 ᾳ", "é 日本 д 🙂 ᾳ"), ("ẝ", "ẝ"),
  ])
  func `letters that do not decompose become plain ones`(text: String, folded: String) {
    #expect(LetterFold.fold(text) == folded)
    #expect(LetterFold.fold(folded) == folded)
    #expect(LetterFold.hasLetters(text) == (text != folded))
  }

  @Test func `a search by bytes finds the letters that the fold changes`() {
    let scalars = (0x20...0x2FFF).compactMap { Unicode.Scalar(UInt32($0)) }
    let changed = scalars.filter { LetterFold.fold("a\(Character($0))") != "a\(Character($0))" }

    #expect(changed.count == 25)
    #expect(scalars.allSatisfy { LetterFold.hasLetters(String($0)) == changed.contains($0) })
  }
}
