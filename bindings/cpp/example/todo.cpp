// A list: adds what is said on the command line, imports one list from the host, and prints what is there.
#include <adit_nlohmann.hpp>
#include <iostream>

int main(int count, char **arguments) try {
    adit::Host host;
    host.gateways["lists"] = [](const adit::json &, adit::Reply reply) {
        reply.result({{"texts", {"Milk", "Bread"}}});
    };
    adit::JsonCore core("todo", std::move(host));
    const auto items = core.follow("/items");
    for (int i = 1; i < count; i++)
        core.send({{"todo", {{"request", {{"add", {{"item", {{"text", arguments[i]}}}}}}}}}});
    core.send({{"todo", {{"request", {{"import", {{"from", "groceries"}}}}}}}});
    core.settle();
    for (const auto &id : items->value()["ids"])
        std::cout << items->value()["entities"][id.get<std::string>()]["text"].get<std::string>() << '\n';
    return 0;
} catch (const adit::Error &error) {
    std::cerr << error.name() << ": " << error.what() << '\n';
    return 1;
}
