// A generated client of chat, whose source sends items and ends: source LIBRARY
#include "client.hpp"

#include <cstdlib>
#include <iostream>

int main(int, char **arguments) {
    std::vector<client::Inbox> heard;
    client::ClientOptions options;
    options.gateways.inbox = [](const client::InboxRequest &request, auto items) {
        client::ChatMessageInput message{"Ada", "Hello to " + std::get<client::InboxRequestFollow>(request).room};
        items.send(message);
        items.end();
    };
    options.on_message = [&](const auto &message) {
        if (const auto *inbox = message.template get_if<client::HeardInbox>())
            heard.push_back(inbox->value);
    };
    client::ChatClient chat(adit::Library(arguments[1]), std::move(options));
    const auto answer = chat.presence.go_online("kitchen");
    chat.settle();
    const auto *received = heard.size() == 2 ? std::get_if<client::InboxReceived>(&heard[0]) : nullptr;
    const auto *lost = received != nullptr ? std::get_if<client::InboxWasLost>(&heard[1]) : nullptr;
    if (lost != nullptr && received->message.text == "Hello to kitchen" && !lost->reason)
        return EXIT_SUCCESS;
    std::cerr << "found " << heard.size() << " messages\n";
    for (const client::Inbox &inbox : heard)
        std::cerr << inbox << '\n';
    return EXIT_FAILURE;
}
