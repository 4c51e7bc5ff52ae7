#pragma once

#include <QStringList>
#include <QToolButton>

namespace lensboard::widgets {

/// Button for a plot with room for one line of a tag: shows its label and lets the user choose another line.
class LabelButton final : public QToolButton
{
    Q_OBJECT

public:
    explicit LabelButton(QWidget *parent = nullptr);

    /// Hidden if there is nothing to choose. An empty \p shown means that all lines are shown, offered if \p canShowAll.
    void offer(const QStringList &labels, const QString &shown, bool canShowAll);

Q_SIGNALS:
    /// The user chose a label; empty: all lines.
    void labelChosen(const QString &label);

private:
    void addChoice(const QString &text, const QString &label, bool isShown);
};

} // namespace lensboard::widgets
