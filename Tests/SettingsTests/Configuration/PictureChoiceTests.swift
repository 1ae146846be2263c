import Settings
import Testing

@Suite(.timeLimit(.minutes(20))) struct PictureChoiceTests {
  @Test(
    arguments: [
      (.automatic, false, true), (.automatic, true, false), (.always, true, true),
      (.never, false, false),
    ] as [(PictureChoice, Bool, Bool)])
  func `a line that may be slow carries no pictures unless they are asked for`(
    choice: PictureChoice, isRemote: Bool, isAsked: Bool
  ) {
    #expect(choice.isAsked(isRemote: isRemote) == isAsked)
  }
}
