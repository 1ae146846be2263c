#ifndef MARFA_CCURL_H
#define MARFA_CCURL_H

#include <curl/curl.h>
#include <stddef.h>

// libcurl with its variadic calls typed. The library is loaded at the first call of
// marfa_curl_load, so that a program that never speaks to a server does not pay for it.

/// Loads libcurl.so.4 and initialises it; later calls answer what the first found. Any thread may
/// call it. Returns NULL, or why it cannot be loaded, which stays valid. Every function below
/// may be called only after it returned NULL.
const char *marfa_curl_load(void);

/// What a result of a transfer means.
const char *marfa_curl_error(CURLcode code);

// One transfer. Each setter returns CURLE_OK, or why the option was refused.

/// Is given bytes that came, returns how many it took or CURL_WRITEFUNC_PAUSE.
typedef size_t (*marfa_curl_write)(char *bytes, size_t size, size_t count, void *context);
/// Is asked for bytes to send, returns how many it wrote, CURL_READFUNC_ABORT or 0 at the end.
typedef size_t (*marfa_curl_read)(char *bytes, size_t size, size_t count, void *context);
/// Is asked to go back in what it sends, returns CURL_SEEKFUNC_OK or CURL_SEEKFUNC_FAIL.
typedef int (*marfa_curl_seek)(void *context, curl_off_t offset, int origin);
/// Is told what has been received and sent; anything but 0 ends the transfer.
typedef int (*marfa_curl_progress)(
    void *context, curl_off_t to_receive, curl_off_t received, curl_off_t to_send,
    curl_off_t sent);
/// Is told what libcurl does, as text or as bytes of the connection.
typedef int (*marfa_curl_trace)(
    CURL *easy, curl_infotype kind, char *bytes, size_t count, void *context);

CURL *marfa_easy_init(void);
void marfa_easy_cleanup(CURL *easy);
CURLcode marfa_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode marfa_easy_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode marfa_easy_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode marfa_easy_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode marfa_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode marfa_easy_set_write(CURL *easy, CURLoption option, marfa_curl_write function);
CURLcode marfa_easy_set_read(CURL *easy, CURLoption option, marfa_curl_read function);
CURLcode marfa_easy_set_seek(CURL *easy, CURLoption option, marfa_curl_seek function);
CURLcode marfa_easy_set_progress(CURL *easy, CURLoption option, marfa_curl_progress function);
CURLcode marfa_easy_set_trace(CURL *easy, CURLoption option, marfa_curl_trace function);
CURLcode marfa_easy_pause(CURL *easy, int bits);

struct curl_slist *marfa_slist_append(struct curl_slist *list, const char *text);
void marfa_slist_free(struct curl_slist *list);

// Many transfers on one thread.

CURLM *marfa_multi_init(void);
void marfa_multi_cleanup(CURLM *multi);
CURLMcode marfa_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode marfa_multi_add(CURLM *multi, CURL *easy);
CURLMcode marfa_multi_remove(CURLM *multi, CURL *easy);
CURLMcode marfa_multi_perform(CURLM *multi, int *running);
/// Waits for a connection, for the library's own timers, for a wake-up, or for the timeout.
CURLMcode marfa_multi_poll(CURLM *multi, int timeout_milliseconds);
/// Ends a wait of marfa_multi_poll; any thread may call it.
CURLMcode marfa_multi_wakeup(CURLM *multi);
/// The next transfer that is over; NULL when there is none.
CURL *marfa_multi_next_done(CURLM *multi, CURLcode *result);

#endif
