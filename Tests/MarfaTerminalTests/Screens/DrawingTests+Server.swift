import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Operations
import TerminalLayers
import TerminalUI
import Testing
import Workbench

/// What only a notebook with a server shows.
extension DrawingTests {
  @Test func `files that are sent are drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let server = try ServerByHand(willRead: { meter.add() })
      let note = try server.add("Rye sourdough", "Flour")
      let client = LocalClient(store: server.store)
      for name in ["crumb.jpg", "crust.jpg"] {
        try await client.attachments.add(data: Array(name.utf8), to: note, title: name)
      }
      let fixture = try await ApplicationFixture(columns: columns, rows: rows, sdk: server.store)
      let query = await fixture.showUploads()
      for (place, upload) in try await client.attachments.uploads().enumerated() {
        var progress = BlobUploadProgress(upload)
        (progress.place, progress.phase) = (place, place == 0 ? .uploading : .queued)
        query.receive(progress)
      }
      await fixture.settle()

      for keys in ["", "U", "j", "space", "x", "esc", "enter"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), uploads, \(keys)", meter)
      }
    }
  }

  @Test func `the server's version of a note is drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let fixture = try await ApplicationFixture(
        columns: columns, rows: rows, notes: Self.notes, sdk: Self.store(meter))
      let id = try #require(fixture.application.workspace.selectedNote?.id)
      let item = try await fixture.client.items.get(id: id)
      let answer = ServerItemView.Answer(
        store: .detached(
          query: QueryOperation<Item, any Error>(["server", "item"]) { _ in item }
            .disableAutomaticRunning()))
      fixture.application.compositor.push(
        ServerItemView(id, answer, context: fixture.application.context))
      await fixture.settle()
      await expectAlike(fixture, "\(columns)×\(rows), asked", meter)

      _ = try await answer.fetch()
      await fixture.settle()
      #expect(fixture.screen.contains("core.note"), "\(columns)×\(rows)")

      for keys in ["", "space", "G"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), answered, \(keys)", meter)
      }
    }
  }

  @Test func `lists that the server answers are drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let fixture = try await ApplicationFixture(
        columns: columns, rows: rows, notes: Self.notes, sdk: Self.store(meter))
      let answer = ServerRows<String>.Answer(
        store: .detached(
          query: QueryOperation<[String], any Error>(["server", "keys"]) { _ in
            ["laptop", "phone"]
          }.disableAutomaticRunning()))
      let list = ServerRows(
        answer, context: fixture.application.context, emptyText: "None.",
        row: { PickerRow(id: $0, title: $0) }, chosen: { _ in })
      fixture.application.compositor.push(
        Picker(
          context: fixture.application.context, title: "Keys of the server", width: .full,
          source: list))
      await fixture.settle()
      await expectAlike(fixture, "\(columns)×\(rows), asked", meter)

      _ = try await answer.fetch()
      await fixture.settle()
      #expect(fixture.screen.contains("laptop"), "\(columns)×\(rows)")

      for keys in ["", "down", "z z"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), answered, \(keys)", meter)
      }
    }
  }

  @Test func `changes that wait, fail and are refused are drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let (fixture, _) = try await ConnectedScreenTests.connected(
        columns: columns, rows: rows, willRead: { meter.add() })

      for keys in ["", "space s", "j", "j", "j", "esc", "g !", "enter"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), \(keys)", meter)
      }
    }
  }

  @Test func `a note with people in it is drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let tests = PeopleScreenTests()
      let shared = try await tests.shared(
        columns: columns, rows: rows, willRead: { meter.add() })
      await shared.fixture.press("e")
      let people = [try tests.ana(shared, at: 40, from: 30), try tests.bo(shared, at: 102)]
      await shared.show(people)
      await shared.tell([shared.note.id: people])

      for keys in ["", "j", "esc", "g p", "j", "esc"] {
        await shared.fixture.press(keys)
        await expectAlike(shared.fixture, "\(columns)×\(rows), people, \(keys)", meter)
      }
    }
  }
}
