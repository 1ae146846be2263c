#include <zlib.h>

// The two starts are macros in zlib.h, which Swift does not see. 31 is the largest window with a
// gzip wrapper.
static inline int marfa_deflate_start(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

static inline int marfa_inflate_start(z_stream *stream) {
  return inflateInit2(stream, 31);
}
