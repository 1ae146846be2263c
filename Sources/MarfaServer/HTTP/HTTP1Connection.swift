import NIOCore
import NIOHTTP1

/// What HTTP/1 asks of a connection, below the types that Hummingbird speaks, which have neither
/// version nor framing.
///
/// Passes one request at a time: those that were sent after it wait here until it is answered, and
/// the socket is not read meanwhile. So every answer is known to be the last before it is written,
/// and nothing is done for a request that will have no answer.
///
/// States: idle (no request has come), an exchange (`HTTP1Exchange`), closing (the last answer is
/// written, whatever comes is passed over; `LingeringClose`). Something is held only while the
/// request of an exchange has come and its answer has not ended. When the server ends, an idle
/// connection ends at once, and another after its answer or the time of grace.
final class HTTP1Connection: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Sent down the pipeline by the reader of a body.
  struct BodyIsWanted: Sendable {}

  private enum State {
    case idle
    case exchange(HTTP1Exchange)
    case closing
  }

  private enum Held {
    case part(NIOAny)
    case error(any Error)
    case inputClosed
  }

  private var state = State.idle
  private var held = CircularBuffer<Held>(initialCapacity: 1)
  /// Whether somebody wants to read more than what is held.
  private var isReadHeld = false
  private var isEnding = false
  /// Whether the client sends nothing more, as one that has gone.
  private(set) var isInputClosed = false
  /// Whether something came that nobody will look at.
  private var hasDropped = false
  private let grace: TimeAmount
  private let patience: TimeAmount?
  private let refused: RefusedRequests?
  private let hasKey: @Sendable (any Channel) -> Void
  private var deadline: Scheduled<Void>?

  /// - Parameters:
  ///   - grace: How long an answer may take after the server was asked to end.
  ///   - patience: How long the head of the first request may take; nil without an end.
  ///   - refused: Notes what is no request; nil where nobody is to know.
  ///   - hasKey: Called when a key has asked on the connection.
  init(
    grace: TimeAmount, patience: TimeAmount? = nil, refused: RefusedRequests? = nil,
    hasKey: @escaping @Sendable (any Channel) -> Void = { _ in }
  ) {
    self.grace = grace
    self.patience = patience
    self.refused = refused
    self.hasKey = hasKey
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if let patience { closeLater(after: patience, context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    held.removeAll()
  }

  /// Whether the request that is being answered has come to its end.
  var isReceived: Bool {
    if case .exchange(let exchange) = state { exchange.isReceived } else { false }
  }

  /// Whether a request has begun to come and has not ended.
  private var isReceiving: Bool {
    if case .exchange(let exchange) = state { !exchange.isReceived } else { false }
  }

  // MARK: - In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .closing: break
    case .exchange(let exchange) where exchange.isReceived: hold(.part(data), behind: exchange)
    case .idle, .exchange: pass(data, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch state {
    case .closing: break
    // The connection itself is at its end.
    case _ where !(error is HTTPParserError): context.fireErrorCaught(error)
    case .exchange(let exchange) where exchange.isReceived: hold(.error(error), behind: exchange)
    case .idle, .exchange: fail(error, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { isInputClosed = true }
    switch event {
    // Hummingbird would close a connection that still has something to send.
    case is ChannelShouldQuiesceEvent: end(context)
    case let event as ChannelEvent where event == .inputClosed && !held.isEmpty:
      held.append(.inputClosed)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func read(context: ChannelHandlerContext) {
    if case .closing = state { return }
    guard held.isEmpty else {
      isReadHeld = true
      return
    }
    context.read()
  }

  /// Keeps what comes after a request; nothing is read after the last one.
  private func hold(_ event: Held, behind exchange: HTTP1Exchange) {
    if isEnding || exchange.isLast { hasDropped = true } else { held.append(event) }
  }

  private func pass(_ data: NIOAny, _ context: ChannelHandlerContext) {
    switch unwrapInboundIn(data) {
    case .head(var head):
      guard let exchange = HTTP1Exchange(&head) else {
        return fail(HTTPParserError.invalidHeaderToken, context)
      }
      state = .exchange(exchange)
      deadline?.cancel()
      context.fireChannelRead(exchange.isLast ? wrapInboundOut(.head(head)) : data)
    case .body(let bytes):
      let count = bytes.readableBytes
      change { $0.receive(count) }
      context.fireChannelRead(data)
    case .end:
      change { $0.endRequest() }
      context.fireChannelRead(data)
      if case .exchange(let exchange) = state, exchange.isAnswered { goOn(context) }
    }
  }

  private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    switch state {
    // Already answered; the malformed rest needs no second answer.
    case .exchange(let exchange) where exchange.isAnswered: return finish(context)
    case .exchange: change { $0.fail() }
    case .idle, .closing: state = .exchange(.refused)
    }
    context.fireErrorCaught(error)
  }

  private func change(_ body: (inout HTTP1Exchange) -> Void) {
    guard case .exchange(var exchange) = state else { return }
    body(&exchange)
    state = .exchange(exchange)
  }

  // MARK: - Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .exchange(var exchange) = state else {
      return context.write(data, promise: promise)
    }
    switch unwrapOutboundIn(data) {
    case .head(let head) where exchange.isBareRefusal(head):
      var refusal = refused?.answer ?? BareRefusal()
      if let fields = refused?.note(from: context.channel.remoteAddress) {
        refusal.head.headers.add(contentsOf: fields)
      }
      context.write(wrapOutboundOut(.head(refusal.head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(refusal.body))), promise: promise)
    case .head(var head) where head.status.code >= 200:
      let isChanged = exchange.answer(&head, isEnding: isEnding)
      state = .exchange(exchange)
      context.write(isChanged ? wrapOutboundOut(.head(head)) : data, promise: promise)
    case .end:
      exchange.endAnswer()
      state = .exchange(exchange)
      context.write(exchange.isHead ? Self.nothing : data, promise: promise)
      if exchange.isLast || isEnding {
        finish(context)
      } else if exchange.isReceived {
        goOn(context)
      } else {
        closeLater(after: LingeringClose.time, context)
      }
    default: context.write(data, promise: promise)
    }
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    if event is HasKey { hasKey(context.channel) }
    guard event is BodyIsWanted else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if case .exchange(var exchange) = state, exchange.takeContinue() {
      state = .exchange(exchange)
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    promise?.succeed(())
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    finish(context)
    promise?.succeed(())
  }

  // MARK: - From one request to the next

  /// Goes on with what is held.
  private func goOn(_ context: ChannelHandlerContext) {
    state = .idle
    deadline?.cancel()
    deadline = nil
    guard !held.isEmpty else { return }
    while !isReceived, let next = held.popFirst() {
      switch next {
      case .part(let data): pass(data, context)
      case .error(let error): fail(error, context)
      case .inputClosed: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
    }
    context.fireChannelReadComplete()
    guard held.isEmpty, isReadHeld else { return }
    isReadHeld = false
    context.read()
  }

  /// Ends the connection once everything that was written is on its way.
  private func finish(_ context: ChannelHandlerContext) {
    if case .closing = state { return }
    // A server that ends waits for no client that has sent all it had to.
    let isOver = isEnding && !hasDropped && !isReceiving
    state = .closing
    held.removeAll()
    let written = context.eventLoop.makePromise(of: Void.self)
    let channel = context.channel
    written.futureResult.whenComplete { _ in
      if isOver { channel.close(promise: nil) } else { LingeringClose.begin(on: channel) }
    }
    context.writeAndFlush(Self.nothing, promise: written)
  }

  /// The server was asked to end.
  private func end(_ context: ChannelHandlerContext) {
    isEnding = true
    hasDropped = !held.isEmpty
    held.removeAll()
    closeLater(after: grace, context)
    switch state {
    case .exchange(let exchange) where !exchange.isAnswered: break
    // What was answered may still be on its way.
    case .idle, .exchange, .closing: finish(context)
    }
  }

  private func closeLater(after time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  // MARK: - What is written

  /// No bytes, written after all others.
  private static var nothing: NIOAny {
    NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer())))
  }
}
