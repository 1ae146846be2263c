import CCurl
import Glibc

// What libcurl calls on the loop's thread; the context is the transfer, unretained.

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.body(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.header(UnsafeRawBufferPointer(start: bytes, count: size * count))
  return size * count
}

func sendBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.send(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    ?? Int(CURL_READFUNC_ABORT)
}

func rewindBody(
  _ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32
) -> Int32 {
  origin == SEEK_SET && transfer(context)?.rewind(to: Int64(offset)) == true
    ? Int32(CURL_SEEKFUNC_OK) : Int32(CURL_SEEKFUNC_FAIL)
}

func reportProgress(
  _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t,
  _ sent: curl_off_t
) -> Int32 {
  transfer(context)?.progress(sent: Int64(sent))
  return 0
}

func readTrace(
  _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?,
  _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard kind == CURLINFO_TEXT, let bytes else { return 0 }
  let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  if let mark = text.firstRange(of: "public key hash: sha256//") {
    let key = text[mark.upperBound...].prefix { !$0.isWhitespace }
    transfer(context)?.shownKey = "sha256/" + key
  }
  return 0
}
