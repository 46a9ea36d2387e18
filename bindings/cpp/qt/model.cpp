// Models of Qt: what QAbstractItemModelTester says of them while the list changes at random, and windows that follow a view.
//
//     model [CHANGES]       by default, 5000 of each kind of list
#include "../tests/changing_list.hpp"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QPersistentModelIndex>
#include <adit_qt.hpp>

namespace {

struct Fixture : ChangingList {
    adit::QtDriver driver{core};

    void settle() {
        core.settle();
        QCoreApplication::processEvents();
        core.settle();
    }
};

void test_random_changes(const std::string &path) {
    Fixture fixture;
    adit::QtListModel model(fixture.core, path, {"text", "completed"}, 50);
    // It asks for rows anywhere, so it has another model.
    adit::QtListModel tested(fixture.core, path, {"text", "completed"}, 50);
    const QAbstractItemModelTester tester(&tested, QAbstractItemModelTester::FailureReportingMode::Fatal);
    int resets = 0, told = 0;
    QObject::connect(&tested, &QAbstractItemModel::modelReset, [&] { resets++; });
    QObject::connect(&tested, &QAbstractItemModel::rowsInserted, [&] { told++; });
    QObject::connect(&tested, &QAbstractItemModel::rowsRemoved, [&] { told++; });
    fixture.change_at_random(path, [&](const std::vector<std::string> &expected) {
        fixture.settle();
        CHECK_EQUAL(model.rowCount(), static_cast<int>(expected.size()));
        // A view looks somewhere else, and the model follows.
        const int first = static_cast<int>(fixture.first_shown(expected.size())), end = std::min(first + 20, model.rowCount());
        for (int row = first; row < end; row++)
            model.data(model.index(row));
        fixture.settle();
        for (int row = first; row < end; row++)
            CHECK_EQUAL(model.data(model.index(row)).toString().toStdString(), expected[static_cast<std::size_t>(row)]);
    });
    CHECK_EQUAL(resets, 0);
    CHECK(told > changes / 10);
}

} // namespace

TEST(given_random_changes_of_a_table_then_its_model_says_what_happens_to_its_rows) {
    test_random_changes("/items");
}

TEST(given_random_changes_of_a_view_then_its_model_says_what_happens_to_its_rows) {
    test_random_changes("/view/open");
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
    read_changes(count, words);
    return run_tests();
}
