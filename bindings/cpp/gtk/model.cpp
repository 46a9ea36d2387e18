// The model for GTK: a view that takes its items as GTK does has the same list as the core, while that changes at random.
//
//     model [CHANGES]       by default, 5000 of each kind of list
#include "../tests/changing_list.hpp"

#include <adit_gtk.hpp>

using adit::json;

namespace {

/* What GTK has: an item for each row that it shows, which it asks for where the model says that rows are new. */
class View {
  public:
    explicit View(GListModel *list) : list_(static_cast<GListModel *>(g_object_ref(list))), items_(g_list_model_get_n_items(list)) {
        handler_ = g_signal_connect(list_, "items-changed", G_CALLBACK(change), this);
    }
    ~View() {
        g_signal_handler_disconnect(list_, handler_);
        for (gpointer item : items_)
            if (item != nullptr)
                g_object_unref(item);
        g_object_unref(list_);
    }
    View(const View &) = delete;
    View &operator=(const View &) = delete;

    std::size_t count() const {
        return items_.size();
    }
    /* Shows other rows. */
    void show(std::size_t first, std::size_t last) {
        for (std::size_t row = 0; row < items_.size(); row++) {
            gpointer &item = items_[row];
            const bool is_shown = row >= first && row < last;
            if (is_shown && item == nullptr)
                item = g_list_model_get_item(list_, static_cast<guint>(row));
            else if (!is_shown && item != nullptr)
                g_object_unref(std::exchange(item, nullptr));
        }
    }
    /* The text of a row that is shown, "" if it is not known. */
    std::string text(std::size_t row) const {
        const json *value = adit::gtk_row_value(items_[row]);
        return value != nullptr ? (*value)["text"].get<std::string>() : "";
    }
    int changes = 0;

  private:
    static void change(GListModel *list, guint position, guint removed, guint added, gpointer of) {
        View &view = *static_cast<View *>(of);
        view.changes++;
        CHECK(position + removed <= view.items_.size());
        const auto begin = view.items_.begin() + position;
        for (auto item = begin; item != begin + removed; item++)
            if (*item != nullptr)
                g_object_unref(*item);
        view.items_.insert(view.items_.erase(begin, begin + removed), added, nullptr);
        CHECK_EQUAL(view.items_.size(), static_cast<std::size_t>(g_list_model_get_n_items(list)));
    }

    GListModel *list_;
    std::vector<gpointer> items_;
    gulong handler_ = 0;
};

struct Fixture : ChangingList {
    adit::GtkDriver driver{core};

    static void settle() {
        while (g_main_context_iteration(nullptr, FALSE)) {
        }
    }
};

void test_random_changes(const std::string &path) {
    Fixture fixture;
    adit::GtkListModel model(fixture.core, path, 50);
    View view(model.list());
    fixture.change_at_random(path, [&](const std::vector<std::string> &expected) {
        Fixture::settle();
        CHECK_EQUAL(view.count(), expected.size());
        // It shows another part.
        const std::size_t first = fixture.first_shown(view.count()), last = std::min(first + 20, view.count());
        view.show(first, last);
        Fixture::settle();
        for (std::size_t row = first; row < last; row++)
            CHECK_EQUAL(view.text(row), expected[row]);
    });
    CHECK(view.changes > changes / 10);
}

} // namespace

TEST(given_random_changes_of_a_table_then_the_items_of_a_widget_follow) {
    test_random_changes("/items");
}

TEST(given_random_changes_of_a_view_then_the_items_of_a_widget_follow) {
    test_random_changes("/view/open");
}

TEST(given_an_item_when_its_row_changes_then_it_says_so) {
    Fixture fixture;
    fixture.add("Milk");
    adit::GtkListModel model(fixture.core, "/items");
    Fixture::settle();
    gpointer item = g_list_model_get_item(model.list(), 0);
    int told = 0;
    g_signal_connect(item, "notify::value", G_CALLBACK(+[](GObject *, GParamSpec *, gpointer count) { ++*static_cast<int *>(count); }), &told);
    fixture.ask("edit", {{"id", fixture.ids[0]}, {"text", "Oat milk"}});
    Fixture::settle();
    CHECK_EQUAL(told, 1);
    char *value = nullptr;
    g_object_get(item, "value", &value, nullptr);
    CHECK(has(value, R"("text":"Oat milk")"));
    g_free(value);
    g_object_unref(item);
}

TEST(given_a_model_that_ends_before_its_view_then_the_view_is_empty) {
    Fixture fixture;
    fixture.add("Milk");
    auto model = std::make_unique<adit::GtkListModel>(fixture.core, "/items");
    Fixture::settle();
    View view(model->list());
    view.show(0, 1);
    CHECK_EQUAL(view.text(0), std::string("Milk"));
    model.reset();
    CHECK_EQUAL(view.count(), std::size_t(0));
}

TEST(given_a_path_that_is_no_list_then_the_model_says_why_it_is_empty) {
    Fixture fixture;
    const adit::GtkListModel model(fixture.core, "/nowhere");
    Fixture::settle();
    CHECK_EQUAL(g_list_model_get_n_items(model.list()), 0U);
    CHECK(has(model.error(), "nowhere"));
}

int main(int count, char **words) {
    read_changes(count, words);
    return run_tests();
}
