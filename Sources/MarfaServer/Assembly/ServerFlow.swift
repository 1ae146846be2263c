import MarfaModel
import ServiceLifecycle

/// Events, the keys that see them, blobs, uploads and webhooks of one server, put together.
public struct ServerFlow: Sendable {
  /// The event streams.
  public let events: EventHub
  /// Blobs.
  public let blobs: BlobService
  /// Resumable uploads.
  public let uploads: UploadService
  /// Deliveries to webhooks.
  public let webhooks: WebhookDispatcher
  /// Documents that several clients edit.
  public let documents: DocumentService
  private let environment: ServerEnvironment
  private let bus: any EventBus

  /// Puts the parts together; nothing happens before `prepare` and the services run.
  ///
  /// - Parameters:
  ///   - environment: What the handlers share.
  ///   - bus: Hears from the store of every commit with events.
  ///   - bytes: Where the bytes of blobs are.
  ///   - transport: How deliveries leave the server; over HTTP, to where the settings say, when
  ///     nil.
  public init(
    environment: ServerEnvironment, bus: any EventBus, bytes: any BlobStore,
    transport: (any WebhookTransport)? = nil
  ) {
    let settings = environment.settings
    let store = environment.store
    let types: EventHub.Types = { try await store.catalogue().types }
    let streams = EventHub.Limits(
      subscribers: settings.maximumSubscribers, heartbeat: .seconds(settings.heartbeatSeconds),
      page: settings.readLimits)
    let watching = DocumentHub(streams: streams.subscribers, share: streams.share)
    documents = DocumentService(
      store: store, limits: settings.documents, hub: watching, slices: settings.recordLimits)
    events = EventHub(
      log: store, types: types, bus: bus, clock: environment.timer, limits: streams,
      logger: environment.logger,
      others: EventHub.OtherStreams(
        beat: { watching.beat($0) }, lookAgain: { watching.lookAgain($0) },
        close: { watching.close() }))
    blobs = BlobService(
      index: store, bytes: bytes, clock: environment.clock,
      limits: BlobService.Limits(
        single: settings.maximumBlobSize, resumable: settings.maximumResumableBlobSize,
        uploadsPerKey: settings.uploadsPerKey, share: settings.blobShare, room: environment.room),
      gate: environment.coordination.blobs)
    uploads = UploadService(
      blobs: blobs, ids: environment.ids, locks: environment.coordination.uploads)
    webhooks = WebhookDispatcher(
      store: store, types: types, access: Self.access(environment), bus: bus,
      transport: transport ?? NIOWebhookTransport(targets: settings.webhookTargets),
      wallClock: environment.clock, clock: environment.timer, ids: environment.ids,
      claims: environment.coordination.deliveries, limits: settings.webhooks,
      grace: .seconds(settings.shutdownGraceSeconds), logger: environment.logger)
    self.environment = environment
    self.bus = bus
  }

  /// What a key may see now; nil when it was revoked or its time is over.
  private static func access(_ environment: ServerEnvironment) -> StreamAccess.Lookup {
    { [store = environment.store, clock = environment.clock] id in
      guard let key = try await store.key(id: id), !key.isExpired(at: clock.now) else { return nil }
      return Credential(APIKey(key)).permissions
    }
  }

  /// The routes.
  public var routes: [any RouteGroup] {
    [
      EventRoutes(
        environment: environment, hub: events,
        access: StreamAccess(lookup: Self.access(environment))),
      KeyRoutes(environment: environment, changed: { [events] in await events.keysChanged() }),
      BlobRoutes(environment: environment, service: blobs),
      AvatarRoutes(environment: environment, service: blobs),
      UploadRoutes(service: uploads),
      DocumentRoutes(
        environment: environment, service: documents,
        access: StreamAccess(lookup: Self.access(environment))),
    ]
  }

  /// What runs as long as the server does.
  public var services: [any Service] {
    let services: [any Service] = [events, webhooks, uploadExpiry, words, following]
    return services.map(NamedService.init)
  }

  /// The server as a service whose streams end as soon as it is asked to end.
  ///
  /// - Parameter application: The server with `services`.
  /// - Returns: What to run in its place.
  public func serving(_ application: some Service) -> some Service {
    StreamingService(application: application, events: events, webhooks: webhooks)
  }

  /// Clears away what an earlier process left half done; once, before the first request.
  ///
  /// - Throws: What the store of blobs throws.
  public func prepare() async throws {
    try await uploads.prepare()
  }

  private var words: WordIndexing {
    WordIndexing(
      store: environment.store, bus: bus, clock: environment.timer,
      limits: environment.settings.recordLimits, logger: environment.logger)
  }

  private var following: DocumentFollowing {
    DocumentFollowing(
      service: documents, bus: bus, clock: environment.timer, logger: environment.logger)
  }

  private var uploadExpiry: UploadExpiry {
    UploadExpiry(uploads: uploads, clock: environment.timer, logger: environment.logger)
  }
}

/// A server whose connections are notified of the end together with streams and deliveries.
private struct StreamingService<Application: Service>: Service, CustomStringConvertible {
  let description = "marfa-server"
  let application: Application
  let events: EventHub
  let webhooks: WebhookDispatcher

  func run() async throws {
    // One for all streams: to take away one of many costs a look at all of them.
    try await withGracefulShutdownHandler {
      try await application.run()
    } onGracefulShutdown: {
      events.endStreams()
      webhooks.end()
    }
  }
}
