// A generated client of todo, over Adit's binding: end_to_end LIBRARY
//
// It is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other one
// has another hash.
#include "client.hpp"
#include "other.hpp"

#include <iostream>
#include <sstream>
#include <stdexcept>

namespace {

using client::TodoClient;

void expect(bool is, const char *what) {
    if (!is)
        throw std::logic_error(what);
}

template <typename Case, typename Enum> const Case &only(const Enum &value) {
    const Case *found = std::get_if<Case>(&value);
    if (found == nullptr) {
        std::ostringstream text;
        text << "found " << value << "; another case is expected";
        throw std::logic_error(text.str());
    }
    return *found;
}

template <typename Error, typename Function> std::string failure(Function function) {
    try {
        function();
    } catch (const Error &error) {
        return error.what();
    }
    throw std::logic_error("found no error");
}

std::string texts(const client::TodoItemTable &items) {
    std::string all;
    for (const client::TodoItem &item : items)
        all += item.text + ' ';
    return all;
}

// Requests, a message with what stands beside it, a gateway and a followed part.
void requests(const adit::Library &library) {
    std::vector<adit::typed::Received<client::Heard>> heard;
    client::ClientOptions options;
    options.gateways.lists = [](const client::ListRequest &, auto reply) { reply.result({{"Bread", "Salt"}}); };
    options.on_message = [&](const auto &message) { heard.push_back(message); };
    TodoClient todo(library, std::move(options));
    std::size_t count = 99;
    auto open = todo.follow_view_open({0, 10}, [&](const auto &items) { count = items ? items->size() : 0; });
    const auto &added = only<client::TodoResponseWasAdded>(todo.wait(todo.todo.add({"Milk"})));
    expect(added.value.text == "Milk" && !added.value.completed, "Milk is not done");
    expect(added == client::TodoResponseWasAdded{added.value}, "equal values are equal");
    const auto imported = todo.wait(todo.todo.import_("groceries"));
    const auto &items = only<client::TodoResponseWereImported>(imported).value;
    expect(items.size() == 2 && items[0].text == "Bread" && items[1].text == "Salt", "what was imported");
    todo.settle();
    expect(count == 3, "three items are open");
    expect(texts(open.value().value()) == "Milk Bread Salt ", "the items in order");
    expect(open.value()->find(open.value()->ids[0])->text == "Milk", "the item of an id");
    expect(&open.value() == &open.value() && open.mirror().count() == 3, "a window knows its list");
    open.move({1, 1});
    todo.settle();
    expect(texts(*open.value()) == "Bread ", "the window has moved");
    expect(todo.wait(todo.stats()).queued == 0, "nothing waits");
    heard.clear();
    todo.send(client::SentTodo{client::TodoRequestAdd{{"Tea"}}}, {7});
    todo.settle();
    std::size_t answers = 0;
    for (const auto &each : heard)
        if (const auto *response = each.get_if<client::HeardTodo>()) {
            expect(each.beside.id == adit::typed::AditId(7), "the id is repeated");
            only<client::TodoResponseWasAdded>(response->value);
            answers++;
        }
    expect(answers == 1, "one answer to Tea");
    only<client::TaggingResponseWasCreated>(todo.wait(todo.tagging.create({"food"})));
    const auto received = todo.wait(todo.request(client::SentTodo{client::TodoRequestAdd{{"Rice"}}}));
    only<client::TodoResponseWasAdded>(received.get_if<client::HeardTodo>()->value);
}

// An exception of a gateway is an error of the app's; a late answer to what was cancelled is ignored.
void gateways(const adit::Library &library) {
    std::optional<adit::typed::Reply<client::FetchedList>> waiting;
    bool is_cancelled = false;
    client::ClientOptions options;
    options.gateways.lists = [&](const client::ListRequest &request, auto reply) {
        if (only<client::ListRequestFetch>(request).list == "nothing")
            return reply.error("no such list");
        reply.on_cancel([&] { is_cancelled = true; });
        waiting = reply;
    };
    TodoClient todo(library, std::move(options));
    only<client::TodoResponseWereNotImported>(todo.wait(todo.todo.import_("nothing")));
    auto importing = todo.todo.import_("groceries");
    todo.settle();
    expect(waiting && !is_cancelled, "the gateway was asked");
    only<client::TodoResponseImportWasCancelled>(todo.wait(todo.todo.cancel_import("groceries")));
    expect(is_cancelled && waiting->is_cancelled(), "the request was cancelled");
    waiting->result({{"Late"}});
    todo.close();
    expect(failure<adit::Error>([&] { importing.get(); }).find("closed") != std::string::npos, "the core has closed");
}

// What is not understood is an error, and the client goes on.
void misunderstood(const adit::Library &library) {
    const std::string path = "todo.response.wasNotAdded.error: found a text; one of noText";
    std::vector<std::string> errors;
    client::ClientOptions options;
    options.on_error = [&](const adit::typed::DecodingError &error) { errors.push_back(error.what()); };
    TodoClient todo(library, std::move(options));
    const std::string error = failure<adit::typed::DecodingError>([&] { todo.wait(todo.todo.add({""})); });
    expect(error.rfind(path, 0) == 0, error.c_str());
    todo.send(client::SentTodo{client::TodoRequestAdd{{""}}});
    todo.settle();
    expect(errors.size() == 1 && errors[0].rfind(path, 0) == 0, "the error of a message");
    only<client::TodoResponseWasAdded>(todo.wait(todo.todo.add({"Milk"})));
    // Without a handler, the call that drives throws it.
    client::ClientOptions other;
    other.on_message = [](const auto &) {};
    TodoClient throwing(library, std::move(other));
    throwing.send(client::SentTodo{client::TodoRequestAdd{{""}}});
    expect(failure<adit::typed::DecodingError>([&] { throwing.settle(); }).rfind(path, 0) == 0, "the error is thrown");
}

// An app with another catalog is refused; one that has extended it is not.
void refused(const adit::Library &library) {
    const std::string error = failure<adit::Error>([&] { other::TodoClient client(library); });
    expect(error.find("expects") != std::string::npos, error.c_str());
    auto catalog = adit::json::parse(library.catalog("todo"));
    catalog["hash"] = "0123456789abcdef";
    client::ClientOptions options;
    options.config.expects = catalog;
    TodoClient todo(library, std::move(options));
    only<client::TodoResponseWasAdded>(todo.wait(todo.todo.add({"Milk"})));
}

} // namespace

int main(int, char **arguments) try {
    const adit::Library library(arguments[1]);
    requests(library);
    gateways(library);
    misunderstood(library);
    refused(library);
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
