#pragma once

#include <QLineEdit>
#include <QRegularExpression>

class QAbstractItemView;

namespace lensboard::widgets {

/// Search field of a list. Escape clears it; Down and Enter move to the results.
class SearchField final : public QLineEdit
{
    Q_OBJECT

public:
    /// \p view shows the results.
    SearchField(const QString &placeholder, QAbstractItemView *view, QWidget *parent = nullptr);

    /// Returns a pattern that matches all words of \p text, in any order, ignoring case.
    static QRegularExpression wordsPattern(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QAbstractItemView *m_view;
};

} // namespace lensboard::widgets
