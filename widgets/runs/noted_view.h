#pragma once

#include <QLabel>
#include <QStackedWidget>

namespace lensboard::widgets {

/// A view, or a message on its requirements in its place.
class NotedView final : public QStackedWidget
{
public:
    explicit NotedView(QWidget *view, QWidget *parent = nullptr) : QStackedWidget(parent), m_note(new QLabel(this))
    {
        m_note->setObjectName("insightNote");
        m_note->setAlignment(Qt::AlignCenter);
        m_note->setWordWrap(true);
        addWidget(view);
        addWidget(m_note);
    }

    /// Shows \p note; if empty, shows the view.
    void setNote(const QString &note)
    {
        m_note->setText(note);
        setCurrentIndex(note.isEmpty() ? 0 : 1);
    }

private:
    QLabel *m_note;
};

} // namespace lensboard::widgets
