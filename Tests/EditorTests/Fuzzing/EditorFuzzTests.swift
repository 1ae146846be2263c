import Editor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct EditorFuzzTests {
  @Test(arguments: FuzzKind.allCases, 1...3)
  func `random input leaves an editor whole`(kind: FuzzKind, seed: Int) async {
    var random = SplitMix64(seed: UInt64(seed) &* 7919 &+ 1)
    var fuzz = EditorFuzz(seed: UInt64(seed))
    var steps: [FuzzStep] = []

    for _ in 0..<120 where fuzz.driver.editor.buffer.byteCount < 100_000 {
      let step = FuzzStep.random(kind, using: &random)
      steps.append(step)
      let problem = await fuzz.perform(step, workSteps: 2_000)
      #expect(problem == nil, "\(kind) seed \(seed), step \(steps.count) of \(steps.suffix(20))")
      if problem != nil { return }
    }
    #expect(fuzz.count == steps.count)
  }
}
