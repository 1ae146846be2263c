import Operations
import Testing

/// The ordered, id-keyed collection of pages.
@Suite(.timeLimit(.minutes(20))) struct PagesTests {
  private func pages(_ ids: Int...) -> Pages<Int, String> {
    Pages(ids.map { Page(id: $0, value: "\($0)") })
  }

  @Test func `pages are found by id and by position`() {
    let pages = pages(3, 1, 2)

    #expect(pages.ids == [3, 1, 2])
    #expect(pages[id: 1]?.value == "1")
    #expect(pages[id: 9] == nil)
    #expect(pages[2].id == 2)
    #expect(pages.contains(id: 3) && !pages.contains(id: 4))
  }

  @Test func `a page of a known id takes the place of the old one`() {
    var pages = pages(1, 2)

    pages.append(Page(id: 1, value: "new"))
    pages.prepend(Page(id: 2, value: "newer"))

    #expect(pages.map(\.value) == ["new", "newer"])
  }

  @Test func `a page is inserted next to another or not at all`() {
    var pages = pages(1, 3)

    let after = pages.insert(Page(id: 2, value: "2"), after: 1)
    let before = pages.insert(Page(id: 0, value: "0"), before: 1)
    let nowhere = pages.insert(Page(id: 9, value: "9"), after: 42)

    #expect(after && before && !nowhere)
    #expect(pages.ids == [0, 1, 2, 3])
  }

  @Test func `values are transformed in place`() {
    #expect(pages(1, 2).mapValues { $0 + "!" }.map(\.value) == ["1!", "2!"])
  }

  @Test func `equality is of pages in order`() {
    #expect(pages(1, 2) == pages(1, 2))
    #expect(pages(1, 2) != pages(2, 1))
  }

  @Test func `a removed page is returned`() {
    var pages = pages(1, 2)

    #expect(pages.remove(id: 1)?.value == "1")
    #expect(pages.remove(id: 1) == nil)
    #expect(pages.ids == [2])
  }
}
