// Reads and writes messages with the generated header `client.hpp`.
#include "client.hpp"

#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        const std::string text = line.substr(7);
        std::string answer;
        try {
            const auto message = adit::json::parse(text);
            answer = (line.rfind("toCore", 0) == 0 ? adit::typed::Sent<client::Sent>::read(message).write()
                                                   : adit::typed::Received<client::Heard>::read(message).write())
                         .dump();
        } catch (const std::exception &error) {
            answer = std::string("error: ") + error.what();
            for (char &character : answer)
                if (character == '\n')
                    character = ' ';
        }
        std::cout << answer << '\n';
    }
}
