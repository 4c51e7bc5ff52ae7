#pragma once

#include <QListWidget>

namespace lensboard::widgets {

/// List of all problems, one per line, to jump to by mouse or keyboard; hidden if empty.
class ProblemList final : public QListWidget
{
    Q_OBJECT

public:
    explicit ProblemList(QWidget *parent = nullptr);

    void setProblems(const QStringList &problems);
    QStringList problems() const;

Q_SIGNALS:
    /// Emitted after a click, or Enter.
    void chosen(std::size_t problem);
};

} // namespace lensboard::widgets
