#include "widgets/forms/problem_list.h"

#include "widgets/control_icon.h"
#include "widgets/row_delegate.h"

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kFewestProblems = 2;
constexpr int kMaxProblems = 6;

} // namespace

ProblemList::ProblemList(QWidget *parent) : QListWidget(parent)
{
    setObjectName(QStringLiteral("problems"));
    setAccessibleName(tr("Problems"));
    setItemDelegate(new RowDelegate(this));
    setUniformItemSizes(true);
    setIconSize({fontMetrics().height(), fontMetrics().height()});
    const auto choose = [this](const QListWidgetItem *item) { Q_EMIT chosen(static_cast<std::size_t>(row(item))); };
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, choose);
    hide();
}

void ProblemList::setProblems(const QStringList &problems)
{
    while (count() > problems.size())
        delete takeItem(count() - 1);
    while (count() < problems.size())
        addItem(new QListWidgetItem(controlIcon(ControlIcon::Warning), QString()));
    for (int i = 0; i < count(); ++i) {
        item(i)->setText(problems[i]);
        item(i)->setToolTip(problems[i]);
    }
    if (count() > 0)
        setFixedHeight(std::clamp(count(), kFewestProblems, kMaxProblems) * sizeHintForRow(0) + 2 * frameWidth());
    setVisible(count() > 0);
}

QStringList ProblemList::problems() const
{
    QStringList texts;
    for (int i = 0; i < count(); ++i)
        texts << item(i)->text();
    return texts;
}

} // namespace lensboard::widgets
