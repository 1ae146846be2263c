/// Something with the identity of an operation.
public protocol OperationPathable {
  /// The identity.
  var path: OperationPath { get }
}
