#pragma once

#include <QStringList>
#include <QToolButton>

namespace lensboard::widgets {

/// Says which of a tag's lines a plot shows that has room for one of them, and lets the user choose another.
class LabelButton final : public QToolButton
{
    Q_OBJECT

public:
    explicit LabelButton(QWidget *parent = nullptr);

    /// Hidden if there is nothing to choose. \p shown is empty where all lines are, which can be chosen if \p canShowAll.
    void offer(const QStringList &labels, const QString &shown, bool canShowAll);

Q_SIGNALS:
    /// Empty: all lines.
    void labelChosen(const QString &label);

private:
    void addChoice(const QString &text, const QString &label, bool isShown);
};

} // namespace lensboard::widgets
