#include "widgets/board/label_button.h"

#include "widgets/core_words.h"

#include <QMenu>

namespace lensboard::widgets {

LabelButton::LabelButton(QWidget *parent) : QToolButton(parent)
{
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setPopupMode(QToolButton::InstantPopup);
    setToolTip(tr("Shown line"));
    setMenu(new QMenu(this));
    hide();
}

void LabelButton::offer(const QStringList &labels, const QString &shown, bool canShowAll)
{
    setVisible(labels.size() > 1);
    menu()->clear();
    if (labels.size() < 2)
        return;
    const QString now = shown.isEmpty() || labels.contains(shown) ? shown : QString();
    if (canShowAll)
        addChoice(tr("All lines"), {}, now.isEmpty());
    for (const QString &label : labels)
        addChoice(termText(label), label, label == now || (now.isEmpty() && !canShowAll && label == labels.front()));
    setAccessibleName(tr("Shows %1; choose another line").arg(text()));
}

void LabelButton::addChoice(const QString &text, const QString &label, bool isShown)
{
    QAction *choice = menu()->addAction(text, this, [this, label] { Q_EMIT labelChosen(label); });
    choice->setCheckable(true);
    choice->setChecked(isShown);
    if (isShown)
        setText(text);
}

} // namespace lensboard::widgets
