/**
 * @file Cores in a program with GLib, for C++17: a core that is driven by the main loop, and a list of its state as a
 * GListModel for GTK 4, of any length. It needs GIO alone (pkg-config: gio-unix-2.0).
 *
 *     adit::JsonCore core("todo");
 *     adit::GtkDriver driver(core);
 *     adit::GtkListModel open(core, "/view/open");
 *     gtk_list_view_set_model(view, GTK_SELECTION_MODEL(gtk_single_selection_new(G_LIST_MODEL(g_object_ref(open.list())))));
 *
 * All of it is for the thread of the main loop; the core outlives drivers and models.
 */
#ifndef ADIT_GTK_HPP
#define ADIT_GTK_HPP

#include "adit_list.hpp"

#include <gio/gio.h>
#include <glib-unix.h>

#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace adit {

class GtkListModel;

namespace detail {

// These are C's, and are defined in each file that includes this; their types are registered once.
struct GtkRow {
    GObject parent;
    json *value;
};
struct GtkList {
    GObject parent;
    GtkListModel *model;
};

inline GType gtk_row_type() noexcept {
    static const GType type = [] {
        const auto begin = [](gpointer of, gpointer) {
            const auto object = static_cast<GObjectClass *>(of);
            object->finalize = [](GObject *row) {
                delete reinterpret_cast<GtkRow *>(row)->value;
                static_cast<GObjectClass *>(g_type_class_peek(G_TYPE_OBJECT))->finalize(row);
            };
            object->get_property = [](GObject *row, guint, GValue *result, GParamSpec *) {
                const json *value = reinterpret_cast<GtkRow *>(row)->value;
                g_value_set_string(result, value != nullptr ? value->dump().c_str() : nullptr);
            };
            g_object_class_install_property(
                object, 1, g_param_spec_string("value", nullptr, nullptr, nullptr, static_cast<GParamFlags>(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS)));
        };
        return g_type_register_static_simple(G_TYPE_OBJECT, g_intern_static_string("AditGtkRow"), sizeof(GObjectClass), begin,
                                             sizeof(GtkRow), nullptr, static_cast<GTypeFlags>(0));
    }();
    return type;
}

inline GType gtk_list_type() noexcept;

} // namespace detail

/** The value of an item of a GtkListModel; NULL if the row is not known yet: `notify::value` says when it is, or is another. */
inline const json *gtk_row_value(gpointer item) noexcept {
    return static_cast<const detail::GtkRow *>(item)->value;
}

/**
 * Drives a core by the default main loop, whenever it has work.
 *
 * What its functions throw, and errors of the core, go to `on_error`, which prints them by default.
 */
class GtkDriver {
  public:
    explicit GtkDriver(JsonCore &core, std::function<void(const std::exception &)> on_error = {})
        : driver_(core, std::move(on_error)), source_(g_unix_fd_add(driver_.descriptor(), G_IO_IN, drive, this)) {}
    ~GtkDriver() {
        if (source_ != 0)
            g_source_remove(source_);
    }
    GtkDriver(const GtkDriver &) = delete;
    GtkDriver &operator=(const GtkDriver &) = delete;

  private:
    static gboolean drive(gint, GIOCondition, gpointer of) {
        const auto driver = static_cast<GtkDriver *>(of);
        if (driver->driver_.drive())
            return G_SOURCE_CONTINUE;
        driver->source_ = 0;
        return G_SOURCE_REMOVE;
    }

    detail::Driver driver_;
    guint source_;
};

/**
 * A list of a core's state: a table, an array or a view of it, at a path.
 *
 * It knows the rows that views ask for, and some around them (`limit`), and follows those alone; the items of others have no
 * value until then. A change of the list is a change of its rows, so views keep what they show and what is selected.
 */
class GtkListModel {
  public:
    /** @param limit how many rows are known: more than a view makes widgets for, which GTK does for about 200 */
    GtkListModel(JsonCore &core, const std::string &path, int limit = 400)
        : core_(core), wanted_(limit), list_(static_cast<detail::GtkList *>(g_object_new(detail::gtk_list_type(), nullptr))) {
        list_->model = this;
        mirror_ = core.follow(path, [this](const Mirror &mirror) { take(mirror); }, {{"from", 0}, {"limit", limit}});
    }
    ~GtkListModel() {
        try {
            core_.unfollow(mirror_);
        } catch (const std::exception &) { // the core has closed
        }
        if (source_ != 0)
            g_source_remove(source_);
        // The list may be held by views: it is empty from now on.
        const auto count = n_items();
        list_->model = nullptr;
        if (count > 0)
            g_list_model_items_changed(list(), 0, count, 0);
        for (const auto &item : items_)
            g_object_unref(item.second);
        g_object_unref(list_);
    }
    GtkListModel(const GtkListModel &) = delete;
    GtkListModel &operator=(const GtkListModel &) = delete;

    /** The model for views, which take a reference of their own. Its items are for gtk_row_value. */
    GListModel *list() const noexcept {
        return reinterpret_cast<GListModel *>(list_);
    }
    /** Why the core refused to follow the list; empty if it did not. */
    const std::string &error() const noexcept {
        return mirror_->error();
    }

