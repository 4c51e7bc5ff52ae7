#pragma once

#include "core/health/finding.h"

#include <QListView>

#include <vector>

class QStandardItemModel;

namespace lensboard::widgets {

/// Findings, each with its title and numbers; the current one with what it means and what to try.
class FindingList final : public QListView
{
    Q_OBJECT

public:
    explicit FindingList(QWidget *parent = nullptr);

    /// The current one stays so while there is one of the same rule and meaning.
    void setFindings(std::vector<health::Finding> findings);
    const std::vector<health::Finding> &findings() const { return m_findings; }
    /// Null if none is current.
    const health::Finding *current() const;
    /// Words where there is nothing.
    void setPlaceholder(const QString &words);

    void keyboardSearch(const QString &) override {}

Q_SIGNALS:
    /// A click, or Enter.
    void chosen(const lensboard::health::Finding &finding);
    void currentFindingChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    std::vector<health::Finding> m_findings;
    QStandardItemModel *m_model;
    QString m_placeholder;
};

} // namespace lensboard::widgets
