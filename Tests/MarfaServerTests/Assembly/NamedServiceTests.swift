import MarfaModel
import ServiceLifecycle
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct NamedServiceTests {
  private struct Counting: Service {
    let ran: SignalQueue<Int>

    func run() async throws { ran.put(1) }
  }

  @Test func `a service has the name of its type and runs`() async throws {
    let ran = SignalQueue<Int>()
    let service = NamedService(Counting(ran: ran))

    try await service.run()

    #expect("\(service)" == "Counting")
    #expect(try await ran.take() == 1)
  }

  @Test func `a server's services say their names and not what they hold`() async throws {
    try await FlowServer.run { server in
      let services = server.flow.services

      #expect(
        services.map { "\($0)" } == [
          "EventHub", "WebhookDispatcher", "UploadExpiry", "WordIndexing", "DocumentFollowing",
        ])
      #expect("\(server.flow.serving(NamedService(server.flow.events)))" == "marfa-server")
    }
  }
}
