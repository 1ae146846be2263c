@_exported import MarfaModel
@_exported import struct StorageKit.StorageError
