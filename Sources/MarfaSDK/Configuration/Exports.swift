@_exported import MarfaModel
@_exported import class StorageKit.FileLock
@_exported import struct StorageKit.StorageError
