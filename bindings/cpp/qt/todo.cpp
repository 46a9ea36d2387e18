// The list of todo, in QML: todo [STORE]
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQmlContext>
#include <adit_qt.hpp>

/* What the window asks of the core. */
class Todo : public QObject {
    Q_OBJECT
  public:
    explicit Todo(adit::JsonCore &core) : core_(core) {}

    Q_INVOKABLE void add(const QString &text) {
        ask("add", {{"item", {{"text", text.toStdString()}}}});
    }
    Q_INVOKABLE void check(const QString &id, bool isChecked) {
        ask(isChecked ? "check" : "uncheck", {{"id", id.toStdString()}});
    }
    Q_INVOKABLE void remove(const QString &id) {
        ask("delete", {{"id", id.toStdString()}});
    }

  private:
    void ask(const char *request, const adit::json &body) {
        core_.send({{"todo", {{"request", {{request, body}}}}}});
    }

    adit::JsonCore &core_;
};

int main(int count, char **words) {
    QGuiApplication application(count, words);
    try {
        adit::Host host;
        if (count > 1)
            host.config["store"] = {{"path", words[1]}};
        adit::JsonCore core("todo", std::move(host));
        const adit::QtDriver driver(core);
        adit::QtListModel items(core, "/items", {"text", "completed", "id"});
        Todo todo(core);
        QQmlApplicationEngine engine;
        engine.rootContext()->setContextProperty("items", &items);
        engine.rootContext()->setContextProperty("todo", &todo);
        engine.load(QStringLiteral("qrc:/todo.qml"));
        return engine.rootObjects().isEmpty() ? 1 : QGuiApplication::exec();
    } catch (const adit::Error &error) {
        std::cerr << "todo: " << error.what() << '\n';
        return 1;
    }
}

#include "todo.moc"
