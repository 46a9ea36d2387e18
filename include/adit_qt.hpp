/**
 * @file Cores in a program with Qt 6, for C++17: a core that is driven by the event loop, and a list of its state as a model
 * for views, of any length.
 *
 *     adit::JsonCore core("todo");
 *     adit::QtDriver driver(core);
 *     adit::QtListModel open(core, "/view/open", {"text", "completed"});
 *     view.setModel(&open);
 *
 * All of it is for the thread of the event loop; the core outlives drivers and models. Without Q_OBJECT: nothing has to be
 * compiled by moc.
 */
#ifndef ADIT_QT_HPP
#define ADIT_QT_HPP

#include "adit_list.hpp"

#include <QAbstractListModel>
#include <QByteArray>
#include <QHash>
#include <QSocketNotifier>
#include <QString>
#include <QTimer>
#include <QVariant>

#include <functional>
#include <limits>
#include <memory>
#include <utility>

namespace adit {

/** A value of JSON as Qt has it: numbers are `qlonglong`, `qulonglong` or `double`; null is an invalid QVariant. */
inline QVariant to_qt(const json &value) {
    switch (value.type()) {
    case json::value_t::boolean:
        return value.get<bool>();
    case json::value_t::number_integer:
        return static_cast<qlonglong>(value.get<std::int64_t>());
    case json::value_t::number_unsigned:
        return static_cast<qulonglong>(value.get<std::uint64_t>());
    case json::value_t::number_float:
        return value.get<double>();
    case json::value_t::string: {
        const std::string &text = value.get_ref<const std::string &>();
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    case json::value_t::array: {
        QVariantList list;
        for (const json &element : value)
            list.append(to_qt(element));
        return list;
    }
    case json::value_t::object: {
        QVariantMap map;
        for (const auto &member : value.items())
            map.insert(QString::fromStdString(member.key()), to_qt(member.value()));
        return map;
    }
    default:
        return {};
    }
}

/**
 * Drives a core by Qt's event loop, whenever it has work.
 *
 * What its functions throw, and errors of the core, go to `on_error`, which prints them by default.
 */
class QtDriver {
  public:
    explicit QtDriver(JsonCore &core, std::function<void(const std::exception &)> on_error = {})
        : driver_(core, std::move(on_error)), notifier_(driver_.descriptor(), QSocketNotifier::Read) {
        QObject::connect(&notifier_, &QSocketNotifier::activated, &notifier_,
                         [this] { notifier_.setEnabled(driver_.drive()); });
    }
    QtDriver(const QtDriver &) = delete;
    QtDriver &operator=(const QtDriver &) = delete;

  private:
    detail::Driver driver_;
    QSocketNotifier notifier_; // ends before its descriptor is closed
};

/**
 * A list of a core's state: a table, an array or a view of it, at a path.
 *
 * It knows the rows that views ask for, and some around them (`limit`), and follows those alone; the others have no data until
 * they are asked for. It is never reset: a change of the list is a change of its rows, so views keep what they show, what
 * is selected and where they are.
 */
class QtListModel : public QAbstractListModel {
  public:
    /** The value of a row as a whole. */
    static constexpr int row_role = Qt::UserRole;

    /**
     * @param path of the list, such as "/items"
     * @param members the members of a row's value that are roles, by their names, also in QML; the first one is what a view
     * displays. The role `row` is the value as a whole.
     * @param limit how many rows are known: more than are visible
     */
    QtListModel(JsonCore &core, const std::string &path, std::vector<std::string> members = {}, int limit = 200,
                QObject *parent = nullptr)
        : QAbstractListModel(parent), core_(core), members_(std::move(members)), wanted_(limit) {
        mirror_ = core.follow(path, [this](const Mirror &mirror) { take(mirror); }, {{"from", 0}, {"limit", limit}});
    }
    ~QtListModel() override {
        try {
            core_.unfollow(mirror_);
        } catch (const std::exception &) { // the core has closed
        }
    }
    QtListModel(const QtListModel &) = delete;
    QtListModel &operator=(const QtListModel &) = delete;

    /** Why the core refused to follow the list; empty if it did not. */
    QString error() const {
        return QString::fromStdString(mirror_->error());
    }

    int rowCount(const QModelIndex &parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(std::min<std::int64_t>(rows_.count(), std::numeric_limits<int>::max()));
    }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override {
        const int member = role - row_role - 1, count = static_cast<int>(members_.size());
        if (!index.isValid() || (role != Qt::DisplayRole && (role < row_role || member >= count)))
            return {};
        const json *row = rows_.row(index.row());
        if (row == nullptr) {
            if (wanted_.add(index.row()))
                QTimer::singleShot(0, this, [this] { wanted_.move(core_, mirror_, rows_); });
            return {};
        }
        if (role == row_role || (role == Qt::DisplayRole && (members_.empty() || !row->is_object())))
            return to_qt(*row);
        const auto found = row->find(members_[static_cast<std::size_t>(std::max(member, 0))]);
        return found != row->end() ? to_qt(*found) : QVariant();
    }

    QHash<int, QByteArray> roleNames() const override {
        QHash<int, QByteArray> names = QAbstractListModel::roleNames();
        names.insert(row_role, "row");
        int role = row_role;
        for (const std::string &member : members_)
            names.insert(++role, QByteArray::fromStdString(member));
        return names;
    }

  private:
    void take(const Mirror &mirror) {
        rows_.update(
            mirror,
            [this](const RowChange &change) {
                const int first = static_cast<int>(change.first), last = static_cast<int>(change.first + change.count - 1);
                if (change.kind == RowChange::Kind::insert)
                    beginInsertRows({}, first, last);
                else if (change.kind == RowChange::Kind::remove)
                    beginRemoveRows({}, first, last);
            },
            [this](const RowChange &change) {
                switch (change.kind) {
                case RowChange::Kind::insert:
                    return endInsertRows();
                case RowChange::Kind::remove:
                    return endRemoveRows();
                case RowChange::Kind::update:
                    Q_EMIT dataChanged(index(static_cast<int>(change.first)),
                                     index(static_cast<int>(change.first + change.count - 1)));
                }
            });
    }

    JsonCore &core_;
    std::vector<std::string> members_;
    mutable WantedRows wanted_;
    ListWindow rows_{};
    std::shared_ptr<const Mirror> mirror_{};
};

} // namespace adit

#endif
