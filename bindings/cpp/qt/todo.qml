import QtQuick
import QtQuick.Controls

ApplicationWindow {
    width: 420
    height: 640
    visible: true
    title: qsTr("To do")

    header: TextField {
        placeholderText: qsTr("What is to be done?")
        focus: true
        onAccepted: {
            todo.add(text)
            clear()
        }
    }

    ListView {
        id: list
        anchors.fill: parent
        clip: true
        model: items
        reuseItems: true
        keyNavigationEnabled: true
        ScrollBar.vertical: ScrollBar { policy: ScrollBar.AlwaysOn }

        delegate: ItemDelegate {
            id: row
            required property int index
            required property var model
            // A row that is not known yet has no id.
            readonly property bool isKnown: model.id !== undefined
            width: list.width - 16
            height: 40
            highlighted: ListView.isCurrentItem
            onClicked: list.currentIndex = index

            CheckBox {
                id: box
                anchors.verticalCenter: parent.verticalCenter
                enabled: row.isKnown
                checked: row.model.completed ?? false
                Accessible.name: row.model.text ?? ""
                onClicked: todo.check(row.model.id, checked)
            }
            Label {
                anchors { left: box.right; right: button.left; verticalCenter: parent.verticalCenter }
                elide: Text.ElideRight
                text: row.model.text ?? "…"
                font.strikeout: row.model.completed ?? false
            }
            ToolButton {
                id: button
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                enabled: row.isKnown
                text: "×"
                Accessible.name: qsTr("Delete %1").arg(row.model.text ?? "")
                onClicked: todo.remove(row.model.id)
            }
        }
    }

    footer: Label {
        padding: 8
        text: qsTr("Items: %1").arg(list.count)
    }
}
