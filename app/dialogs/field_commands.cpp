#include "app/dialogs/field_commands.h"

#include "widgets/board/plot_board.h"
#include "widgets/forms/json_editor.h"
#include "widgets/key_names.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <functional>

namespace lensboard::app {

namespace {

class FieldCommands
{
    Q_DECLARE_TR_FUNCTIONS(FieldCommands)

public:
    FieldCommands(QWidget &page, const std::vector<MenuAction> &menus) : m_page(page)
    {
        for (const MenuAction &known : menus)
            m_known.insert(known.name().toCaseFolded());
    }

    std::vector<MenuAction> all()
    {
        for (const QLabel *label : m_page.findChildren<QLabel *>())
            if (label->buddy())
                m_labels.insert(label->buddy(), label->text());
        for (QWidget *control : m_page.findChildren<QWidget *>())
            add(control);
        return std::move(m_commands);
    }

private:
    void add(QWidget *control)
    {
        if (auto *tabs = qobject_cast<QTabWidget *>(control))
            return addPanels(tabs);
        if (!isReachable(*control))
            return;
        if (auto *button = qobject_cast<QAbstractButton *>(control); button && !qobject_cast<QCheckBox *>(control))
            addButton(button);
        else if (isField(*control))
            addField(control);
    }

    static bool isField(const QWidget &control)
    {
        return qobject_cast<const QLineEdit *>(&control) || qobject_cast<const QComboBox *>(&control)
            || qobject_cast<const QAbstractSpinBox *>(&control) || qobject_cast<const QCheckBox *>(&control)
            || qobject_cast<const QPlainTextEdit *>(&control)
            || (qobject_cast<const QAbstractSlider *>(&control) && !qobject_cast<const QScrollBar *>(&control));
    }

    /// Returns true if \p control is enabled, and visible once its tab is shown.
    bool isReachable(const QWidget &control) const
    {
        if (!control.isEnabled() || control.objectName().startsWith(QLatin1String("qt_")))
            return false;
        for (const QWidget *widget = &control; widget != &m_page; widget = widget->parentWidget()) {
            const QWidget *parent = widget->parentWidget();
            const bool isTab = qobject_cast<const QStackedWidget *>(parent) && qobject_cast<const QTabWidget *>(parent->parentWidget());
            if (!parent || (widget->isHidden() && !isTab) || widget->isWindow())
                return false;
            if (qobject_cast<const widgets::PlotBoard *>(parent) || isComposed(*parent))
                return false;
        }
        return true;
    }

    /// Returns true for controls made of other controls.
    static bool isComposed(const QWidget &parent)
    {
        return qobject_cast<const QComboBox *>(&parent) || qobject_cast<const QAbstractSpinBox *>(&parent)
            || qobject_cast<const QLineEdit *>(&parent) || qobject_cast<const QTabBar *>(&parent) || parent.inherits("QHeaderView");
    }

    /// Names of the form parts that contain \p control.
    static QStringList partsOf(const QWidget &control)
    {
        QStringList parts;
        for (const QWidget *widget = control.parentWidget(); widget; widget = widget->parentWidget())
            if (qobject_cast<const widgets::JsonEditor *>(widget) && !widget->objectName().isEmpty())
                parts.prepend(widgets::keyName(widget->objectName().toStdString()));
        parts.removeAll(QString());
        return parts;
    }

    void addPanels(QTabWidget *tabs)
    {
        static const QRegularExpression kCount(QStringLiteral(" \\(\\d+\\)$")); // "Health (2)"
        for (int i = 0; i < tabs->count(); ++i)
            put({tr("Go to Panel")}, tr("Show %1").arg(withoutMnemonic(tabs->tabText(i)).remove(kCount)), QStringLiteral("panel tab show Reiter Ansicht zeigen"),
                tabs->tabToolTip(i), tabs->widget(i), [panel = tabs->widget(i)] {
                    reveal(*panel);
                    panel->setFocus(Qt::OtherFocusReason);
                });
    }

    void addField(QWidget *field)
    {
        QString label = withoutMnemonic(m_labels.value(field)).trimmed();
        if (label.endsWith(':'))
            label.chop(1);
        if (const auto *box = qobject_cast<const QCheckBox *>(field))
            label = withoutMnemonic(box->text());
        const QString own = field->accessibleName();
        const bool isSearch = label.isEmpty() && qobject_cast<QLineEdit *>(field);
        if (label.isEmpty())
            label = own;
        if (label.isEmpty())
            return;
        put(QStringList(tr("Go to Field")) + partsOf(*field), isSearch ? label : tr("Set %1").arg(label), own + ' ' + field->objectName(),
            field->toolTip(), field, [field] {
                reveal(*field);
                field->setFocus(Qt::OtherFocusReason);
                if (auto *text = qobject_cast<QLineEdit *>(field))
                    text->selectAll();
                else if (auto *number = qobject_cast<QAbstractSpinBox *>(field))
                    number->selectAll();
            });
    }

    void addButton(QAbstractButton *button)
    {
        const QString words = withoutMnemonic(button->text());
        const QString name = words.size() > 2 || button->accessibleName().isEmpty() ? words : button->accessibleName(); // symbols are no words
        if (name.isEmpty() || button->focusPolicy() == Qt::NoFocus)
            return;
        const auto *withMenu = qobject_cast<QPushButton *>(button);
        const auto *tool = qobject_cast<QToolButton *>(button);
        if (QMenu *menu = withMenu ? withMenu->menu() : tool ? tool->menu() : nullptr) {
            for (MenuAction &inner : menuActions(*menu, {name}))
                m_commands.push_back(std::move(inner));
            return;
        }
        put({tr("Press Button")}, name, button->accessibleName() + ' ' + button->objectName(), button->toolTip(), button, [button] {
            reveal(*button);
            button->click();
        });
    }

    void put(const QStringList &path, const QString &name, const QString &keywords, const QString &tip, const QObject *target,
             const std::function<void()> &act)
    {
        if (m_known.contains(name.toCaseFolded()))
            return;
        auto *action = new QAction(QString(name).replace('&', QLatin1String("&&")));
        action->setToolTip(QTextDocumentFragment::fromHtml(tip).toPlainText());
        QObject::connect(action, &QAction::triggered, target, act);
        m_commands.push_back({path, action, keywords});
    }

    /// Shows the tabs that contain \p widget, and scrolls to it.
    static void reveal(QWidget &widget)
    {
        for (QWidget *inner = &widget, *outer = widget.parentWidget(); outer; inner = outer, outer = outer->parentWidget())
            if (auto *stack = qobject_cast<QStackedWidget *>(outer))
                if (auto *tabs = qobject_cast<QTabWidget *>(stack->parentWidget()))
                    tabs->setCurrentWidget(inner);
        for (QWidget *outer = widget.parentWidget(); outer; outer = outer->parentWidget())
            if (auto *scroll = qobject_cast<QScrollArea *>(outer))
                scroll->ensureWidgetVisible(&widget);
    }

    QWidget &m_page;
    QSet<QString> m_known; ///< names of menu actions
    QHash<const QWidget *, QString> m_labels;
    std::vector<MenuAction> m_commands;
};

} // namespace

std::vector<MenuAction> fieldCommands(QWidget &page, const std::vector<MenuAction> &menus)
{
    return FieldCommands(page, menus).all();
}

} // namespace lensboard::app
