import Crypto
import Foundation

/// The proof that a delivery comes from this server: `t=<unix seconds>,v1=<hex>`.
///
/// `v1` is the HMAC-SHA256, under the webhook's secret, of the time, a full stop and the raw
/// body.
public enum WebhookSignature {
  /// Signs a delivery.
  ///
  /// - Parameters:
  ///   - secret: The webhook's secret.
  ///   - time: Seconds since 1970.
  ///   - body: The body's bytes as they are sent.
  /// - Returns: The value of `X-Marfa-Signature`.
  public static func header(secret: String, time: Int64, body: some Sequence<UInt8>) -> String {
    var code = HMAC<SHA256>(key: SymmetricKey(data: Data(secret.utf8)))
    code.update(data: Data("\(time).".utf8))
    code.update(data: Data(body))
    return "t=\(time),v1=\(Hexadecimal.string(of: code.finalize()))"
  }
}
