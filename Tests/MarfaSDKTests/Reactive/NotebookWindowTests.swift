import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// A notebook of few notes is looked up and sorted; one of many, and the inbox, are found by
/// walking the index of the order.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct NotebookWindowTests {
  /// Every number's note is in one of three places.
  private enum Place: CaseIterable {
    case large, small, inbox

    static func of(_ number: Int) -> Place {
      number % 2 == 0 ? .large : number % 100 == 1 ? .small : .inbox
    }
  }

  private static let numbers = 0..<2700
  /// The titles run against the times.
  private static func title(_ number: Int) -> String { "note \(9999 - number)" }

  @Test func `notebooks of many and of few notes and the inbox show the same rows in every order`()
    async throws
  {
    let fixture = try ReactiveFixture()
    let books = try await fixture.notebooks(["Large", "Small"])
    let notes = try await fixture.local.createItems(
      Self.numbers.map { number in
        let time = Timestamp(milliseconds: Int64(number))
        return NewItem(
          CreateItemInput(
            type: "core.note", properties: ["title": .string(Self.title(number)), "body": "text"]),
          createdAt: time, updatedAt: time)
      })
    for number in Self.numbers where Place.of(number) != .inbox {
      let book = Place.of(number) == .large ? books[0] : books[1]
      _ = try await fixture.local.move(id: notes[number].id, toNotebook: book)
    }

    for place in Place.allCases {
      let scope: ListScope =
        switch place {
        case .large: .notebook(books[0])
        case .small: .notebook(books[1])
        case .inbox: .inbox
        }
      for sort in [ListFilters.Sort.editedAt, .createdAt, .title] {
        let filters = ListFilters(sort: sort, direction: .descending)
        let window = fixture.store.queryWindow(
          filters: filters, scope: scope, length: 5, margin: 5)
        await fixture.settle()

        let mine = Self.numbers.filter { Place.of($0) == place }
        let expected = (sort == .title ? mine : mine.reversed()).map(Self.title)
        #expect(window.count == expected.count)
        for start in [0, 12, expected.count / 2, expected.count - 5, 3] {
          window.setVisible(start..<start + 5)
          await fixture.settle()
          #expect(window.rows.map(\.title) == Array(expected[start..<start + 5]))
        }
        window.stop()
      }
    }
  }
}
