/// What a store does after a step of its machine, outside its lock.
struct StoreStep {
  /// The events to deliver, in order.
  var emissions: [StoreEmission] = []
  var effect = OperationStateEffect.none
}
