import Glibc
import Testing

import MarfaCommandLine

@Suite(.timeLimit(.minutes(20))) struct SignalStreamTests {
  @Test func `a signal right after the stream was made is in it`() async {
    let signals = SignalStream.make([SIGURG], keeping: 1)

    // It does nothing where nobody takes it.
    kill(getpid(), SIGURG)

    var iterator = signals.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }
}
