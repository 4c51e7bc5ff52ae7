#pragma once

#include <QLineEdit>
#include <QRegularExpression>

class QAbstractItemView;

namespace lensboard::widgets {

/// Where one types what a list is to show. Escape clears it, Down and Enter go to what was found.
class SearchField final : public QLineEdit
{
    Q_OBJECT

public:
    /// \p view shows what is found.
    SearchField(const QString &placeholder, QAbstractItemView *view, QWidget *parent = nullptr);

    /// Matches what has all words of \p text, in any order and case.
    static QRegularExpression wordsPattern(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QAbstractItemView *m_view;
};

} // namespace lensboard::widgets
