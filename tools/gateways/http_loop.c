#define _GNU_SOURCE
#include "http.h"

#include <sys/epoll.h>

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    adit_gateways *gateways = context;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(gateways->epoll, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    event.events = (what & CURL_POLL_IN ? (uint32_t)EPOLLIN : 0) | (what & CURL_POLL_OUT ? (uint32_t)EPOLLOUT : 0);
    if (epoll_ctl(gateways->epoll, known != NULL ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) != 0)
        return 0;
    curl_multi_assign(gateways->multi, socket, gateways);
    return 0;
}

static int on_timer(CURLM *multi, long timeout_ms, void *context) {
    adit_gateways *gateways = context;
    (void)multi;
    gateways->curl_due = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
    return 0;
}

bool http_open(adit_gateways *gateways) {
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return false;
    gateways->multi = curl_multi_init();
    if (gateways->multi == NULL)
        return false;
    curl_multi_setopt(gateways->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(gateways->multi, CURLMOPT_SOCKETDATA, gateways);
    curl_multi_setopt(gateways->multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(gateways->multi, CURLMOPT_TIMERDATA, gateways);
    return true;
}

void http_close(adit_gateways *gateways) {
    while (gateways->transfers != NULL) {
        transfer *transfer = gateways->transfers;
        gateways->transfers = transfer->next;
        transfer_free(transfer);
    }
    if (gateways->multi != NULL)
        curl_multi_cleanup(gateways->multi);
}

void http_socket(adit_gateways *gateways, int socket, uint32_t events) {
    /* Of an error, libcurl would only say that there is one; by reading or writing, it finds out which. */
    bool is_error = (events & (EPOLLERR | EPOLLHUP)) != 0;
    int what =
        (events & EPOLLIN || is_error ? CURL_CSELECT_IN : 0) | (events & EPOLLOUT || is_error ? CURL_CSELECT_OUT : 0);
    int running;
    curl_multi_socket_action(gateways->multi, socket, what, &running);
}

int64_t http_due(const adit_gateways *gateways) {
    int64_t due = gateways->curl_due;
    json_int_t sending = 0;
    for (const transfer *transfer = gateways->transfers; transfer != NULL; transfer = transfer->next)
        sending += transfer->retry == 0;
    for (const transfer *transfer = gateways->transfers; transfer != NULL; transfer = transfer->next) {
        bool has_room = sending < gateways->most_in_flight && transfer->retry < transfer->deadline;
        int64_t next = has_room ? transfer->retry : transfer->deadline;
        if (transfer->retry > 0 && (due < 0 || next < due))
            due = next;
    }
    return due;
}

/* Sends those that are due, the oldest first, while there is room; ends those whose time is up before. */
static void send_due(adit_gateways *gateways) {
    int64_t now = now_ms();
    for (transfer *transfer = gateways->transfers, *next; transfer != NULL; transfer = next) {
        next = transfer->next;
        if (transfer->retry > 0 && transfer->deadline <= now)
            http_send(transfer); /* which says so */
    }
    for (;;) {
        json_int_t sending = 0;
        transfer *oldest = NULL;
        for (transfer *transfer = gateways->transfers; transfer != NULL; transfer = transfer->next) {
            sending += transfer->retry == 0;
            if (transfer->retry > 0 && transfer->retry <= now)
                oldest = transfer; /* new ones are put in front */
        }
        if (oldest == NULL || sending >= gateways->most_in_flight)
            return;
        http_send(oldest);
    }
}

void http_work(adit_gateways *gateways) {
    if (gateways->multi == NULL)
        return;
    int count;
    if (gateways->curl_due >= 0 && gateways->curl_due <= now_ms()) {
        gateways->curl_due = -1;
        curl_multi_socket_action(gateways->multi, CURL_SOCKET_TIMEOUT, 0, &count);
    }
    for (transfer *transfer = gateways->transfers, *next; transfer != NULL; transfer = next) {
        next = transfer->next;
        if (!transfer->is_paused || answers_has(gateways, transfer->request))
            continue;
        transfer->is_paused = false;
        CURLcode result = curl_easy_pause(transfer->easy, CURLPAUSE_CONT); /* with what was passed before the pause */
        if (result != CURLE_OK)                                            /* of which libcurl says no more */
            http_complete(transfer, result);
    }
    for (CURLMsg *message; (message = curl_multi_info_read(gateways->multi, &count)) != NULL;) {
        transfer *transfer;
        if (message->msg == CURLMSG_DONE &&
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer) == CURLE_OK)
            http_complete(transfer, message->data.result);
    }
    send_due(gateways);
}
