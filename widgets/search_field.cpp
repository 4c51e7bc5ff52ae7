#include "widgets/search_field.h"

#include <QAbstractItemView>
#include <QKeyEvent>

namespace lensboard::widgets {

SearchField::SearchField(const QString &placeholder, QAbstractItemView *view, QWidget *parent) : QLineEdit(parent), m_view(view)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
}

QRegularExpression SearchField::wordsPattern(const QString &text)
{
    QString pattern;
    for (const QString &word : text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts))
        pattern += QStringLiteral("(?=.*%1)").arg(QRegularExpression::escape(word));
    if (!pattern.isEmpty())
        pattern.prepend('^');
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption
                                           | QRegularExpression::DotMatchesEverythingOption);
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        if (text().isEmpty())
            break;
        return clear();
    case Qt::Key_Down:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_view->setFocus(Qt::OtherFocusReason);
        if (!m_view->selectionModel()->hasSelection()) // the focus makes a row current without selecting it
            m_view->setCurrentIndex(m_view->currentIndex().isValid() ? m_view->currentIndex() : m_view->model()->index(0, 0));
        return;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace lensboard::widgets
