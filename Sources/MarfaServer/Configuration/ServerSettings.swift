import MarfaModel

/// Every setting of the server, with the documented defaults.
public struct ServerSettings: Hashable, Sendable {
  /// The folder with everything that the server keeps; nil until it is named.
  public var dataDirectory: String?
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 for any free one.
  public var port = 8600
  /// The proxies that say who asks; by default none is believed.
  public var trustedProxies = TrustedProxies()
  /// How the first key is made.
  public var bootstrap = BootstrapMode.token
  /// The least severe level that is logged.
  public var logLevel = "info"
  /// The certificate chain, PEM; with it and its key the server answers https.
  public var tlsCertificateFile: String?
  /// The certificate's key, PEM.
  public var tlsKeyFile: String?
  /// Seconds that an answer which has begun may take after the server was asked to end.
  public var shutdownGraceSeconds = 10
  /// How many requests are allowed.
  public var rateLimits = RateLimitSettings()
  /// What a request may be.
  public var limits = RequestLimits()
  /// The largest blob of `POST /blobs`, in bytes.
  public var maximumBlobSize: Int64 = 50_000_000
  /// What one request may cost, and one item may hold.
  public var recordLimits = RecordLimits()
  /// What documents may cost.
  public var documents = DocumentLimits()
  /// What one question may cost.
  public var readLimits = ReadLimits()
  /// The largest resumable upload, in bytes.
  public var maximumResumableBlobSize: Int64 = 5_368_709_120
  /// How many uploads a key may have under way.
  public var uploadsPerKey = 100
  /// What a key may have of the blobs that are there.
  public var blobShare = BlobShare.standard
  /// Bytes of the disk that stay free; writes are refused before.
  public var minimumFreeSpace: Int64 = 512 << 20
  /// How many days it is known what administrators did.
  public var auditRetentionDays = 365
  /// How many bytes events and first answers may have.
  public var logLimits = LogLimits()
  /// What a webhook may cost.
  public var webhooks = WebhookLimits()
  /// Whether webhooks may be sent to this machine and its network.
  public var allowsPrivateWebhooks = false
  /// Where webhooks may be sent to.
  public var webhookTargets: WebhookTargets { allowsPrivateWebhooks ? .anywhere : .publicOnly }
  /// How many event streams a process serves at once.
  public var maximumSubscribers = 100
  /// Seconds between heartbeats of an event stream.
  public var heartbeatSeconds = 30
  /// How many days events and first answers are kept.
  public var eventRetentionDays = 30
  /// How many events are kept.
  public var eventRetentionCount = 1_000_000
  /// How many days a trashed item is kept.
  public var trashRetentionDays = 60
  /// How many days every version is kept.
  public var versionRecentDays = 7
  /// How many days one version a day is kept.
  public var versionDailyDays = 30
  /// How many days one version a week is kept.
  public var versionWeeklyDays = 365
  /// How many versions of an item are kept.
  public var versionMaximum = 200
  /// Whether properties that a type does not know are refused.
  public var refusesUnknownProperties = false
  /// How many bytes of answers may wait for their clients.
  public var unreadAnswers = UnreadLimits()
  /// How many mutations a batch may have.
  public var mutationBatch = 500

  /// The defaults.
  public init() {}

  /// How long events and first answers are kept, in seconds.
  public var retentionSeconds: Int { eventRetentionDays * 86_400 }

  /// The address to ask at a port, without a path; IPv6 in brackets (RFC 3986, section 3.2.2).
  public func address(port: Int) -> String {
    let scheme = tlsCertificateFile == nil ? "http" : "https"
    return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}

/// How the first key is made, while there is none.
public enum BootstrapMode: String, Hashable, Sendable, CaseIterable {
  /// Only with the one-time token that the server prints when it starts.
  case token
  /// By the first request, as documented; for loopback only.
  case open
}

/// How many bytes of long answers clients may leave unread.
public struct UnreadLimits: Hashable, Sendable {
  /// Of one key.
  public var perKey = 64 << 20
  /// Of all keys.
  public var all = 512 << 20

  /// The defaults.
  public init() {}
}

/// What a request may be, before anything looks into it.
public struct RequestLimits: Hashable, Sendable {
  /// The largest JSON body, plain, in bytes.
  public var bodySize = 16_777_216
  /// The largest sum of all header fields, in bytes.
  public var headerSize = 32_768
  /// How many header fields there may be.
  public var headerCount = 100
  /// How deep JSON values may be within values.
  public var jsonDepth = 64
  /// How many connections there may be at once.
  public var connections = 4096
  /// How long a JSON body may take to arrive, in seconds.
  public var bodySeconds = 30
  /// How long a connection may stay silent between requests, or take nothing of an answer, in
  /// seconds.
  public var idleSeconds = 75
  /// How long the head of a connection's first request may take.
  public var firstRequestSeconds = 10

  /// The defaults.
  public init() {}
}
