import Glibc

/// What a request sends, read in pieces and from any place again.
final class BodySource {
  private enum Kind {
    case bytes([UInt8])
    case file(descriptor: Int32, path: String, offset: Int64)
  }

  /// How many bytes there are.
  let count: Int64
  private let kind: Kind
  private var position: Int64 = 0

  /// - Throws: `unreadableBody` when the file cannot be opened.
  init(_ body: HTTPRequest.Body) throws(HTTPTransportError) {
    count = body.count
    switch body {
    case .bytes(let bytes): kind = .bytes(bytes)
    case .file(let path, let offset, _):
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.error(path) }
      kind = .file(descriptor: descriptor, path: path, offset: offset)
    }
  }

  deinit {
    if case .file(let descriptor, _, _) = kind { close(descriptor) }
  }

  func seek(to offset: Int64) -> Bool {
    guard (0...count).contains(offset) else { return false }
    position = offset
    return true
  }

  /// - Returns: How many bytes were read; 0 at the end.
  /// - Throws: `unreadableBody` when the file fails or is shorter than was said.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPTransportError) -> Int {
    let wanted = Int(min(Int64(buffer.count), count - position))
    guard wanted > 0 else { return 0 }
    switch kind {
    case .bytes(let bytes):
      bytes[Int(position)...].prefix(wanted).withUnsafeBytes { buffer.copyMemory(from: $0) }
      position += Int64(wanted)
      return wanted
    case .file(let descriptor, let path, let offset):
      let got = pread(descriptor, buffer.baseAddress, wanted, off_t(offset + position))
      guard got > 0 else { throw Self.error(path) }
      position += Int64(got)
      return got
    }
  }

  private static func error(_ path: String) -> HTTPTransportError {
    let reason = errno == 0 ? "it became shorter" : String(cString: strerror(errno))
    return HTTPTransportError(.unreadableBody, "\(path) cannot be read: \(reason).")
  }
}
