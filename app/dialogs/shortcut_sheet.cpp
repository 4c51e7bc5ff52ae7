#include "app/dialogs/shortcut_sheet.h"

#include "app/actions/menu_actions.h"
#include "app/theme.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QLineEdit>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QScreen>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

using widgets::Gesture;
using widgets::GestureGroup;

namespace {

constexpr int kMaxColumns = 3, kPaperColumns = 2;
constexpr int kColumnInLetters = 56, kLines = 44;
constexpr double kMaxOfScreen = 0.9;

/// Returns one group for each menu, including its submenus.
QList<GestureGroup> shortcutsOf(const QMenuBar &bar)
{
    QList<GestureGroup> groups;
    for (const MenuAction &found : menuActions(bar)) {
        if (found.shortcut().isEmpty() || found.menus.isEmpty())
            continue;
        if (groups.isEmpty() || groups.back().place != found.menus.front())
            groups << GestureGroup{found.menus.front(), {}};
        const QStringList within = found.menus.mid(1) + QStringList(found.name());
        groups.back().gestures << Gesture{found.shortcut(), within.join(QStringLiteral(" › "))};
    }
    return groups + widgets::gestures();
}

QString html(const GestureGroup &group, const QPalette &palette)
{
    QString rows = QStringLiteral("<tr><td colspan=2><b>%1</b></td></tr>").arg(group.place.toHtmlEscaped());
    for (const Gesture &gesture : group.gestures)
        rows += QStringLiteral("<tr><td>%1</td><td align=right style='color:%3; white-space:nowrap'>%2</td></tr>")
                    .arg(gesture.effect.toHtmlEscaped(), gesture.input.toHtmlEscaped().replace("; ", "<br>"), palette.color(QPalette::Link).name());
    return QStringLiteral("<table width=100% cellpadding=3>%1</table><p></p>").arg(rows);
}

} // namespace

ShortcutSheet::ShortcutSheet(const QMenuBar &bar, QWidget *parent)
    : QDialog(parent), m_groups(shortcutsOf(bar)), m_search(new QLineEdit(this)), m_sheet(new QTextBrowser(this))
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_search->setPlaceholderText(tr("Search shortcuts"));
    m_search->setAccessibleName(tr("Search shortcuts"));
    m_search->setClearButtonEnabled(true);
    m_search->setObjectName("search");
    m_sheet->setAccessibleName(tr("Shortcuts by menu"));
    m_sheet->setObjectName("sheet");
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *print = buttons->addButton(tr("&Print …"), QDialogButtonBox::ActionRole);
    print->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_sheet, 1);
    layout->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, &ShortcutSheet::layOut);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(print, &QPushButton::clicked, this, &ShortcutSheet::print);
    const int letter = fontMetrics().averageCharWidth();
    const QSize wanted((kMaxColumns * kColumnInLetters + 4) * letter, kLines * fontMetrics().height());
    resize(wanted.boundedTo(screen()->availableSize() * kMaxOfScreen));
}

/// Returns the shortcuts that match the search.
QList<GestureGroup> ShortcutSheet::found() const
{
    const QString typed = m_search->text().trimmed();
    QList<GestureGroup> groups;
    for (GestureGroup group : m_groups) {
        group.gestures.removeIf([&typed](const Gesture &gesture) {
            return !gesture.effect.contains(typed, Qt::CaseInsensitive) && !gesture.input.contains(typed, Qt::CaseInsensitive);
        });
        if (!group.gestures.isEmpty())
            groups << group;
    }
    return groups;
}

/// Distributes the groups in order over columns of similar height.
QString ShortcutSheet::html(int columns, const QPalette &palette) const
{
    const auto rowsOf = [](const GestureGroup &group) { return group.gestures.size() + 2; };
    const QList<GestureGroup> groups = found();
    if (groups.isEmpty())
        return tr("No shortcut contains “%1”.").arg(m_search->text().trimmed().toHtmlEscaped());
    qsizetype total = 0, before = 0, column = 0;
    for (const GestureGroup &group : groups)
        total += rowsOf(group);
    QStringList cells(columns);
    for (const GestureGroup &group : groups) {
        column = std::max(column, std::min<qsizetype>(columns - 1, (before + rowsOf(group) / 2) * columns / total));
        cells[column] += app::html(group, palette);
        before += rowsOf(group);
    }
    QString row;
    for (const QString &cell : cells)
        row += QStringLiteral("<td width=%1% valign=top style='padding-right:24px'>%2</td>").arg(100 / columns).arg(cell);
    return QStringLiteral("<table width=100%><tr>%1</tr></table>").arg(row);
}

void ShortcutSheet::layOut()
{
    const int columns = std::clamp(width() / (kColumnInLetters * fontMetrics().averageCharWidth()), 1, kMaxColumns);
    m_sheet->setHtml(html(columns, palette()));
}

void ShortcutSheet::print()
{
    QPrinter printer;
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    QTextDocument paper;
    paper.setHtml(html(kPaperColumns, lightPalette()));
    paper.print(&printer);
}

void ShortcutSheet::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    layOut();
}

void ShortcutSheet::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
}

} // namespace lensboard::app
