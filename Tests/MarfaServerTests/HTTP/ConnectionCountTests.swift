import MarfaModel
import NIOEmbedded
import Testing

@testable import MarfaServer

@Suite struct ConnectionCountTests {
  @Test func `there are as many connections as may be, and one more when one has ended`() throws {
    let count = ConnectionCount(maximum: 2)
    let channels = (0..<3).map { _ in EmbeddedChannel() }

    #expect(count.take(channels[0]))
    #expect(count.take(channels[1]))
    #expect(!count.take(channels[2]))
    try channels[0].close().wait()
    channels[0].embeddedEventLoop.run()
    #expect(count.current == 1)
    #expect(count.take(channels[2]))
    for channel in channels.dropFirst() { try channel.close().wait() }
  }

  @Test func `descriptors for files are left over`() {
    #expect(ConnectionCount(maximum: .max).maximum < .max)
  }
}
