#pragma once

#include <QListWidget>

namespace lensboard::widgets {

/// All that is wrong, a line each, for going there by mouse or keyboard; hidden while there is nothing.
class ProblemList final : public QListWidget
{
    Q_OBJECT

public:
    explicit ProblemList(QWidget *parent = nullptr);

    void setProblems(const QStringList &problems);
    QStringList problems() const;

Q_SIGNALS:
    /// By a click, or Enter.
    void chosen(std::size_t problem);
};

} // namespace lensboard::widgets
