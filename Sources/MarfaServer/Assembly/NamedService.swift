import ServiceLifecycle

/// A service that has the name of its type in the log.
///
/// A service group describes each of its services when it is made. Without a description of its own
/// a service is described by a mirror of all that it holds, down to the settings: that took half of
/// the time of a start.
struct NamedService: Service, CustomStringConvertible {
  let description: String
  private let service: any Service

  init(_ service: any Service) {
    description = String(describing: type(of: service))
    self.service = service
  }

  func run() async throws { try await service.run() }
}
