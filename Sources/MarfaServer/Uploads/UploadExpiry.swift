import Logging
import ServiceLifecycle

/// Removes lapsed uploads, once an hour.
struct UploadExpiry: Service {
  let uploads: UploadService
  let clock: any Clock<Duration>
  let logger: Logger

  func run() async {
    await cancelWhenGracefulShutdown {
      while true {
        do {
          try await uploads.expire()
        } catch is CancellationError {
          return
        } catch {
          // The next hour tries again.
          logger.error("Lapsed uploads cannot be removed", metadata: ["error": "\(error)"])
        }
        do {
          try await clock.sleep(for: .seconds(3_600))
        } catch {
          return
        }
      }
    }
  }
}
