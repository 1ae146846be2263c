import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct EventFilterTests {
  private static func filter(
    _ names: Set<EventName> = [], types: [String] = [], edges: Set<String> = []
  ) -> EventFilter {
    var filter = EventFilter()
    filter.names = names
    filter.types = types
    filter.edgeTypes = edges
    return filter
  }

  private static func item(_ name: EventName = .itemCreated, _ type: String = "core.note")
    -> StoredEvent
  {
    StoredEvent(
      id: 1, name: name, data: "{}", itemId: "i", itemType: type,
      createdAt: Timestamp(milliseconds: 0))
  }

  private static func edge(_ edgeType: String) -> StoredEvent {
    StoredEvent(
      id: 1, name: .edgeCreated, data: "{}", itemId: "i", itemType: "core.note",
      edgeType: edgeType, targetType: "core.note", createdAt: Timestamp(milliseconds: 0))
  }

  @Test(arguments: [
    (filter(), item(), true),
    (filter(), edge("about"), true),
    (filter([.itemUpdated]), item(), false),
    (filter([.itemUpdated, .itemCreated]), item(), true),
    (filter([.itemCreated]), edge("about"), false),
    (filter(types: ["core.note"]), item(), true),
    (filter(types: ["core.task"]), item(), false),
    (filter(types: ["core.task", "core.note"]), item(), true),
    (filter(types: ["core.file"]), item(.itemCreated, "core.file.image"), true),
    (filter(types: ["core.file.image"]), item(.itemCreated, "core.file"), false),
    (filter(types: ["core.task"]), item(.metadataChanged), false),
    (filter(types: ["core.task"]), edge("about"), true),
    (filter(edges: ["in-thread"]), edge("about"), false),
    (filter(edges: ["in-thread", "about"]), edge("about"), true),
    (filter(edges: ["in-thread"]), item(), true),
    (filter([.edgeCreated], edges: ["in-thread"]), item(), false),
  ])
  func `a subscriber gets what it asked for`(
    filter: EventFilter, event: StoredEvent, isWanted: Bool
  ) {
    #expect(filter.matches(event, in: CoreTypes.registry) == isWanted)
  }
}
