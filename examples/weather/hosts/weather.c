/* A host of the app weather: shows the forecast of a city. weather SERVER CITY FOLDER */
#include <adit_gateways.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

static const char config[] =
    "{\"http\":{\"allow\":[\"%s\"],\"addresses\":[\"127.0.0.0/8\"]},\"keyValue\":{\"path\":\"%s/v\"}}";

static void on_message(void *gateways, adit_core core, const char *json, size_t length) {
    if (adit_gateways_take(gateways, core, json, length) == 0 && strstr(json, "\"weather\"") != NULL)
        puts(json), fflush(stdout);
}

int main(int argc, char **argv) {
    char text[2048];
    adit_gateways *gateways;
    adit_core core;
    adit_error error = {.text = "found other arguments; weather SERVER CITY FOLDER is expected"};
    if (argc != 4 || snprintf(text, sizeof text, config, argv[1], argv[3]) < 0 ||
        adit_gateways_open(text, ADIT_NTS, adit_send, &gateways, &error) != ADIT_OK ||
        snprintf(text, sizeof text, "{\"gateways\":%s}", adit_gateways_names(gateways)) < 0 ||
        adit_open(ADIT_ABI_VERSION, "weather", text, ADIT_NTS, on_message, gateways, NULL, &core, &error) != ADIT_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    snprintf(text, sizeof text, "{\"weather\":{\"request\":{\"use\":{\"server\":\"%s\"}}}}", argv[1]);
    adit_send(core, text, ADIT_NTS, NULL);
    snprintf(text, sizeof text, "{\"weather\":{\"request\":{\"show\":{\"city\":\"%s\"}}}}", argv[2]);
    adit_send(core, text, ADIT_NTS, NULL);
    struct pollfd files[] = {{adit_fd(core), POLLIN, 0}, {adit_gateways_fd(gateways), POLLIN, 0}};
    while (adit_process(core, 0) >= 0 && (adit_gateways_process(gateways, 0) > 0 || poll(files, 2, 0) > 0))
        poll(files, 2, -1);
    adit_close(core, 1000);
    adit_gateways_close(gateways);
}
