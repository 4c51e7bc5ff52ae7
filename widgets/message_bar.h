#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace lensboard::widgets {

/// A strip along the lower edge of its parent that shows the last message until the user closes it. The tool tip lists earlier
/// messages, and a counter shows their number. The strip is in no layout: it overlaps the parent, so nothing moves when it
/// appears.
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Notice, Warning };

    explicit MessageBar(QWidget *parent = nullptr);
    /// Shows \p message. Offers to open the folder of \p file unless empty.
    void report(Kind kind, const QString &message, const QString &file = {});
    void clear();
    /// Moves the bar to the lower edge of \p area, with its messages.
    void setOver(QWidget *area);
    QStringList messages() const { return m_messages; }

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void drawIcon();
    void place();

    Kind m_kind = Kind::Notice; ///< of the last message
    QLabel *m_icon;
    QLabel *m_text;
    QToolButton *m_open;
    QStringList m_messages;
    QString m_file; ///< of the last message
};

} // namespace lensboard::widgets
