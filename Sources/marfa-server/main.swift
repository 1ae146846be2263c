import MarfaServer

