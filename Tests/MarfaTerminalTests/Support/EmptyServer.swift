import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal

extension MockTransport {
  /// A server whose stream stays open; by default with nothing in it and the documented API only.
  static func emptyServer(
    capabilities: JSONValue? = nil, items: [Item] = []
  ) -> MockTransport {
    let transport = MockTransport()
    if let capabilities {
      transport.enqueue(json: capabilities)
    } else {
      transport.enqueue(status: 404, json: ["error": ["code": "not_found", "message": "No."]])
    }
    transport.enqueue(json: ["item_types": []])
    transport.enqueue(json: ["edge_types": []])
    for number in 0..<4 {
      let data = number == 0 ? items.map { String(decoding: $0.jsonBytes(), as: UTF8.self) } : []
      let body = "{\"data\":[\(data.joined(separator: ","))],\"has_more\":false}"
      transport.enqueue(TransportResponse(status: 200, body: Array(body.utf8)))
    }
    transport.enqueueStream([
      .event(SSEEvent(id: "1", event: "stream_cursor", data: "{\"id\":\"1\"}")), .silence,
    ])
    return transport
  }
}

extension ApplicationFixture {
  /// Lets the application follow an engine on a transport, which has no time to wait for bursts.
  func follow(
    _ store: LocalStore, _ transport: any Transport, remote: MarfaClient? = nil
  ) async {
    let manager = ConnectionStateManager()
    let engine = SyncEngine(
      store: store, transport: transport, connectionManager: manager, url: ServerByHand.url,
      drainDebounceInterval: .zero)
    let sync = application.context.sync
    sync.begin(
      in: self.store,
      connect: { [weak sync] in await sync?.follow(engine, manager, remote: remote) })
    await settle()
    await sync.finishConnecting()
  }
}
