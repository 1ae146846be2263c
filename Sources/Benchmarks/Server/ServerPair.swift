import Foundation
import MarfaModel

/// marfa-server and, where it is installed, nginx, each in its own process.
final class ServerPair {
  /// Why a row has no baseline.
  enum Absence: String {
    case nginx = "absent: nginx is not installed"
    case nchan = "absent: nginx has no nchan"
  }

  let folder: String
  let ours: ChildServer
  /// Nil when nginx is not installed.
  let nginx: ChildServer?
  let hasChannels: Bool
  /// The administrator's credential as a header line.
  let authorization: String

  init(_ setting: Setting) throws {
    folder = setting.path("server")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let server = try Self.start(folder + "/data", log: folder + "/marfa-server.log")
    let key = try LoopbackClient.request(
      port: server.port, "POST /keys", headers: ["Content-Type: application/json"],
      body: #"{"label":"bench","source":"Bench","role":"admin"}"#)
    guard let secret = try JSONParser.parse(Array(key.body.utf8)).objectValue?["key"]?.stringValue
    else { throw LoopbackClient.Failure(what: key.body) }
    authorization = "Authorization: Bearer \(secret)"
    ours = server
    hasChannels = Self.channelModule != nil
    nginx = try Self.startNginx(folder + "/nginx")
  }

  /// Starts marfa-server, which is built next to the benchmarks, and waits until it answers; at a
  /// port that is free unless one is given.
  static func start(
    _ data: String, log: String, port: Int? = nil, publishWindow: Int = 0
  ) throws -> ChildServer {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "marfa-server").path
    let port = try port ?? LoopbackClient.freePort()
    let server = try ChildServer(
      program, ["--data", data, "--port", "\(port)"],
      environment: [
        "MARFA_SERVER_LOG_LEVEL": "warning", "MARFA_SERVER_BOOTSTRAP": "open",
        "RATE_LIMIT_MAX": "1000000000",
        "MARFA_SERVER_RATE_LIMIT_DOCUMENTS": "1000000000",
        // What is measured is the server and not how long it waits for more.
        "MARFA_SERVER_DOCUMENT_PUBLISH_WINDOW": "\(publishWindow)",
        "MAX_SSE_SUBSCRIBERS": "40000",
        // One key has a quarter of them.
        "MARFA_SERVER_MAX_CONNECTIONS": "40000", "MARFA_SERVER_HEARTBEAT_SECONDS": "60",
      ], port: port, log: log)
    try server.waitUntilAnswering("/health")
    return server
  }

  // MARK: - nginx

  private static var nginxProgram: String? {
    ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  private static var channelModule: String? {
    ["/usr/lib/nginx/modules/ngx_nchan_module.so", "/usr/lib64/nginx/modules/ngx_nchan_module.so"]
      .first(where: FileManager.default.fileExists(atPath:))
  }

  /// Starts nginx with one worker, which uses one core; nil when it is not installed.
  static func startNginx(_ folder: String) throws -> ChildServer? {
    guard let program = nginxProgram else { return nil }
    for name in ["logs", "files", "incoming"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    let port = try LoopbackClient.freePort()
    let file = folder + "/nginx.conf"
    try configuration(folder, port).write(toFile: file, atomically: true, encoding: .utf8)
    let server = try ChildServer(
      program, ["-p", folder, "-e", folder + "/logs/error.log", "-c", file], port: port,
      log: folder + "/output.log")
    try server.waitUntilAnswering("/tiny")
    return server
  }

  private static func configuration(_ folder: String, _ port: Int) -> String {
    let load = channelModule.map { "load_module \($0);" } ?? ""
    let channel = """
      location = /sub { nchan_subscriber eventsource; nchan_channel_id a;
        nchan_subscriber_first_message newest; }
      location = /pub { nchan_publisher; nchan_channel_id a; nchan_message_buffer_length 1000; }
      """
    return """
      \(getuid() == 0 ? "user root;" : "")
      \(load)
      daemon off; worker_processes 1; pid \(folder)/pid; worker_rlimit_nofile 20000;
      events { worker_connections 15000; }
      http {
        access_log off; client_max_body_size 2g; client_body_temp_path \(folder)/incoming;
        sendfile on; tcp_nodelay on; keepalive_requests 100000000;
        server {
          listen 127.0.0.1:\(port) backlog=4096;
          location = /tiny { return 200 "ok\\n"; }
          location /files/ { root \(folder); dav_methods PUT DELETE; create_full_put_path on; }
          \(channelModule == nil ? "" : channel)
        }
      }
      """
  }
}
