import Foundation
import MarfaModel
import TestSupport
import Testing

/// https by the program itself, with a certificate that `openssl` signs for the test.
///
/// Without the trait `TLS` the program says how to get it.
@Suite(
  .enabled(if: ProgramRun.isThere("/usr/bin/openssl", "/usr/bin/curl"), "needs openssl and curl"),
  .timeLimit(.minutes(20)))
struct TLSTests {
  /// Makes a certificate and its key, and a configuration that names them.
  private func configuration(in folder: URL) async throws -> (file: String, certificate: String) {
    let certificate = folder.appending(path: "certificate.pem").path
    let key = folder.appending(path: "key.pem").path
    let made = try await ProgramRun.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", key, "-out", certificate,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let file = folder.appending(path: "server.yaml").path
    try "tls_certificate: \(certificate)\ntls_key: \(key)\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    return (file, certificate)
  }

  #if TLS
  @Test func `https is answered with the certificate, and nothing else`() async throws {
    try await withFolder { folder in
      let (file, certificate) = try await configuration(in: folder)
      let server = try await ProgramServer(folder.appending(path: "data"), "--config", file)
      #expect(server.base.hasPrefix("https://127.0.0.1:"))
      func curl(_ arguments: String...) async throws -> (status: Int32?, output: String) {
        let run = try await ProgramRun.run(
          "/usr/bin/curl", ["-sS", "--max-time", "120"] + arguments)
        return (run.status, run.output)
      }

      let known = try await curl("--cacert", certificate, "\(server.base)/health")
      let stranger = try await curl("\(server.base)/health")
      // RFC 8996.
      let old = try await curl(
        "--tlsv1.0", "--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0", "--cacert",
        certificate, "\(server.base)/health")
      let plain = try await curl("http://127.0.0.1:\(server.port)/health")

      #expect(known.status == 0)
      #expect(known.output.contains("\"ok\""), "\(known.output)")
      // 60: the certificate is not signed by anybody that curl knows.
      #expect(stranger.status == 60)
      // 35: the server ends the handshake.
      #expect(old.status == 35)
      #expect(plain.status != 0)
      #expect(await server.end() == 0)
    }
  }

  @Test func `a certificate that cannot be used is named`() async throws {
    try await withFolder { folder in
      let (file, certificate) = try await configuration(in: folder)
      try "nonsense".write(toFile: certificate, atomically: true, encoding: .utf8)

      let answer = try await ProgramRun.run(
        ProgramRun.server, ["--data", folder.path, "--port", "0", "--config", file])

      #expect(answer.status ?? 0 > 0)
      #expect(answer.errors.contains("\(certificate) or "), "\(answer.errors)")
    }
  }
  #else
  @Test func `a build without TLS says how to get it`() async throws {
    try await withFolder { folder in
      let (file, _) = try await configuration(in: folder)

      let answer = try await ProgramRun.run(
        ProgramRun.server, ["--data", folder.path, "--port", "0", "--config", file])

      #expect(answer.status ?? 0 > 0)
      #expect(answer.errors.contains("--traits TLS"), "\(answer.errors)")
    }
  }
  #endif
}
