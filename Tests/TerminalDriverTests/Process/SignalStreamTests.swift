import Glibc
import TerminalDriver
import Testing

@Suite(.timeLimit(.minutes(20))) struct SignalStreamTests {
  @Test func `a signal right after its stream was made is in it, in later streams, too`() async {
    for _ in 0..<20 {
      let signals = SignalStream.make([SIGURG], keeping: 1)

      // It does nothing where nobody takes it.
      kill(getpid(), SIGURG)

      var iterator = signals.makeAsyncIterator()
      #expect(await iterator.next() != nil)
    }
  }
}
