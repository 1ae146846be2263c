import MarfaModel
import Testing

/// Everything out of one server and into another, over HTTP.
@Suite(.timeLimit(.minutes(20))) struct ArchiveContractTests {
  @Test func `an archive carries everything to an empty server`() async throws {
    let archive = try await withServer { server in
      let api = server.admin
      let target = try await api.note("target", ["tags": ["kept"]])
      let id = try await api.note("one", ["edges": ["about": [.string(target)]]])
      _ = try await api.patch("/items/\(id)", ["properties": ["body": "two"]])
      _ = try await api.put("/items/\(id)/extensions/app.test", ["a": 1])
      _ = try await api.post("/types", ["id": "user.thing", "fields": [:], "version": 1])
      _ = try await api.patch("/profile/me", ["username": "ada"])
      _ = try await api.post(
        "/items/\(target)/transition", ["state": "archived", "device": "desk"])
      let blob = try await api.send(
        ContractRequest(
          "POST", "/blobs", headers: ["content-type": "text/plain"], body: Array("bytes".utf8)))
      #expect(blob.status == 201)
      let answer = try await api.get("/export?format=archive")
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/gzip")
      let edges = try await api.get("/edges").json
      return (
        bytes: answer.body, id: id, target: target, blob: blob.json["hash"].stringValue ?? "",
        edges: edges
      )
    }

    try await withServer { server in
      let api = server.admin
      let restored = try await api.send(
        ContractRequest("POST", "/admin/restore-archive", body: archive.bytes))
      let again = try await api.send(
        ContractRequest("POST", "/admin/restore-archive", body: archive.bytes))

      #expect(restored.status == 200, "\(restored.text)")
      #expect(restored.json["restored"].integerValue ?? 0 >= 5)
      #expect(again.status == 200)
      #expect(again.json["skipped"].integerValue ?? 0 >= 5)
      let item = try await api.get("/items/\(archive.id)")
      #expect(item.json["item"]["properties"]["body"] == "two")
      #expect(item.json["item"]["version"] == 2)
      #expect(
        item.json["item"]["edges"]["about"]["edges"][0]["target_id"] == .string(archive.target))
      #expect(try await api.get("/edges").json == archive.edges)
      let versions = try await api.get("/items/\(archive.id)/versions")
      #expect(versions.json["versions"][0]["properties"]["body"] == "one")
      let part = try await api.get("/items/\(archive.id)/extensions/app.test")
      #expect(part.json["data"] == ["a": 1])
      let target = try await api.get("/items/\(archive.target)").json
      #expect(target["metadata"]["tags"] == ["kept"])
      #expect(target["item"]["state_device"] == "desk")
      #expect(try await api.get("/types/user.thing").status == 200)
      #expect(try await api.get("/profile/me").json["username"] == "ada")
      #expect(try await api.get("/blobs/\(archive.blob)").text == "bytes")
    }
  }

  @Test func `a damaged archive writes nothing`() async throws {
    try await withServer { server in
      let api = server.admin
      _ = try await api.note("one")
      let archive = try await api.get("/export").body

      let short = try await api.send(
        ContractRequest("POST", "/admin/restore-archive", body: Array(archive.dropLast(20))))
      let plain = try await api.send(
        ContractRequest("POST", "/admin/restore-archive", body: Array("not an archive".utf8)))
      let member = try await api.member(["type_permissions": ["*": "write"]])
      let refused = try await member.send(
        ContractRequest("POST", "/admin/restore-archive", body: archive))

      #expect(short.status == 400, "\(short.text)")
      #expect(plain.status == 400)
      #expect(refused.status == 403)
      #expect(try await member.get("/export").status == 403)
      #expect(try await api.get("/export?format=zip").code == "validation_error")
    }
  }
}
