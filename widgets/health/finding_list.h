#pragma once

#include "core/health/finding.h"

#include <QIcon>
#include <QListView>

#include <optional>
#include <vector>

class QStandardItemModel;

namespace lensboard::widgets {

/// The findings of a run, with a heading if there are several runs.
struct FindingGroup
{
    const void *run = nullptr; ///< identifies the run; never dereferenced by the list
    QString name = {};
    QIcon sign = {};    ///< sign of the run's lines
    QString state = {}; ///< number of findings, or a text that there is none
    std::vector<health::Finding> findings = {};

    bool isAlike(const FindingGroup &other) const
    {
        return run == other.run && name == other.name && state == other.state && findings == other.findings && sign.cacheKey() == other.sign.cacheKey();
    }
};

/// Findings of one or several runs, each with its title and numbers; the current one also with its meaning and advice.
class FindingList final : public QListView
{
    Q_OBJECT

public:
    explicit FindingList(QWidget *parent = nullptr);

    /// Sets the groups; several groups get headings. Keeps the current finding while its run has one with equal rule and meaning.
    void setGroups(std::vector<FindingGroup> groups);
    const std::vector<FindingGroup> &groups() const { return m_groups; }
    /// Index of the current finding's group, and index in it; nullopt if none is current.
    struct Position
    {
        std::size_t group = 0, finding = 0;
    };
    std::optional<Position> currentPosition() const;
    /// Returns null if no finding is current.
    const health::Finding *current() const;
    /// Sets the text of an empty list.
    void setPlaceholder(const QString &words);

    void keyboardSearch(const QString &) override {}

Q_SIGNALS:
    /// The user clicked the current finding or pressed Enter.
    void chosen();
    void currentFindingChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    friend class FindingDelegate;
    struct Row
    {
        std::size_t group = 0;
        std::optional<std::size_t> finding; ///< nullopt for a heading
    };

    const health::Finding &findingAt(Row row) const { return m_groups[row.group].findings[*row.finding]; }
    void fillRows(std::vector<FindingGroup> groups);

    std::vector<FindingGroup> m_groups;
    std::vector<Row> m_rows;
    QStandardItemModel *m_model;
    QString m_placeholder;
};

} // namespace lensboard::widgets
