// Models of Qt: what QAbstractItemModelTester says of them while the list changes at random, and windows that follow a view.
//
//     model [CHANGES]       by default, 5000 of each kind of list
#include "../tests/check.hpp"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QPersistentModelIndex>
#include <adit_qt.hpp>

#include <random>

using adit::json;

static int changes = 5000;

namespace {

struct Fixture {
    adit::JsonCore core{"todo"};
    adit::QtDriver driver{core};
    std::mt19937 random{7};
    std::vector<std::string> ids{};

    std::size_t below(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    }

    json ask(const std::string &request, const json &body) {
        const json output = core.call({{"todo", {{"request", {{request, body}}}}}});
        for (const json &message : output)
            if (message.contains("todo"))
                return message["todo"]["response"];
        return {};
    }

    void add(const std::string &text) {
        ids.push_back(ask("add", {{"item", {{"text", text}}}})["wasAdded"]["id"].get<std::string>());
    }

    void change(int number) {
        if (ids.empty() || (below(2) == 0 && ids.size() < 300))
            return add("item " + std::to_string(number));
        const std::size_t place = below(ids.size());
        const std::string id = ids[place];
        switch (below(4)) {
        case 0:
            ask("delete", {{"id", id}});
            ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(place));
            break;
        case 1:
            ask("check", {{"id", id}});
            break;
        case 2:
            ask("uncheck", {{"id", id}});
            break;
        default:
            ask("edit", {{"id", id}, {"text", "text " + std::to_string(number)}});
        }
    }

    void settle() {
        core.settle();
        QCoreApplication::processEvents();
        core.settle();
    }
};

/* The values of a list, by the core itself. */
json list_at(Fixture &fixture, const std::string &path) {
    const json value = fixture.core.call({{"@get", {{"path", path}}}})[0]["@value"]["value"];
    json rows = json::array();
    for (const json &id : value["ids"])
        rows.push_back(value["entities"][id.get<std::string>()]);
    return rows;
}

void check_rows(const adit::QtListModel &model, const json &expected, int first) {
    CHECK_EQUAL(model.rowCount(), static_cast<int>(expected.size()));
    for (int row = first; row < std::min(first + 20, model.rowCount()); row++)
        CHECK_EQUAL(model.data(model.index(row)).toString().toStdString(),
                    expected[static_cast<std::size_t>(row)]["text"].get<std::string>());
}

void change_at_random(const std::string &path) {
    Fixture fixture;
    adit::QtListModel model(fixture.core, path, {"text", "completed"}, 50);
    // It asks for rows anywhere, so its model is one of its own.
    adit::QtListModel tested(fixture.core, path, {"text", "completed"}, 50);
    const QAbstractItemModelTester tester(&tested, QAbstractItemModelTester::FailureReportingMode::Fatal);
    int resets = 0, told = 0;
    QObject::connect(&tested, &QAbstractItemModel::modelReset, [&] { resets++; });
    QObject::connect(&tested, &QAbstractItemModel::rowsInserted, [&] { told++; });
    QObject::connect(&tested, &QAbstractItemModel::rowsRemoved, [&] { told++; });
    for (int number = 0; number < changes && failures == 0; number++) {
        fixture.change(number);
        if (number % 50 != 49)
            continue;
        fixture.settle();
        const json expected = list_at(fixture, path);
        // A view looks somewhere else, and the model follows.
        const int first = model.rowCount() < 20 ? 0 : static_cast<int>(fixture.below(static_cast<std::size_t>(model.rowCount() - 19)));
        for (int row = first; row < std::min(first + 20, model.rowCount()); row++)
            model.data(model.index(row));
        fixture.settle();
        check_rows(model, expected, first);
    }
    CHECK_EQUAL(resets, 0);
    CHECK(told > changes / 10);
}

} // namespace

TEST(given_random_changes_of_a_table_then_its_model_says_what_happens_to_its_rows) {
    change_at_random("/items");
}

TEST(given_random_changes_of_a_view_then_its_model_says_what_happens_to_its_rows) {
    change_at_random("/view/open");
}

TEST(given_a_selected_row_when_rows_come_before_it_then_it_stays_selected) {
    Fixture fixture;
    for (int number = 0; number < 5; number++)
        fixture.add("item " + std::to_string(number));
    adit::QtListModel model(fixture.core, "/items", {"text"});
    fixture.settle();
    const QPersistentModelIndex selected = model.index(3);
    fixture.ask("delete", {{"id", fixture.ids[1]}});
    fixture.settle();
    CHECK_EQUAL(selected.row(), 2);
    CHECK_EQUAL(model.data(selected).toString().toStdString(), "item 3");
}

TEST(given_roles_then_each_is_a_member_of_a_row) {
    Fixture fixture;
    fixture.add("M\xc3\xbcsli");
    adit::QtListModel model(fixture.core, "/items", {"text", "completed", "due"});
    fixture.settle();
    const QHash<int, QByteArray> names = model.roleNames();
    CHECK(names.value(adit::QtListModel::row_role + 1) == "text" && names.value(adit::QtListModel::row_role + 2) == "completed");
    const QModelIndex first = model.index(0);
    CHECK(model.data(first, adit::QtListModel::row_role + 1) == QVariant(QString::fromUtf8("M\xc3\xbcsli")));
    CHECK(model.data(first, adit::QtListModel::row_role + 2) == QVariant(false));
    CHECK(!model.data(first, adit::QtListModel::row_role + 3).isValid());
    CHECK(model.data(first, adit::QtListModel::row_role).toMap().contains("created"));
    CHECK(!model.data(first, adit::QtListModel::row_role + 4).isValid());
}

TEST(given_a_path_that_is_no_list_then_the_model_says_why_it_is_empty) {
    Fixture fixture;
    adit::QtListModel model(fixture.core, "/nowhere");
    fixture.settle();
    CHECK_EQUAL(model.rowCount(), 0);
    CHECK(has(model.error().toStdString(), "nowhere"));
}

TEST(given_a_closed_core_when_its_model_is_used_then_it_has_its_last_rows) {
    Fixture fixture;
    fixture.add("Milk");
    adit::QtListModel model(fixture.core, "/items", {"text"});
    fixture.settle();
    fixture.core.close();
    QCoreApplication::processEvents();
    CHECK_EQUAL(model.data(model.index(0)).toString().toStdString(), "Milk");
}

int main(int count, char **words) {
    QCoreApplication application(count, words);
    if (count > 1)
        changes = std::stoi(words[1]);
    for (const Test &test : tests()) {
        const int before = failures;
        test.run();
        std::cout << (failures == before ? "passed " : "FAILED ") << test.name << '\n';
    }
    return failures == 0 ? 0 : 1;
}
