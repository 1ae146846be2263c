import ArgumentParser
import Foundation
import Glibc
import Logging
import MarfaServer

/// `marfa-server`: serves until SIGTERM.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve (the default).")

  @OptionGroup var options: ServerOptions

  @Option(help: "The address to listen on (default 127.0.0.1).")
  var host: String?

  @Option(help: "The port to listen on (default 8600).")
  var port: Int?

  @Flag(help: "End when standard input ends, as when the program that writes to it does.")
  var endWithInput = false

  func run() async throws {
    if endWithInput { Self.followInput() }
    let settings = try options.settings(host: host, port: port)
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "marfa-server")
    logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
    let server = try await RunningServer(settings, logger: logger)
    if let warning = server.exposureWarning { logger.warning("\(warning)") }
    try await server.run { port in
      Self.say("marfa-server listens on \(settings.address(port: port))")
      // Only advice: a store that cannot be read says so at the first request.
      if let advice = try? await server.firstKeyAdvice(port: port) {
        Self.say(advice)
      }
    }
  }

  /// Ends this process, as SIGTERM does, when its standard input ends.
  private static func followInput() {
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count == 0 || count < 0 && errno != EINTR { break }
      }
      kill(getpid(), SIGTERM)
    }
  }

  /// Writes a line for a person to the standard error, which the log has too.
  private static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
