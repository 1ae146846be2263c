#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The checking macros of curl.h stand in the way of functions of the same names.
#undef curl_easy_setopt
#undef curl_multi_setopt

static struct {
  CURLcode (*global_init)(long);
  const char *(*easy_strerror)(CURLcode);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_pause)(CURL *, int);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
  CURLMcode (*multi_wakeup)(CURLM *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure_text[512];
static const char *failure = NULL;

// Finds one function; the first that is missing is kept as the failure.
static void find(void *library, const char *name, void **function) {
  *function = dlsym(library, name);
  if (*function == NULL && failure == NULL) {
    snprintf(failure_text, sizeof failure_text, "libcurl.so.4 is too old: it has no %s", name);
    failure = failure_text;
  }
}

static void load(void) {
  // Never closed: libcurl leaves threads and exit handlers of its parts behind.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(failure_text, sizeof failure_text, "%s", reason ? reason : "libcurl.so.4");
    failure = failure_text;
    return;
  }
#define FIND(name) find(library, "curl_" #name, (void **)&curl.name)
  FIND(global_init);
  FIND(easy_strerror);
  FIND(easy_init);
  FIND(easy_cleanup);
  FIND(easy_setopt);
  FIND(easy_pause);
  FIND(slist_append);
  FIND(slist_free_all);
  FIND(multi_init);
  FIND(multi_cleanup);
  FIND(multi_setopt);
  FIND(multi_add_handle);
  FIND(multi_remove_handle);
  FIND(multi_perform);
  FIND(multi_poll);
  FIND(multi_wakeup);
  FIND(multi_info_read);
#undef FIND
  if (failure == NULL && curl.global_init(CURL_GLOBAL_ALL) != CURLE_OK) {
    failure = "libcurl.so.4 cannot be initialised";
  }
}

const char *marfa_curl_load(void) {
  pthread_once(&once, load);
  return failure;
}

const char *marfa_curl_error(CURLcode code) { return curl.easy_strerror(code); }

CURL *marfa_easy_init(void) { return curl.easy_init(); }

void marfa_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }

CURLcode marfa_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode marfa_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode marfa_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode marfa_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode marfa_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode marfa_easy_set_write(CURL *easy, CURLoption option, marfa_curl_write function) {
  return curl.easy_setopt(easy, option, function);
}

CURLcode marfa_easy_set_read(CURL *easy, CURLoption option, marfa_curl_read function) {
  return curl.easy_setopt(easy, option, function);
}

CURLcode marfa_easy_set_seek(CURL *easy, CURLoption option, marfa_curl_seek function) {
  return curl.easy_setopt(easy, option, function);
}

CURLcode marfa_easy_set_progress(CURL *easy, CURLoption option, marfa_curl_progress function) {
  return curl.easy_setopt(easy, option, function);
}

CURLcode marfa_easy_set_trace(CURL *easy, CURLoption option, marfa_curl_trace function) {
  return curl.easy_setopt(easy, option, function);
}

CURLcode marfa_easy_pause(CURL *easy, int bits) { return curl.easy_pause(easy, bits); }

struct curl_slist *marfa_slist_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}

void marfa_slist_free(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *marfa_multi_init(void) { return curl.multi_init(); }

void marfa_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }

CURLMcode marfa_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}

CURLMcode marfa_multi_add(CURLM *multi, CURL *easy) {
  return curl.multi_add_handle(multi, easy);
}

CURLMcode marfa_multi_remove(CURLM *multi, CURL *easy) {
  return curl.multi_remove_handle(multi, easy);
}

CURLMcode marfa_multi_perform(CURLM *multi, int *running) {
  return curl.multi_perform(multi, running);
}

CURLMcode marfa_multi_poll(CURLM *multi, int timeout_milliseconds) {
  return curl.multi_poll(multi, NULL, 0, timeout_milliseconds, NULL);
}

CURLMcode marfa_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }

CURL *marfa_multi_next_done(CURLM *multi, CURLcode *result) {
  int waiting = 0;
  CURLMsg *message;
  while ((message = curl.multi_info_read(multi, &waiting)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
