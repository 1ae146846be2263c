import CCurl
import Glibc

/// One request on its way: an easy handle, what it sends and where its answer goes.
///
/// It is made, driven and finished on the loop's thread; libcurl's callbacks find it through an
/// unretained pointer, which the loop's table keeps valid.
final class Transfer {
  /// Receives the events of a request, on the loop's thread.
  protocol Sink: AnyObject {
    /// The answer has begun; header fields of what came before (100, proxies) are not in it.
    func receive(head: HTTPResponseHead)
    /// Takes bytes of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception
    /// All that has come by now was received: what was kept back for more may be handed on.
    func deliver()
    /// It is over; nothing follows. Nil is a whole answer.
    func finish(_ error: HTTPTransportError?)
  }

  /// What became of bytes.
  enum Reception {
    /// They were taken.
    case taken
    /// They were not, and come again after `unpause()`.
    case later
    /// They are too many.
    case refused(HTTPTransportError)
  }

  /// The handle; invalid after `finish`.
  let easy: UnsafeMutableRawPointer
  private let request: HTTPRequest
  private let sink: any Sink
  private let onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  private let source: BodySource?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var heading = ResponseHeading()
  private var hasHead = false
  private var reported: Int64 = -1
  private var failure: HTTPTransportError?
  /// What libcurl says of a failure of this transfer; ends with a zero.
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  /// The key that the server showed to a transfer that only asks for it.
  var shownKey: String?
  private let isKeyProbe: Bool

  /// Prepares a request.
  ///
  /// - Throws: `unreadableBody` when the file is not there, `libraryMissing` without memory.
  init(
    _ request: HTTPRequest, to sink: any Sink, isKeyProbe: Bool = false,
    onBytesSent: (@Sendable (Int64, Int64) -> Void)? = nil
  ) throws(HTTPTransportError) {
    self.request = request
    self.sink = sink
    self.onBytesSent = onBytesSent
    self.isKeyProbe = isKeyProbe
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    source = try request.body.map { body throws(HTTPTransportError) in try BodySource(body) }
    guard let easy = marfa_easy_init() else {
      throw HTTPTransportError(.libraryMissing, "libcurl is out of memory.")
    }
    self.easy = easy
  }

  deinit {
    marfa_easy_cleanup(easy)
    words.deallocate()
    marfa_slist_free(fields)
  }

  func unpause() { _ = marfa_easy_pause(easy, CURLPAUSE_CONT) }

  func deliver() { sink.deliver() }

  func finish(_ error: HTTPTransportError?) {
    if error == nil, let source, onBytesSent != nil, reported < source.count {
      onBytesSent?(source.count, source.count)
    }
    if error == nil, !hasHead { sink.receive(head: heading.head) }
    sink.finish(error)
  }

  // MARK: - Options

