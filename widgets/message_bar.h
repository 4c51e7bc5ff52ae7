#pragma once

#include <QFrame>

class QLabel;

namespace lensboard::widgets {

/// A strip that shows what happened until it is closed. The last message shows; the others are counted and
/// listed in its tool tip.
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Notice, Warning };

    explicit MessageBar(QWidget *parent = nullptr);
    void report(Kind kind, const QString &message);
    void clear();
    QStringList messages() const { return m_messages; }

private:
    QLabel *m_icon;
    QLabel *m_text;
    QStringList m_messages;
};

} // namespace lensboard::widgets
