extension Replica {
  /// Makes the mistake from here on.
  mutating func plant(_ fault: PlantedFault?) { root.fault = fault }
}