  func configure(_ options: HTTPTransportOptions) throws(HTTPTransportError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let start = request.url.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else {
      throw HTTPTransportError(.badAddress, "An address must start with http:// or https://.")
    }
    try set(CURLOPT_URL, request.url)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    _ = marfa_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_TCP_NODELAY, 1)
    // HTTP/2 where the handshake of TLS offers it, as a proxy before the server does; the server
    // itself speaks HTTP/1.1.
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // The handshake of TLS says whether a connection can be shared. Without TLS a request would
    // wait for the first one's answer to learn that it cannot.
    set(CURLOPT_PIPEWAIT, start == "https://" ? 1 : 0)
    setTimeouts()
    try setSecurity(options)
    switch options.proxy {
    case .environment: break
    case .none: try set(CURLOPT_PROXY, "")
    case .url(let url): try set(CURLOPT_PROXY, url)
    }
    try set(CURLOPT_USERAGENT, options.userAgent)
    setMethod(context)
    if case .file = request.body, let rate = options.maximumSendRate { setSendRate(rate) }
    setHeaders()
    _ = marfa_easy_set_write(easy, CURLOPT_WRITEFUNCTION, receiveBody)
    _ = marfa_easy_set_pointer(easy, CURLOPT_WRITEDATA, context)
    _ = marfa_easy_set_write(easy, CURLOPT_HEADERFUNCTION, receiveHeader)
    _ = marfa_easy_set_pointer(easy, CURLOPT_HEADERDATA, context)
  }

  private func setTimeouts() {
    let timeouts = request.timeouts
    set(CURLOPT_CONNECTTIMEOUT_MS, timeouts.connect.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    allow(silence: timeouts.idle)
    if let total = timeouts.total { set(CURLOPT_TIMEOUT_MS, max(1, total.milliseconds)) }
    // Notices a host that has gone without a word: Linux asks nine times, see tcp(7).
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_TCP_KEEPIDLE, 20)
    set(CURLOPT_TCP_KEEPINTVL, 2)
  }

  /// Lets the other side be silent for a time, also when the answer has begun.
  func allow(silence: Duration) {
    set(CURLOPT_LOW_SPEED_TIME, max(1, silence.milliseconds / 1000))
  }

  private func setSecurity(_ options: HTTPTransportOptions) throws(HTTPTransportError) {
    if isKeyProbe {
      // No key has this pin, so that nothing but the handshake takes place.
      try set(CURLOPT_PINNEDPUBLICKEY, "sha256//" + String(repeating: "A", count: 43) + "=")
      trustAnyCertificate()
      set(CURLOPT_VERBOSE, 1)
      _ = marfa_easy_set_trace(easy, CURLOPT_DEBUGFUNCTION, readTrace)
      _ = marfa_easy_set_pointer(
        easy, CURLOPT_DEBUGDATA, Unmanaged.passUnretained(self).toOpaque())
      return
    }
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    if let file = options.certificateFile { try set(CURLOPT_CAINFO, file) }
    if let pin = options.curlPin {
      // The pinned key vouches for itself: libcurl still compares it when it trusts any signer.
      try set(CURLOPT_PINNEDPUBLICKEY, pin)
      trustAnyCertificate()
    }
  }

  private func trustAnyCertificate() {
    set(CURLOPT_SSL_VERIFYPEER, 0)
    set(CURLOPT_SSL_VERIFYHOST, 0)
  }

  private func setMethod(_ context: UnsafeMutableRawPointer) {
    if request.method == "HEAD" {
      set(CURLOPT_NOBODY, 1)
    } else if let bytes = shortBody {
      // Sent together with the header, so that the server need not wait between them.
      _ = marfa_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      bytes.withUnsafeBytes { bytes in
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        _ = marfa_easy_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start)
      }
    } else if let source {
      set(CURLOPT_UPLOAD, 1)
      _ = marfa_easy_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(source.count))
      _ = marfa_easy_set_read(easy, CURLOPT_READFUNCTION, sendBody)
      _ = marfa_easy_set_pointer(easy, CURLOPT_READDATA, context)
      _ = marfa_easy_set_seek(easy, CURLOPT_SEEKFUNCTION, rewindBody)
      _ = marfa_easy_set_pointer(easy, CURLOPT_SEEKDATA, context)
      set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
      if onBytesSent != nil {
        set(CURLOPT_NOPROGRESS, 0)
        _ = marfa_easy_set_progress(easy, CURLOPT_XFERINFOFUNCTION, reportProgress)
        _ = marfa_easy_set_pointer(easy, CURLOPT_XFERINFODATA, context)
      }
    }
    if request.method != "HEAD" {
      _ = marfa_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method)
    }
  }

  private func setSendRate(_ rate: Int) {
    _ = marfa_easy_set_size(easy, CURLOPT_MAX_SEND_SPEED_LARGE, curl_off_t(rate))
    // Several pieces a second, within what libcurl takes, so that the progress is steady.
    set(CURLOPT_UPLOAD_BUFFERSIZE, min(max(rate / 8, 16 << 10), 256 << 10))
  }

  /// A body of a few bytes whose sending nobody follows.
  private var shortBody: [UInt8]? {
    guard case .bytes(let bytes) = request.body, onBytesSent == nil,
      (1...Self.shortBodyLimit).contains(bytes.count)
    else { return nil }
    return bytes
  }

  /// How many bytes libcurl puts into one write with the header.
  private static let shortBodyLimit = 16 << 10

  private func setHeaders() {
    // Waiting for a 100 costs a second with servers that send none.
    var lines = ["Expect:"]
    if source == nil, ["POST", "PUT", "PATCH"].contains(request.method) {
      lines.append("Content-Length: 0")
    }
    for field in request.headers.fields where Self.isSafe(field) {
      // A field without a value would take the field away.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // libcurl would call it a form.
    if shortBody != nil, request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    for line in lines { fields = marfa_slist_append(fields, line) }
    _ = marfa_easy_set_list(easy, CURLOPT_HTTPHEADER, fields)
    if request.headers["Accept"] != "text/event-stream" {
      // A long body comes in fewer reads; events are short.
      set(CURLOPT_BUFFERSIZE, 128 << 10)
      // Every packing that this libcurl can undo.
      _ = marfa_easy_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
    }
  }

  /// Whether a field is one line, so that no value can add another.
  private static func isSafe(_ field: HTTPHeaders.Field) -> Bool {
    "\(field.name)\(field.value)".utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && !field.name.isEmpty && !field.name.contains(":")
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = marfa_easy_set_long(easy, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) throws(HTTPTransportError) {
    guard !value.utf8.contains(0), marfa_easy_set_string(easy, option, value) == CURLE_OK else {
      throw HTTPTransportError(.badAddress, "libcurl refused an option of the request.")
    }
  }

  // MARK: - Callbacks

  func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let source else { return 0 }
    do throws(HTTPTransportError) {
      return try source.read(into: buffer)
    } catch {
      failure = error
      return Int(CURL_READFUNC_ABORT)
    }
  }

  func rewind(to offset: Int64) -> Bool { source?.seek(to: offset) ?? false }

  func progress(sent: Int64) {
    guard let source, sent > reported, sent > 0 || reported >= 0 else { return }
    reported = sent
    onBytesSent?(min(sent, source.count), source.count)
  }

  func header(_ line: UnsafeRawBufferPointer) { heading.add(line) }

  func body(_ bytes: UnsafeRawBufferPointer) -> Int {
    if !hasHead {
      hasHead = true
      sink.receive(head: heading.head)
    }
    switch sink.receive(bytes) {
    case .taken: return bytes.count
    case .later: return Int(CURL_WRITEFUNC_PAUSE)
    case .refused(let error):
      failure = error
      return 0
    }
  }

  /// What a result of libcurl means; nil for a success.
  func error(for result: CURLcode) -> HTTPTransportError? {
    if let failure { return failure }
    guard result != CURLE_OK else { return nil }
    let code = HTTPTransportError.Code(result)
    let cause = code.hasCause ? String(cString: words) : ""
    return HTTPTransportError(
      code, cause.isEmpty ? String(cString: marfa_curl_error(result)) : cause, shownKey: shownKey)
  }
}
