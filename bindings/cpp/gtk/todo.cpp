// The list of todo, in GTK: todo [STORE]
#include <adit_gtk.hpp>
#include <gtk/gtk.h>

namespace {

struct Program {
    adit::JsonCore &core;
    adit::GtkListModel &items;

    void ask(const char *request, const adit::json &body) const {
        core.send({{"todo", {{"request", {{request, body}}}}}});
    }
};

std::string text_in(const adit::json *row, const char *member) {
    return row != nullptr ? (*row)[member].get<std::string>() : "";
}

/* Shows what an item has. */
void show(GObject *item, GParamSpec *, gpointer list_item) {
    GtkWidget *box = gtk_list_item_get_child(GTK_LIST_ITEM(list_item)), *check = gtk_widget_get_first_child(box);
    const adit::json *row = adit::gtk_row_value(item);
    gtk_check_button_set_label(GTK_CHECK_BUTTON(check), row != nullptr ? text_in(row, "text").c_str() : "…");
    gtk_check_button_set_active(GTK_CHECK_BUTTON(check), row != nullptr && (*row)["completed"].get<bool>());
    gtk_widget_set_sensitive(box, row != nullptr);
    GtkWidget *remove = gtk_widget_get_last_child(box);
    gtk_accessible_update_property(GTK_ACCESSIBLE(remove), GTK_ACCESSIBLE_PROPERTY_LABEL, ("Delete " + text_in(row, "text")).c_str(), -1);
}

void remove_row(GtkButton *, gpointer list_item) {
    const auto program = static_cast<const Program *>(g_object_get_data(G_OBJECT(list_item), "program"));
    const adit::json *row = adit::gtk_row_value(gtk_list_item_get_item(GTK_LIST_ITEM(list_item)));
    program->ask("delete", {{"id", text_in(row, "id")}});
}

void toggle(GtkCheckButton *check, gpointer list_item) {
    const auto program = static_cast<const Program *>(g_object_get_data(G_OBJECT(list_item), "program"));
    const gpointer item = gtk_list_item_get_item(GTK_LIST_ITEM(list_item));
    const adit::json *row = item != nullptr ? adit::gtk_row_value(item) : nullptr;
    const bool is_checked = gtk_check_button_get_active(check);
    // By the user, not by what the row has become.
    if (row != nullptr && (*row)["completed"] != is_checked)
        program->ask(is_checked ? "check" : "uncheck", {{"id", text_in(row, "id")}});
}

void set_up(GtkSignalListItemFactory *, GtkListItem *item, gpointer program) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *check = gtk_check_button_new(), *remove = gtk_button_new_with_label("×");
    gtk_widget_set_hexpand(check, TRUE);
    gtk_box_append(GTK_BOX(box), check);
    gtk_box_append(GTK_BOX(box), remove);
    g_object_set_data(G_OBJECT(item), "program", program);
    g_signal_connect(check, "toggled", G_CALLBACK(toggle), item);
    g_signal_connect(remove, "clicked", G_CALLBACK(remove_row), item);
    gtk_list_item_set_child(item, box);
}

void bind(GtkSignalListItemFactory *, GtkListItem *item, gpointer) {
    const auto row = static_cast<GObject *>(gtk_list_item_get_item(item));
    g_signal_connect(row, "notify::value", G_CALLBACK(show), item);
    show(row, nullptr, item);
}

void unbind(GtkSignalListItemFactory *, GtkListItem *item, gpointer) {
    g_signal_handlers_disconnect_by_data(gtk_list_item_get_item(item), item);
}

void add(GtkEntry *entry, gpointer program) {
    GtkEntryBuffer *text = gtk_entry_get_buffer(entry);
    static_cast<const Program *>(program)->ask("add", {{"item", {{"text", gtk_entry_buffer_get_text(text)}}}});
    gtk_entry_buffer_set_text(text, "", 0);
}

void show_window(GtkApplication *application, gpointer of) {
    const auto program = static_cast<Program *>(of);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), program);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), nullptr);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), nullptr);
    const auto list = static_cast<GListModel *>(g_object_ref(program->items.list()));
    GtkWidget *view = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_single_selection_new(list)), factory);
    GtkWidget *scrolled = gtk_scrolled_window_new(), *entry = gtk_entry_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "What is to be done?");
    g_signal_connect(entry, "activate", G_CALLBACK(add), program);
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), scrolled);
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_title(GTK_WINDOW(window), "To do");
    gtk_window_set_default_size(GTK_WINDOW(window), 420, 640);
    gtk_window_set_child(GTK_WINDOW(window), box);
    gtk_window_present(GTK_WINDOW(window));
}

} // namespace

int main(int count, char **words) {
    try {
        adit::Host host;
        if (count > 1)
            host.config["store"] = {{"path", words[1]}};
        adit::JsonCore core("todo", std::move(host));
        const adit::GtkDriver driver(core);
        adit::GtkListModel items(core, "/items");
        Program program{core, items};
        GtkApplication *application = gtk_application_new("dev.adit.todo", G_APPLICATION_DEFAULT_FLAGS);
        g_signal_connect(application, "activate", G_CALLBACK(show_window), &program);
        const int status = g_application_run(G_APPLICATION(application), 1, words);
        g_object_unref(application);
        return status;
    } catch (const adit::Error &error) {
        std::cerr << "todo: " << error.what() << '\n';
        return 1;
    }
}