    /* No API: the functions of GListModel. */
    guint n_items() const noexcept {
        return static_cast<guint>(std::min<std::int64_t>(rows_.count(), G_MAXUINT));
    }
    gpointer item(guint position) {
        if (position >= n_items())
            return nullptr;
        detail::GtkRow *&row = items_[position];
        if (row == nullptr) {
            row = static_cast<detail::GtkRow *>(g_object_new(detail::gtk_row_type(), nullptr));
            if (const json *value = rows_.row(position))
                row->value = new json(*value);
        }
        if (rows_.row(position) == nullptr)
            ask_for(position);
        return g_object_ref(row);
    }

  private:
    using Items = std::map<std::int64_t, detail::GtkRow *>;

    void take(const Mirror &mirror) {
        forget_unused();
        rows_.update(mirror, [](const RowChange &) {}, [this](const RowChange &change) {
            const guint first = static_cast<guint>(change.first), count = static_cast<guint>(change.count);
            switch (change.kind) {
            case RowChange::Kind::insert:
                shift(change.first, change.count);
                return g_list_model_items_changed(list(), first, 0, count);
            case RowChange::Kind::remove:
                remove(change.first, change.count);
                return g_list_model_items_changed(list(), first, count, 0);
            case RowChange::Kind::update:
                return refresh(items_.lower_bound(change.first), items_.lower_bound(change.first + change.count));
            }
        });
        // What has left the window is not known any more.
        refresh(items_.begin(), items_.lower_bound(rows_.first()));
        refresh(items_.lower_bound(rows_.first() + rows_.size()), items_.end());
    }

    void refresh(Items::iterator item, Items::iterator end) {
        // A view may ask for items meanwhile.
        std::vector<detail::GtkRow *> changed;
        for (; item != end; item++) {
            const json *value = rows_.row(item->first);
            if (value == nullptr && item->second->value == nullptr)
                continue;
            delete std::exchange(item->second->value, value != nullptr ? new json(*value) : nullptr);
            changed.push_back(static_cast<detail::GtkRow *>(g_object_ref(item->second)));
        }
        for (detail::GtkRow *row : changed) {
            g_object_notify(reinterpret_cast<GObject *>(row), "value");
            g_object_unref(row);
        }
    }

    void shift(std::int64_t first, std::int64_t count) {
        Items shifted;
        for (auto item = items_.lower_bound(first); item != items_.end(); item = items_.erase(item))
            shifted[item->first + count] = item->second;
        items_.merge(shifted);
    }

    void remove(std::int64_t first, std::int64_t count) {
        for (auto item = items_.lower_bound(first); item != items_.end() && item->first < first + count; item = items_.erase(item))
            g_object_unref(item->second);
        shift(first + count, -count);
    }

    /* Items that no view holds. */
    void forget_unused() {
        for (auto item = items_.begin(); item != items_.end();) {
            if (item->second->parent.ref_count > 1) {
                item++;
            } else {
                g_object_unref(item->second);
                item = items_.erase(item);
            }
        }
    }

    /* The window moves once a view has asked for all that it shows. */
    void ask_for(std::int64_t row) {
        if (!wanted_.add(row))
            return;
        source_ = g_idle_add(
            [](gpointer of) -> gboolean {
                const auto model = static_cast<GtkListModel *>(of);
                model->source_ = 0;
                model->wanted_.move(model->core_, model->mirror_, model->rows_);
                return G_SOURCE_REMOVE;
            },
            this);
    }

    JsonCore &core_;
    WantedRows wanted_;
    detail::GtkList *list_;
    ListWindow rows_{};
    std::shared_ptr<const Mirror> mirror_{};
    Items items_{}; // that views have asked for, by their positions
    guint source_ = 0;
};

inline GType detail::gtk_list_type() noexcept {
    static const GType type = [] {
        const GType made = g_type_register_static_simple(G_TYPE_OBJECT, g_intern_static_string("AditGtkList"), sizeof(GObjectClass),
                                                         nullptr, sizeof(GtkList), nullptr, static_cast<GTypeFlags>(0));
        const GInterfaceInfo functions_of_list = {
            [](gpointer of, gpointer) {
                const auto functions = static_cast<GListModelInterface *>(of);
                functions->get_item_type = [](GListModel *) { return gtk_row_type(); };
                functions->get_n_items = [](GListModel *list) {
                    const GtkListModel *model = reinterpret_cast<GtkList *>(list)->model;
                    return model != nullptr ? model->n_items() : 0;
                };
                functions->get_item = [](GListModel *list, guint position) -> gpointer {
                    GtkListModel *model = reinterpret_cast<GtkList *>(list)->model;
                    return model != nullptr ? model->item(position) : nullptr;
                };
            },
            nullptr, nullptr};
        g_type_add_interface_static(made, G_TYPE_LIST_MODEL, &functions_of_list);
        return made;
    }();
    return type;
}

} // namespace adit

#endif
